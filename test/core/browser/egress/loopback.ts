/** Servers on this machine that count who reaches them, and a client that speaks to a proxy byte by byte. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import * as net from 'node:net';
import { onTestFinished } from 'vitest';
import { type Egress, type EgressOptions, startEgress } from '../../../../src/core/browser/egress/egress.ts';
import type { EgressEvent } from '../../../../src/core/browser/egress/report.ts';

export interface Counter {
  readonly port: number;
  /** `127.0.0.1:port`, for an allow-list or an address. */
  readonly host: string;
  /** TCP connections so far. */
  connections: number;
}

/** A TCP server that is closed with the test. */
export async function tcpServer(onConnection: (socket: net.Socket) => void): Promise<Counter> {
  return counting(net.createServer((socket) => socket.on('error', () => {})).on('connection', onConnection));
}

/** A web server that is closed with the test and remembers `METHOD path` of every request. */
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

/** A proxy that is closed with the test and remembers what it reported. */
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

/** Takes every address for reachable, and leads each to the same server. */
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
  /** Resolves when this has been received. */
  until(part: string): Promise<void>;
  /** Everything, after the other side has closed. */
  all(): Promise<string>;
}

/** Connects to the proxy and sends these bytes. */
export async function speak(egress: Egress, bytes: string): Promise<RawClient> {
  const socket = net.connect(Number(new URL(egress.proxy).port), '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  // Not `once`, which rejects at an error: to be cut off is what most tests want.
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

/** One GET in absolute form; the whole answer as it was received. */
export async function get(egress: Egress, url: string): Promise<string> {
  const host = /^http:\/\/([^/]*)/.exec(url)?.[1];
  const client = await speak(egress, `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return client.all();
}

/** One CONNECT; the status line and the client, to go on with. */
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
