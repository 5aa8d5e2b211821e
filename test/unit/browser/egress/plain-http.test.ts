import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  everythingLeadsTo,
  get,
  speak,
  tcpServer,
  testEgress,
  webServer,
} from '../../../support/browser/egress/loopback.ts';

describe('plain HTTP through the proxy', () => {
  test('reaches an allowed host and streams its response back', async () => {
    const server = await webServer((_request, response) => {
      response.writeHead(201, { 'content-type': 'text/css', 'set-cookie': ['a=1', 'b=2'] });
      response.write('a');
      setTimeout(() => response.end('b'), 20);
    });
    const egress = await testEgress({ allowHosts: [server.host] });
    const answer = await get(egress, `http://${server.host}/x/../style.css?v=1`);
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(answer).toContain('\r\nset-cookie: a=1\r\nset-cookie: b=2\r\n');
    expect(answer).toMatch(/\r\n\r\n1\r\na\r\n1\r\nb\r\n0\r\n\r\n$/);
    expect(server.requests).toEqual(['GET /style.css?v=1']);
    expect(egress.refused).toEqual([]);
    expect(egress.usage.connections).toBe(1);
  });

  test('reaches a public host at the address that was checked', async () => {
    const server = await webServer();
    const leads = everythingLeadsTo(server);
    const egress = await testEgress({ resolve: async () => ['93.184.215.14'], connect: leads.connect });
    expect(await get(egress, 'http://example.com/')).toContain('here');
    expect(leads.dialled).toEqual(['93.184.215.14:80']);
  });

  test('sends request bodies of known and unknown length', async () => {
    const bodies: string[] = [];
    const server = await webServer((request, response) => {
      let body = `${request.method} ${request.headers['content-length']} ${request.headers['transfer-encoding']} `;
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        bodies.push(body);
        response.end();
      });
    });
    const egress = await testEgress({ allowHosts: [server.host] });
    const url = `http://${server.host}/`;
    const send = async (head: string, body: string) =>
      (await speak(egress, `${head}\r\nHost: x\r\nConnection: close\r\n${body}`)).all();
    await send(`POST ${url} HTTP/1.1`, 'Content-Length: 5\r\n\r\nhello');
    await send(`POST ${url} HTTP/1.1`, 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n');
    // Node would forward the body of a GET without chunk framing, and the server would read it as another request.
    await send(`GET ${url} HTTP/1.1`, 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n');
    await send(`POST ${url} HTTP/1.1`, 'Connection: content-length\r\nContent-Length: 5\r\n\r\nhello');
    expect(bodies).toEqual([
      'POST 5 undefined hello',
      'POST undefined chunked hello',
      'GET undefined chunked hello',
      'POST 5 undefined hello',
    ]);
    expect(server.connections).toBe(4);
  });

  test('sends the host of the URL, not that of the Host field', async () => {
    let seen: string[] = [];
    const server = await webServer((request, response) => {
      seen = request.rawHeaders;
      response.end();
    });
    const egress = await testEgress({ allowHosts: [server.host] });
    const client = await speak(
      egress,
      `GET http://user:pass@${server.host}/ HTTP/1.1\r\nHost: other.example\r\nAccept: a\r\nProxy-Authorization: x\r\n` +
        'Connection: close, X-Hop\r\nX-Hop: 1\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\nTE: trailers\r\nExpect: 100-continue\r\n\r\n',
    );
    await client.all();
    expect(seen).toEqual(['Accept', 'a', 'Host', server.host, 'Connection', 'close']);
  });

  test('drops hop-by-hop fields from the response', async () => {
    const server = await tcpServer((socket) => {
      socket.end(
        'HTTP/1.1 200 OK\r\nA: 1\r\nAlt-Svc: h3=":443"\r\nProxy-Authenticate: Basic\r\nUpgrade: h2c\r\n' +
          'Connection: close, X-Hop\r\nX-Hop: 1\r\nContent-Length: 2\r\n\r\nok',
      );
    });
    const egress = await testEgress({ allowHosts: [server.host] });
    expect(await get(egress, `http://${server.host}/`)).toBe(
      'HTTP/1.1 200 OK\r\nA: 1\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok',
    );
  });

  test('forwards long URLs and long response headers', async () => {
    const long = 'a'.repeat(30_000);
    let received = '';
    const server = await tcpServer((socket) => {
      socket.on('data', (chunk) => {
        received += chunk;
        if (!received.endsWith('\r\n\r\n')) return;
        socket.end(`HTTP/1.1 200 OK\r\nA: ${long}\r\nContent-Length: 2\r\n\r\nok`);
      });
    });
    const egress = await testEgress({ allowHosts: [server.host] });
    const client = await speak(
      egress,
      `GET http://${server.host}/${long} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(await client.all()).toContain(`\r\nA: ${long}\r\n`);
    expect(received).toContain(`GET /${long} HTTP/1.1\r\n`);
  });

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://user@10.0.0.1/',
    'http://localhost/',
    'http://intern.example/',
    'http://93.184.215.14:8080/',
    'http://a..b/',
    `http://${'long.'.repeat(60)}a/`,
  ])('rejects %s and reports it', async (url) => {
    const server = await webServer();
    const leads = everythingLeadsTo(server);
    const egress = await testEgress({ connect: leads.connect, resolve: async () => ['127.0.0.1'] });
    const answer = await get(egress, `${url}?token=secret`);
    expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect(answer).toMatch(/\r\nProxy-Status: pdfapi; error=http_request_denied\r\n/);
    expect(answer).toMatch(/\r\nCache-Control: no-store\r\n/);
    expect(answer).toMatch(/\r\n\r\n$/);
    expect(leads.dialled).toEqual([]);
    expect(egress.refused).toEqual([
      { url: new URL(url).origin + new URL(url).pathname, reason: expect.stringMatching(/^[^\n]+\.$/) },
    ]);
    expect(egress.failed).toEqual([]);
    // A request that needs no look-up takes nothing from the budget.
    expect(egress.usage.connections).toBe(url.includes('localhost') || url.includes('example') ? 1 : 0);
  });

  test('opens no connection to a rejected loopback address, but does to an allowed one', async () => {
    const forbidden = await webServer();
    const allowed = await webServer();
    const ports = [forbidden.port, allowed.port];
    const egress = await testEgress({ allowHosts: [allowed.host], ports });
    expect(await get(egress, `http://${forbidden.host}/`)).toMatch(/^HTTP\/1\.1 403 /);
    expect(await get(egress, `http://${allowed.host}/`)).toMatch(/^HTTP\/1\.1 200 /);
    expect([forbidden.connections, allowed.connections]).toEqual([0, 1]);
  });

  test('is not affected by DNS rebinding between two requests', async () => {
    const server = await webServer();
    const leads = everythingLeadsTo(server);
    const answers = [['93.184.215.14'], ['127.0.0.1']];
    const egress = await testEgress({ connect: leads.connect, resolve: async () => answers.shift() ?? [] });
    await get(egress, 'http://rebind.example/1');
    await get(egress, 'http://rebind.example/2');
    expect(leads.dialled).toEqual(['93.184.215.14:80', '93.184.215.14:80']);
  });

  test('tries the next address if one does not accept connections', async () => {
    const server = await webServer();
    const dead = await tcpServer((socket) => void socket.resetAndDestroy());
    const egress = await testEgress({
      resolve: async () => ['93.184.215.14', '2606:4700::1'],
      connect: (address) => {
        const socket = everythingLeadsTo(address.includes(':') ? server : dead).connect(address, 80);
        if (!address.includes(':')) socket.destroy();
        return socket;
      },
    });
    expect(await get(egress, 'http://example.com/')).toContain('here');
    expect(egress.usage.connections).toBe(1);
  });
});

describe('a server that fails', () => {
  test('produces a 502 if nothing listens on its port', async () => {
    const egress = await testEgress({ allowHosts: ['127.0.0.1:1'] });
    expect(await get(egress, 'http://127.0.0.1:1/a')).toMatch(/^HTTP\/1\.1 502 .*destination_unavailable/s);
    expect(egress.failed).toEqual([
      { url: 'http://127.0.0.1:1/a', reason: '127.0.0.1 does not accept connections on port 1.' },
    ]);
    expect(egress.refused).toEqual([]);
  });

  test('produces a 502 if its name has no address', async () => {
    const egress = await testEgress({ resolve: async () => [] });
    expect(await get(egress, 'http://gone.example/')).toMatch(/^HTTP\/1\.1 502 /);
    expect(egress.failed).toEqual([
      { url: 'http://gone.example/', reason: 'No address was found for gone.example.' },
    ]);
  });

  test.each([
    ['hangs up', ''],
    ['does not speak HTTP', 'SSH-2.0-OpenSSH\r\n'],
    ['sends an endless header', `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(40_000)}`],
    ['sends two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'sends a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['sends an invalid status', 'HTTP/1.1 099 x\r\n\r\n'],
    ['switches protocols', 'HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
    [
      'requests proxy credentials',
      'HTTP/1.1 407 x\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n',
    ],
  ])('produces a 502 if it %s', async (_, answer) => {
    const server = await tcpServer((socket) => void socket.end(answer));
    const egress = await testEgress({ allowHosts: [server.host] });
    expect(await get(egress, `http://${server.host}/`)).toMatch(/^HTTP\/1\.1 502 /);
    expect(egress.failed).toEqual([
      { url: `http://${server.host}/`, reason: `${server.host} closed the connection before responding.` },
    ]);
  });

  test.each([
    ['length', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'],
    ['chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
    ['invalid chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nzz\r\n\r\n'],
  ])('does not produce a complete response if it breaks off in the middle (%s)', async (_, answer) => {
    const server = await tcpServer((socket) => void socket.end(answer));
    const egress = await testEgress({ allowHosts: [server.host] });
    const text = await get(egress, `http://${server.host}/`);
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).not.toMatch(/half\r\n0\r\n\r\n$/);
  });

  test.each([
    ['200', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok, and more than it said', '\r\n\r\nok'],
    ['204', 'HTTP/1.1 204 x\r\nContent-Length: 5\r\n\r\nhello', '\r\n\r\n'],
    ['304', 'HTTP/1.1 304 x\r\n\r\nhello', '\r\n\r\n'],
  ])('does not affect a complete response if it sends more afterwards (%s)', async (status, answer, end) => {
    const server = await tcpServer((socket) => void socket.once('data', () => socket.end(answer)));
    const egress = await testEgress({ allowHosts: [server.host] });
    const text = await get(egress, `http://${server.host}/`);
    expect(text.startsWith(`HTTP/1.1 ${status} `)).toBe(true);
    expect(text.slice(text.indexOf('\r\n\r\n'))).toBe(end);
    expect(egress.failed).toEqual([]);
  });

  test('delivers all of a long response even if it closes immediately and the client reads late', async () => {
    const server = await webServer((_request, response) => response.end(Buffer.alloc(3_000_000, 'x')));
    const egress = await testEgress({ allowHosts: [server.host] });
    const client = await speak(
      egress,
      `GET http://${server.host}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    client.socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 100));
    client.socket.resume();
    expect((await client.all()).split('\r\n\r\n')[1]).toHaveLength(3_000_000);
  });
});

describe('a client that disconnects', () => {
  const closing = () => {
    const state = { open: 0 };
    const count = (socket: Socket) => {
      state.open++;
      socket.resume().once('close', () => state.open--);
    };
    return { state, count };
  };

  test('in the middle of a response ends the connection to the server', async () => {
    const { state, count } = closing();
    const server = await tcpServer((socket) => {
      count(socket);
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf');
    });
    const egress = await testEgress({ allowHosts: [server.host] });
    const client = await speak(egress, `GET http://${server.host}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
    await client.until('half');
    client.socket.destroy();
    await expect.poll(() => state.open).toBe(0);
    expect(egress.failed).toEqual([]);
  });

  test('in the middle of its request ends the connection to the server without a reported failure', async () => {
    const { state, count } = closing();
    let received = '';
    const server = await tcpServer((socket) => {
      count(socket);
      socket.on('data', (chunk) => {
        received += chunk;
      });
    });
    const egress = await testEgress({ allowHosts: [server.host] });
    const client = await speak(
      egress,
      `POST http://${server.host}/ HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf`,
    );
    await expect.poll(() => received).toContain('half');
    client.socket.destroy();
    await expect.poll(() => state.open).toBe(0);
    expect([egress.refused, egress.failed]).toEqual([[], []]);
  });

  test('before the server is reached causes neither a request to it nor a reported failure', async () => {
    const { state, count } = closing();
    const server = await tcpServer(count);
    let received = '';
    const leads = everythingLeadsTo(server);
    const egress = await testEgress({
      resolve: async () => {
        await delay(100);
        return ['93.184.215.14'];
      },
      connect: (address, port) => {
        const socket = leads.connect(address, port);
        const write = socket.write.bind(socket) as typeof socket.write;
        socket.write = ((chunk: string) => {
          received += chunk;
          return write(chunk);
        }) as typeof socket.write;
        return socket;
      },
    });
    const client = await speak(egress, 'GET http://example.com/ HTTP/1.1\r\nHost: x\r\n\r\n');
    await delay(30);
    client.socket.destroy();
    await expect.poll(() => server.connections).toBe(1);
    await expect.poll(() => state.open).toBe(0);
    expect([received, egress.failed]).toEqual(['', []]);
  });
});

describe('a request that no browser sends', () => {
  const shapes: [string, (host: string) => string][] = [
    ['origin form', (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
    ['a scheme other than http', (host) => `GET https://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
    ['ftp', (host) => `GET ftp://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
    [
      'a scheme other than http, with http in its path',
      (host) => `GET ftp://${host}/http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    ],
    ['file', (host) => `GET file:///etc/passwd HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
    ['no authority', (host) => `GET http:/${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
    [
      'two lengths',
      (host) =>
        `POST http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    ],
    [
      'a length and chunks',
      (host) =>
        `POST http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'chunked and another coding',
      (host) =>
        `POST http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a disguised Transfer-Encoding',
      (host) =>
        `POST http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 4\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'an invalid chunk size',
      (host) => `POST http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ],
    ['a folded field', (host) => `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n A: b\r\n\r\n`],
    ['a NUL', (host) => `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nA: \0\r\n\r\n`],
    ['a field without a name', (host) => `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n: a\r\n\r\n`],
    ['HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', () => '\x16\x03\x01\x02\x00\x01'],
    ['no Host field', (host) => `GET http://${host}/ HTTP/1.1\r\n\r\n`],
    [
      'an endless header',
      (host) => `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nA: ${'a'.repeat(40_000)}`,
    ],
  ];

  test.each(shapes)('is rejected by the proxy itself: %s', async (_, bytes) => {
    const server = await webServer((request, response) =>
      request.resume().on('end', () => response.end('here')),
    );
    const egress = await testEgress({ allowHosts: [server.host] });
    const client = await speak(egress, bytes(server.host));
    expect(await client.all()).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(server.requests).toEqual([]);
    expect(egress.refused).toEqual([]);
  });

  test('is checked separately and gets its own connection if it follows another one in the same packet', async () => {
    const allowed = await webServer();
    const forbidden = await webServer();
    const egress = await testEgress({ allowHosts: [allowed.host] });
    const client = await speak(
      egress,
      `GET http://${allowed.host}/1 HTTP/1.1\r\nHost: a\r\n\r\nGET http://${forbidden.host}/2 HTTP/1.1\r\nHost: ${allowed.host}\r\n\r\n`,
    );
    expect(await client.all()).toMatch(/^HTTP\/1\.1 200 .*HTTP\/1\.1 403 /s);
    expect([allowed.requests, forbidden.connections]).toEqual([['GET /1'], 0]);
  });
});
