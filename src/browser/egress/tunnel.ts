import type { Socket } from 'node:net';

export interface Tunnel {
  readonly client: Socket;
  /** Connected to the server. */
  readonly socket: Socket;
  /** The first bytes that the client sent after its request. */
  readonly head: Buffer;
  /** Sees everything in both directions; to stop it, it destroys the socket. */
  readonly meter: (chunk: Buffer) => void;
}

/**
 * Joins two connections until both directions have ended. What travels in it is between the browser and the
 * server: TLS, WebSocket, TURN.
 */
export function tunnel({ client, socket, head, meter }: Tunnel): void {
  // Either may have gone while the other was being reached; its 'close' would not come again.
  if (client.destroyed || socket.destroyed) {
    client.destroy();
    socket.destroy();
    return;
  }
  // With `destroy` the last bytes of the server, read but not yet written, would be lost.
  socket.once('close', () => client.destroySoon());
  client.once('close', () => socket.destroy());

  client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  client.unshift(head);
  socket.on('data', meter);
  client.on('data', meter);
  socket.pipe(client);
  client.pipe(socket);
}
