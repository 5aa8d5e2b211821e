/** A proxy in front of PostgreSQL that cuts a connection at a chosen message. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface CuttingProxy {
  /** The database's address through the proxy. */
  readonly url: string;
  /**
   * Cuts the connection of the message after `count` more of the client, once. `answered`: the server still gets the
   * message and answers it, and only the answer is lost.
   */
  cutAfter(count: number, options: { readonly answered: boolean }): void;
  /** Messages of the client since `cutAfter`. */
  readonly messages: number;
}

export async function cuttingProxy(target: string): Promise<CuttingProxy> {
  const to = new URL(target);
  const sockets = new Set<Socket>();
  let left = Number.POSITIVE_INFINITY;
  let messages = 0;
  let isAnswered = false;
  const server = createServer((client) => {
    const upstream = connect(Number(to.port), to.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    let isSwallowing = false;
    client.on('data', (message) => {
      messages += 1;
      left -= 1;
      if (left >= 0) return void upstream.write(message);
      left = Number.POSITIVE_INFINITY;
      if (!isAnswered) return void client.destroy();
      isSwallowing = true;
      upstream.write(message);
    });
    upstream.on('data', (answer) => {
      if (isSwallowing) client.destroy();
      else client.write(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const url = new URL(target);
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    cutAfter(count, { answered }) {
      messages = 0;
      left = count;
      isAnswered = answered;
    },
    get messages() {
      return messages;
    },
  };
}
