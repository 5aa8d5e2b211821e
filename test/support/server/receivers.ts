/** Receivers of webhooks on loopback that do what a test wants, all on one port. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** What the receiver did then: see `Receiver.answer`. */
  readonly answer: ReceiverAnswer;
}

/** A status; `hang` sends none, and `cut` ends the connection instead. */
type ReceiverAnswer = number | 'hang' | 'cut';

export interface Receiver {
  /** With a path that no other receiver has. */
  readonly url: string;
  readonly received: Received[];
  /** Of the next responses. Initially 204. */
  answer: ReceiverAnswer;
  /** Milliseconds until the next responses. Initially 0. */
  delayMs: number;
}

export interface Receivers {
  open(): Receiver;
  /** Those that were opened. */
  all(): readonly Receiver[];
  close(): void;
}

export async function startReceivers(): Promise<Receivers> {
  const receivers = new Map<string, Receiver>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', headers, url = '' } = request;
    const receiver = receivers.get(new URL(url, 'http://a').pathname);
    const { answer = 404, delayMs = 0 } = receiver ?? {};
    receiver?.received.push({ method, path: url, headers, body: Buffer.concat(chunks).toString(), answer });
    if (delayMs > 0) await delay(delayMs);
    if (answer === 'hang') return;
    if (answer === 'cut') return void request.socket.destroy();
    response.writeHead(answer, answer === 302 ? { location: `${url}&redirected` } : {}).end('thank you');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    open() {
      const path = `/hook-${receivers.size + 1}`;
      const url = `http://127.0.0.1:${port}${path}?key=secret`;
      const receiver: Receiver = { url, received: [], answer: 204, delayMs: 0 };
      receivers.set(path, receiver);
      return receiver;
    },
    all: () => [...receivers.values()],
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
