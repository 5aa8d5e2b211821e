/** A receiver of webhooks on loopback, which verifies each with the reference implementation of the specification. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, vi } from 'vitest';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  /** With a path that no other receiver has. */
  readonly url: string;
  readonly received: Received[];
  /** The status of the next responses; `hang` sends none. Initially 204. */
  answer: number | 'hang';
}

let server: Promise<Server> | undefined;
const receivers = new Map<string, Receiver>();

/** All receivers of a test file share a port. */
export async function openReceiver(): Promise<Receiver> {
  server ??= listen();
  const { port } = (await server).address() as AddressInfo;
  const path = `/hook-${receivers.size + 1}`;
  const receiver: Receiver = { url: `http://127.0.0.1:${port}${path}?key=secret`, received: [], answer: 204 };
  receivers.set(path, receiver);
  return receiver;
}

async function listen(): Promise<Server> {
  const listening = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', headers, url = '' } = request;
    const receiver = receivers.get(new URL(url, 'http://a').pathname);
    receiver?.received.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() });
    const answer = receiver?.answer ?? 404;
    if (answer === 'hang') return;
    response.writeHead(answer, answer === 302 ? { location: `${url}&redirected` } : {}).end('thank you');
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    listening.close();
    listening.closeAllConnections();
  });
  return listening;
}

/** Returns the verified event. Throws for a wrong signature. `at` is the time of the sender's clock. */
export function verify(secret: string, { headers, body }: Received, at = new Date()): WebhookBody {
  // A receiver accepts timestamps of the last five minutes.
  vi.useFakeTimers({ now: at, toFake: ['Date'] });
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as WebhookBody;
  } finally {
    vi.useRealTimers();
  }
}

export interface WebhookBody {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}
