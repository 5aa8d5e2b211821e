import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as net from 'node:net';
import { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tunnel } from '../../../../src/browser/egress/tunnel.ts';
import {
  connectTo,
  everythingLeadsTo,
  speak,
  tcpServer,
  testEgress,
  webServer,
} from '../../../support/browser/egress/loopback.ts';

describe('a tunnel through the proxy', () => {
  test('carries data in both directions to an allowed host', async () => {
    const echo = await tcpServer((socket) => void socket.pipe(socket));
    const egress = await testEgress({ allowHosts: [echo.host] });
    const { status, client } = await connectTo(egress, echo.host);
    expect(status).toBe('HTTP/1.1 200 Connection Established');
    client.socket.write('ping');
    await client.until('ping');
    expect(echo.connections).toBe(1);
    expect(egress.usage).toEqual({ bytes: 8, connections: 1 });
  });

  test('carries the bytes that arrive together with the CONNECT request', async () => {
    const echo = await tcpServer((socket) => void socket.pipe(socket));
    const egress = await testEgress({ allowHosts: [echo.host] });
    const client = await speak(egress, `CONNECT ${echo.host} HTTP/1.1\r\nHost: x\r\n\r\nearly`);
    await client.until('early');
    expect(egress.usage.bytes).toBe(10);
  });

  test('carries a WebSocket handshake', async () => {
    const server = await webServer();
    const upgraded = await tcpServer((socket) => {
      socket.once('data', (head) => {
        const key = /sec-websocket-key: (\S+)/i.exec(String(head))?.[1];
        const accept = createHash('sha1')
          .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
          .digest('base64');
        socket.write(
          `HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
        );
      });
    });
    const egress = await testEgress({ allowHosts: [server.host, upgraded.host] });
    const { client } = await connectTo(egress, upgraded.host);
    client.socket.write(
      'GET / HTTP/1.1\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await client.until('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
  });

  test('reaches a public host only at the address that was checked', async () => {
    const server = await tcpServer((socket) => void socket.write('hi'));
    const leads = everythingLeadsTo(server);
    const egress = await testEgress({ connect: leads.connect, resolve: async () => ['93.184.215.14'] });
    const { client } = await connectTo(egress, 'example.com:443');
    await client.until('hi');
    expect(leads.dialled).toEqual(['93.184.215.14:443']);
  });

  test.each([
    ['127.0.0.1:443', 'https://127.0.0.1'],
    ['2130706433:80', 'ws://127.0.0.1'],
    ['0177.1:443', 'https://127.0.0.1'],
    ['[::1]:443', 'https://[::1]'],
    ['[::ffff:a00:1]:443', 'https://[::ffff:a00:1]'],
    ['[64:ff9b::a9fe:a9fe]:443', 'https://[64:ff9b::a9fe:a9fe]'],
    ['168.63.129.16:80', 'ws://168.63.129.16'],
    ['intern.example:443', 'https://intern.example'],
    ['INTERN.example.:443', 'https://intern.example'],
    ['93.184.215.14:22', 'https://93.184.215.14:22'],
    ['93.184.215.14:25', 'https://93.184.215.14:25'],
    ['93.184.215.14:0', 'https://93.184.215.14:0'],
    ['93.184.215.14', 'https://93.184.215.14'],
    ['93.184.215.14:80:80', 'https://93.184.215.14:80:80'],
    ['user@93.184.215.14:80', 'https://user@93.184.215.14:80'],
    ['%31.1.1.1:80', 'https://%31.1.1.1:80'],
  ])('is rejected to %s', async (authority, url) => {
    const server = await tcpServer(() => {});
    const leads = everythingLeadsTo(server);
    const egress = await testEgress({ connect: leads.connect, resolve: async () => ['10.0.0.1'] });
    const { status, client } = await connectTo(egress, authority);
    expect(status).toBe('HTTP/1.1 403 Forbidden');
    expect(await client.all()).toMatch(/\r\nConnection: close\r\nContent-Length: 0\r\n.*\r\n\r\n$/s);
    expect(leads.dialled).toEqual([]);
    expect(egress.refused).toEqual([{ url, reason: expect.stringMatching(/^[^\n]+\.$/) }]);
  });

  test('produces a 502 if nothing listens on the port', async () => {
    const egress = await testEgress({ allowHosts: ['127.0.0.1:1'] });
    expect((await connectTo(egress, '127.0.0.1:1')).status).toBe('HTTP/1.1 502 Bad Gateway');
    expect(egress.failed).toEqual([
      { url: 'https://127.0.0.1:1', reason: '127.0.0.1 does not accept connections on port 1.' },
    ]);
  });

  test('loses no bytes if the server closes while the client still reads', async () => {
    const server = await tcpServer((socket) => void socket.end('all of this'));
    const socket = net.connect(server.port, '127.0.0.1');
    const slow = new SlowReader();
    await once(socket, 'connect');
    tunnel({ client: slow as unknown as net.Socket, socket, head: Buffer.alloc(0), meter: () => {} });
    await once(slow, 'close');
    expect(slow.received).toBe('HTTP/1.1 200 Connection Established\r\n\r\nall of this');
  });

  test('closes the client connection if the server closed before the tunnel began', async () => {
    const client = new SlowReader();
    const socket = new net.Socket().destroy();
    tunnel({ client: client as unknown as net.Socket, socket, head: Buffer.alloc(0), meter: () => {} });
    await once(client, 'close');
    expect(client.received).toBe('');
  });

  test('closes the server connection if the client disconnected before the server was reached', async () => {
    let open = 0;
    const server = await tcpServer((socket) => {
      open++;
      socket.resume().once('close', () => open--);
    });
    const leads = everythingLeadsTo(server);
    const egress = await testEgress({
      connect: leads.connect,
      resolve: async () => {
        await delay(100);
        return ['93.184.215.14'];
      },
    });
    const client = await speak(egress, 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n');
    await delay(30);
    client.socket.resetAndDestroy();
    await expect.poll(() => server.connections).toBe(1);
    await expect.poll(() => open).toBe(0);
    expect(egress.failed).toEqual([]);
  });

  test('is not left half open after a rejection', async () => {
    const egress = await testEgress();
    const socket = net.connect({
      port: Number(new URL(egress.proxy).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    onTestFinished(() => void socket.destroy());
    socket.write('CONNECT 10.0.0.1:443 HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket.resume(), 'end');
    const error = once(socket, 'error');
    const more = setInterval(() => socket.write('more'), 20);
    onTestFinished(() => clearInterval(more));
    expect((await error)[0].code).toMatch(/ECONNRESET|EPIPE/);
  });

  test('closes the server connection when the client disconnects', async () => {
    let closed: () => void;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const server = await tcpServer((socket) => void socket.resume().once('close', () => closed()));
    const egress = await testEgress({ allowHosts: [server.host] });
    const { client } = await connectTo(egress, server.host);
    client.socket.resetAndDestroy();
    await gone;
  });
});

/** Accepts one chunk every 30 ms, like a client whose buffers are full. */
class SlowReader extends Duplex {
  received = '';

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    setTimeout(() => {
      this.received += chunk;
      done();
    }, 30);
  }

  /** Behaves like `destroySoon` of `net.Socket`. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }
}
