/** Loopback servers that count their connections, and a client that sends raw bytes to the proxy. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import * as net from 'node:net';
import { onTestFinished } from 'vitest';
import { type Egress, type EgressOptions, startEgress } from '../../../../src/browser/egress/egress.ts';
import type { EgressEvent } from '../../../../src/browser/egress/report.ts';

export interface Counter {
  readonly port: number;
  /** `127.0.0.1:port`, for an allow-list or a URL. */
  readonly host: string;
  /** TCP connections so far. */
  connections: number;
}

/** Starts a TCP server that is closed when the test ends. */
export async function tcpServer(onConnection: (socket: net.Socket) => void): Promise<Counter> {
  return counting(net.createServer((socket) => socket.on('error', () => {})).on('connection', onConnection));
}

/** Starts a web server that records `METHOD path` of every request and is closed when the test ends. */
export async function webServer(
  answer: RequestListener = (_request, response) => response.end('here'),
  interfaces: '127.0.0.1' | '::' = '127.0.0.1',
): Promise<Counter & { readonly requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  return Object.assign(await counting(server, interfaces), { requests });
}

export interface TestEgress extends Egress {
  readonly refused: EgressEvent[];
  readonly failed: EgressEvent[];
}

/** Starts a proxy that records its reports and is closed when the test ends. */
export async function testEgress(options: Partial<EgressOptions> = {}): Promise<TestEgress> {
  const refused: EgressEvent[] = [];
  const failed: EgressEvent[] = [];
  const egress = await startEgress({
    allowHosts: [],
    onRefused: (event) => refused.push(event),
    onFailed: (event) => failed.push(event),
    ...options,
  });
  onTestFinished(() => egress.close());
  return {
    proxy: egress.proxy,
    get usage() {
      return egress.usage;
    },
    close: () => egress.close(),
    refused,
    failed,
  };
}

/** Connects every address to the same server, and records the addresses. */
export function everythingLeadsTo(counter: Counter): {
  readonly connect: (address: string, port: number) => net.Socket;
  readonly dialled: string[];
} {
  const dialled: string[] = [];
  return {
    dialled,
    connect(address, port) {
      dialled.push(`${address}:${port}`);
      return net.connect(counter.port, '127.0.0.1');
    },
  };
}

export interface RawClient {
  readonly socket: net.Socket;
  /** Everything received so far. */
  readonly text: string;
  /** Resolves when `part` has been received. Rejects if the connection closes first. */
  until(part: string): Promise<void>;
  /** Everything received, once the connection has closed. */
  all(): Promise<string>;
}

/** Connects to the proxy and sends `bytes` as Latin-1. */
export async function speak(egress: Egress, bytes: string): Promise<RawClient> {
  const socket = net.connect(Number(new URL(egress.proxy).port), '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  // `once` would reject on an error, but most tests expect to be cut off.
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  socket.write(bytes, 'latin1');
  return {
    socket,
    get text() {
      return text;
    },
    async until(part) {
      while (!text.includes(part)) {
        await Promise.race([
          once(socket, 'data'),
          closed.then(() => Promise.reject(new Error(`closed after: ${text}`))),
        ]);
      }
    },
    async all() {
      await closed;
      return text;
    },
  };
}

/** Sends one GET in absolute form. Returns the whole response as received. */
export async function get(egress: Egress, url: string): Promise<string> {
  const host = /^http:\/\/([^/]*)/.exec(url)?.[1];
  const client = await speak(egress, `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return client.all();
}

/** Sends one CONNECT. Returns the status line, and the client through which to use the tunnel. */
export async function connectTo(
  egress: Egress,
  authority: string,
): Promise<{ status: string; client: RawClient }> {
  const client = await speak(egress, `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  await client.until('\r\n\r\n');
  return { status: client.text.split('\r\n')[0] ?? '', client };
}

async function counting(server: net.Server, interfaces = '127.0.0.1'): Promise<Counter> {
  const open = new Set<net.Socket>();
  const counter = { port: 0, host: '', connections: 0 };
  server.on('connection', (socket: net.Socket) => {
    counter.connections++;
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.listen(0, interfaces);
  await once(server, 'listening');
  counter.port = (server.address() as net.AddressInfo).port;
  counter.host = `127.0.0.1:${counter.port}`;
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return counter;
}
