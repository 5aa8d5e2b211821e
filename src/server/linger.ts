/**
 * The end of a connection on which the caller is still sending when it has its answer already. Closed at once, the
 * system would tell it of a broken connection, and it would never read that its body is too large.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** For `patience` milliseconds the rest is read and thrown away. */
export function lingerAfterAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  patience: number,
): void {
  response.once('finish', () => {
    if (!request.complete) request.once('end', closeSoon(request.socket, patience));
  });
}

/** Closes the socket in a while. Returns what takes that back. */
export function closeSoon(socket: Socket, patience: number): () => void {
  const timer = setTimeout(() => socket.destroy(), patience);
  timer.unref();
  const clear = () => clearTimeout(timer);
  socket.once('close', clear);
  return () => {
    clear();
    // The connection may serve many more.
    socket.off('close', clear);
  };
}
