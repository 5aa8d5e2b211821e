/** What is no HTTP at all, or does not arrive in time, never becomes a request. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ErrorCode } from '../contract/errors.ts';
import { closeSoon } from './linger.ts';

export function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket, linger: number): void {
  if (!socket.writable) return void socket.destroy();
  const [status, message, code] = answers[error.code ?? ''] ?? unreadable;
  const body = JSON.stringify({ message, code });
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  closeSoon(socket, linger);
}

type Answer = readonly [status: string, message: string, code: ErrorCode];

const unreadable: Answer = ['400 Bad Request', 'This is not an HTTP request.', 'malformed_request'];
const answers: Readonly<Record<string, Answer>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.', 'request_timeout'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The headers of the request are too large.',
    'headers_too_large',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    '413 Content Too Large',
    'The request body is too large.',
    'body_too_large',
  ],
};
