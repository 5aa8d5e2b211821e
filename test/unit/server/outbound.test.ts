/** Requests to addresses that teams give: which of them are made, and what becomes of the response. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startOutbound } from '../../../src/server/outbound/outbound.ts';
import { cert, key } from '../../support/self-signed.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

const serve = (handle: Handle) => listen(createServer(handle));
const never = new AbortController().signal;
const post = (url: string, { signal = never, body = 'hello' } = {}) => ({
  method: 'POST' as const,
  url,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(body),
  signal,
});
const open = (options: Partial<Parameters<typeof startOutbound>[0]> = {}) => {
  const outbound = startOutbound({ allowHosts: ['127.0.0.1'], ...options });
  onTestFinished(() => outbound.close());
  return outbound;
};

it('sends body and headers, and nothing of the response to a success', async () => {
  const seen: unknown[] = [];
  const port = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    seen.push([request.method, request.url, request.headers, Buffer.concat(chunks).toString()]);
    response.end('thank you');
  });
  const answer = await open().send(post(`http://127.0.0.1:${port}/a?b=c#d`));
  expect(answer).toEqual({ status: 200, text: '' });
  expect(seen).toEqual([
    [
      'POST',
      '/a?b=c',
      {
        host: `127.0.0.1:${port}`,
        'content-type': 'text/plain',
        'content-length': '5',
        connection: 'close',
      },
      'hello',
    ],
  ]);
});

it.each([
  ['https://10.1.2.3/', '10.1.2.3 is not a public address of another machine.'],
  ['https://[::ffff:7f00:1]/', '::ffff:7f00:1 is not a public address of another machine.'],
  ['https://0x7f.1/', '127.0.0.1 is not a public address of another machine.'],
  ['http://127.0.0.1:8080/', 'Port 8080 is not one that may be reached; only 80 and 443 are.'],
  ['file:///etc/passwd', 'This is not an http or https address.'],
  ['https://user:password@example.com/', 'The address must not contain a user or a password.'],
])('does not request %s', async (url, message) => {
  const outbound = open({ allowHosts: [] });
  await expect(outbound.check(url, never)).rejects.toThrow(message);
  await expect(outbound.send(post(url))).rejects.toThrow(message);
});

it('does not request a name with a private address, even if it had a public one when it was checked', async () => {
  let requests = 0;
  await serve(() => {
    requests++;
  });
  const answers = [['93.184.215.14'], ['127.0.0.1'], ['93.184.215.14', '10.0.0.1']];
  const outbound = open({ allowHosts: [], resolve: async () => answers.shift() ?? [] });
  const url = 'http://rebound.example.com/';
  await outbound.check(url, never);
  const message = 'rebound.example.com has an address that is not a public address of another machine.';
  await expect(outbound.send(post(url))).rejects.toThrow(message);
  await expect(outbound.send(post(url))).rejects.toThrow(message);
  await expect(outbound.send(post(url))).rejects.toThrow('No address was found for rebound.example.com.');
  expect(requests).toBe(0);
});

it('follows no redirect, and returns the start of an unsuccessful response', async () => {
  let requests = 0;
  const port = await serve((_request, response) => {
    requests++;
    response.writeHead(307, { location: '/other' }).end('x'.repeat(100_000));
  });
  const { status, text } = await open().send(post(`http://127.0.0.1:${port}/`));
  expect([status, text]).toEqual([307, 'x'.repeat(4_096)]);
  expect(requests).toBe(1);
});

it('ends with its signal, whatever the other side does', async () => {
  const silent = await serve(() => {});
  const endless = await serve((_request, response) => {
    response.writeHead(500).write('a');
  });
  const signal = AbortSignal.timeout(300);
  const outbound = open();
  const timeout = { name: 'TimeoutError' };
  await expect(outbound.send(post(`http://127.0.0.1:${silent}/`, { signal }))).rejects.toMatchObject(timeout);
  await expect(outbound.send(post(`http://127.0.0.1:${silent}/`, { signal }))).rejects.toMatchObject(timeout);
  // The status has arrived, which says enough.
  const later = AbortSignal.timeout(300);
  expect(await outbound.send(post(`http://127.0.0.1:${endless}/`, { signal: later }))).toEqual({
    status: 500,
    text: 'a',
  });
});

it('says that a server closed the connection, or that none listens', async () => {
  const port = await serve((request) => request.socket.destroy());
  await expect(open().send(post(`http://127.0.0.1:${port}/`))).rejects.toThrow(
    `127.0.0.1:${port} closed the connection before responding.`,
  );
  await expect(open().send(post('http://127.0.0.1:1/'))).rejects.toThrow(
    '127.0.0.1 does not accept connections on port 1.',
  );
});

it('sends the whole body to a server that responds before it has read it', async () => {
  let length = 0;
  const received = Promise.withResolvers<void>();
  const port = await serve((request, response) => {
    response.writeHead(200).flushHeaders();
    request.on('data', (chunk) => {
      length += chunk.length;
    });
    request.on('end', () => {
      received.resolve();
      response.end();
    });
  });
  const body = 'x'.repeat(20_000_000);
  expect((await open().send(post(`http://127.0.0.1:${port}/`, { body }))).status).toBe(200);
  await received.promise;
  expect(length).toBe(body.length);
});

it('verifies the certificate of a server, for a name and for an address', async () => {
  const port = await listen(createTlsServer({ key, cert }, (_request, response) => response.end()));
  const allowHosts = ['localhost', '127.0.0.1'];
  for (const host of allowHosts) {
    const url = `https://${host}:${port}/`;
    expect((await open({ allowHosts, ca: cert }).send(post(url))).status).toBe(200);
    await expect(open({ allowHosts }).send(post(url))).rejects.toThrow(
      `${host} did not establish TLS: self-signed certificate.`,
    );
  }
});

it('reports a body that cannot be read as what it is, not as a connection that the host closed', async () => {
  const port = await serve((request, response) => {
    request.resume().on('end', () => response.end());
  });
  async function* chunks() {
    yield Buffer.from('half of');
    throw new Error('the disk failed');
  }
  const sent = open().send({
    ...post(`http://127.0.0.1:${port}/`),
    method: 'PUT',
    body: { length: 20, chunks },
  });
  await expect(sent).rejects.toThrow('the disk failed');
});
