/** Responds to requests that the HTTP parser rejects or that do not arrive in time; they never reach the framework. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '#contract/errors';
import type { ServerContext } from '../context.ts';
import { isOfApi } from './allowed-methods.ts';
import { findCaller } from './authenticate.ts';
import { closeSoon } from './lingering-close.ts';
import { notFound } from './not-found.ts';
import { countRequest, tooManyRequests } from './rate-limit-request.ts';
import { type ParseError, type UnparsedRequest, unparsedRequest } from './unparsed-request.ts';

type MalformedRequestContext = Pick<ServerContext, 'config' | 'now' | 'timeouts' | 'rateLimiter' | 'store'>;

export async function rejectMalformedRequest(
  context: MalformedRequestContext,
  error: ParseError,
  socket: Socket,
): Promise<void> {
  if (!socket.writable) return void socket.destroy();
  const { status, headers, body } = await responseTo(context, error, socket);
  const text = JSON.stringify(body);
  const all: Readonly<Record<string, string>> = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'x-content-type-options': 'nosniff',
    'x-request-id': randomUUID(),
    ...headers,
    connection: 'close',
  };
  const head = Object.entries(all).map(([name, value]) => `${titleCase(name)}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head, '', text].join('\r\n'));
  closeSoon(socket, context.timeouts.linger);
}

interface MalformedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly message: string; readonly code: ErrorCode };
}

const plain = (status: number, message: string, code: ErrorCode): MalformedResponse => ({
  status,
  headers: {},
  body: { message, code },
});

const unreadable = plain(400, 'This is not an HTTP request.', 'malformed_request');
const responses: Readonly<Record<string, MalformedResponse>> = {
  ERR_HTTP_REQUEST_TIMEOUT: plain(408, 'The request did not arrive in time.', 'request_timeout'),
  HPE_HEADER_OVERFLOW: plain(431, 'The headers of the request are too large.', 'headers_too_large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: plain(413, 'The request body is too large.', 'body_too_large'),
};

async function responseTo(
  context: MalformedRequestContext,
  error: ParseError,
  socket: Socket,
): Promise<MalformedResponse> {
  const request = unparsedRequest(error);
  if (!request) return responses[error.code ?? ''] ?? unreadable;
  if (!request.isMethod) return plain(501, 'This is not an HTTP method.', 'unknown_method');
  return isOfApi(request.target)
    ? await ofApi(context, request, socket)
    : notFound(request.target, request.method);
}

/** Applies authentication and the rate limit before 404 and 405, as for every other request. */
async function ofApi(
  context: MalformedRequestContext,
  request: UnparsedRequest,
  socket: Socket,
): Promise<MalformedResponse> {
  const address = context.config.trustProxy ? request.forwardedFor?.split(',').at(-1)?.trim() : undefined;
  const caller = await findCaller(context, request.authorization);
  const { allowed, headers } = await countRequest(context, address ?? socket.remoteAddress ?? '', caller);
  const cached = { ...headers, 'cache-control': 'no-store' };
  if (!allowed) {
    const { message, code } = tooManyRequests();
    return { status: 429, headers: cached, body: { message, code } };
  }
  const { status, headers: own, body } = notFound(request.target, request.method);
  return { status, headers: { ...cached, ...own }, body };
}

/** `x-request-id` → `X-Request-Id`. */
const titleCase = (name: string): string => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
