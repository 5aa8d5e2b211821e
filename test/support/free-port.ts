/** Finds a port for a server that must know it before it listens. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a port on which nothing listens. Another process could take it in between, which no run has shown yet. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
