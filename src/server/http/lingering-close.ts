/**
 * Lingering close of a connection whose client is still sending when the response is complete. After an immediate close
 * the system would report a broken connection, and the client would never read that its body is too large.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Reads and discards the rest of the body for `lingerMs` milliseconds. */
export function closeAfterLingering(
  request: IncomingMessage,
  response: ServerResponse,
  lingerMs: number,
): void {
  response.once('finish', () => {
    if (!request.complete) request.once('end', closeSoon(request.socket, lingerMs));
  });
}

/** Closes the socket after `lingerMs` milliseconds. Returns a function that cancels this. */
export function closeSoon(socket: Socket, lingerMs: number): () => void {
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  timer.unref();
  const clear = () => clearTimeout(timer);
  socket.once('close', clear);
  return () => {
    clear();
    // The connection may serve many more requests.
    socket.off('close', clear);
  };
}
