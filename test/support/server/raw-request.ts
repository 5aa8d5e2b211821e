/** Sends bytes to a server, and returns everything that it sends until it closes the connection. */
import { connect } from 'node:net';

/** Sends the parts in order. A number is a pause in milliseconds; a function is called. */
export function rawRequest(
  url: string,
  ...parts: (string | Uint8Array | number | (() => void))[]
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    // Data that arrived before a reset is returned.
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)));
    socket.on('close', () => resolve(answer));
    socket.on('connect', async () => {
      for (const part of parts) {
        if (typeof part === 'function') part();
        else if (typeof part === 'number') await new Promise((go) => setTimeout(go, part));
        else if (!socket.destroyed) socket.write(part);
      }
    });
  });
}
