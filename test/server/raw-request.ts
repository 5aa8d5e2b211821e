/** Bytes to a server, and whatever comes back until it closes the connection. */
import { connect } from 'node:net';

/** Parts are sent one after the other; a number is a pause, a function is called. */
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
    // What came before a reset has come.
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
