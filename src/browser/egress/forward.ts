import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { endToEnd } from './headers.ts';
import { Unreachable } from './unreachable.ts';

export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly url: URL;
  /** Connected to the server of the url. */
  readonly socket: Socket;
  /** Sees all that the server sends, and the body that the client sends; to stop them it destroys the socket. */
  readonly meter: (chunk: Buffer) => void;
}

/**
 * Sends one request of plain HTTP over a connection of its own and streams the answer back. Resolves when that
 * is done or was cut off; rejects with `Unreachable` while the client can still get an error response.
 *
 * A connection of its own: nothing that one request leaves behind in it can become part of another one's
 * answer. Requests over TLS, which are nearly all, do not come through here.
 */
export function forward({ incoming, outgoing, url, socket, meter }: Exchange): Promise<void> {
  return new Promise((resolve, reject) => {
    const abandon = () => {
      socket.destroy();
      resolve();
    };
    if (outgoing.destroyed) return abandon();
    outgoing.once('close', abandon);
    if (socket.destroyed) return fail();

    function fail(): void {
      if (outgoing.headersSent) outgoing.destroy();
      else reject(new Unreachable(`${url.host} closed the connection before responding.`));
    }

    const upstream = request({
      method: incoming.method ?? 'GET',
      path: url.pathname + url.search,
      headers: requestHeaders(incoming, url),
      createConnection: () => socket,
      maxHeaderSize: 32 * 1024,
    });
    let answered = false;
    // Once an answer has begun its own end counts: parts of it may still be waiting to be written, and what follows
    // it (more than its Content-Length said) does not spoil it.
    const unlessAnswered = () => answered || fail();
    upstream.on('error', unlessAnswered);
    upstream.on('close', unlessAnswered); // There is no error after an unrequested 101.
    upstream.on('response', (answer) => {
      answered = true;
      answer.on('error', fail);
      // 407 would make Chromium take the server's word for the proxy's.
      if (answer.statusCode === 407 || !writeHead(outgoing, answer)) return fail();
      answer.pipe(outgoing);
    });

    // Not the body of the answer alone: a server may send interim answers (1xx) without end, and beside the data
    // of each chunk thousands of times as much (RFC 9112 §7.1.1).
    upstream.on('socket', () => socket.on('data', meter));
    // When the client goes in the middle of it, its response says so by its 'close'.
    incoming.on('data', meter);
    incoming.pipe(upstream);
  });
}

function requestHeaders(incoming: IncomingMessage, url: URL): string[] {
  const headers = endToEnd(incoming.rawHeaders, ['host']);
  headers.push('Host', url.host, 'Connection', 'close');
  // Node would otherwise send the chunks of a GET without saying where they end.
  if (incoming.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked');
  return headers;
}

/** False for a status or a field that Node reads but does not write. */
function writeHead(outgoing: ServerResponse, answer: IncomingMessage): boolean {
  outgoing.sendDate = false;
  try {
    outgoing.writeHead(answer.statusCode ?? 0, endToEnd(answer.rawHeaders));
    return true;
  } catch {
    return false;
  }
}
