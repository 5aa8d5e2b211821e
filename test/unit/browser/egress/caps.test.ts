import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { Budget } from '../../../../src/browser/egress/budget.ts';
import { defaultEgressLimits } from '../../../../src/browser/egress/limits.ts';
import {
  connectTo,
  everythingLeadsTo,
  get,
  speak,
  tcpServer,
  testEgress,
  webServer,
} from '../../../support/browser/egress/loopback.ts';

const megabyte = 1024 * 1024;

describe('the network limits of a render', () => {
  test('an endless response is cut off at the byte limit and reported', async () => {
    const server = await webServer((_request, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(64 * 1024))) {}
      };
      response.on('drain', more);
      more();
    });
    const egress = await testEgress({ allowHosts: [server.host], limits: { bytes: megabyte } });
    const text = await get(egress, `http://${server.host}/endless`);
    expect(text.length).toBeLessThan(1.2 * megabyte);
    expect(text).not.toMatch(/0\r\n\r\n$/);
    expect(egress.refused).toEqual([
      {
        url: `http://${server.host}/endless`,
        reason: 'The document moved more than 1 MB over the network, the maximum for one document.',
      },
    ]);
    expect(egress.usage.bytes).toBeLessThan(1.2 * megabyte);
    // No later request passes.
    expect(await get(egress, `http://${server.host}/next`)).toMatch(/^HTTP\/1\.1 403 /);
    expect(server.requests).toEqual(['GET /endless']);
    expect(egress.refused.map(({ url }) => url)).toEqual([
      `http://${server.host}/endless`,
      `http://${server.host}/next`,
    ]);
  });

  test.each([
    ['interim responses', 'HTTP/1.1 103 Early Hints\r\nA: '],
    ['chunk extensions', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1;a='],
  ])('a response is also cut off if its bytes are in endless %s', async (_, head, piece = head) => {
    const server = await tcpServer((socket) => {
      const filled = `${piece}${'a'.repeat(8_000)}\r\n${piece === head ? '' : 'x'}\r\n`;
      const more = () => {
        while (!socket.destroyed && socket.write(filled)) {}
      };
      socket.on('drain', more).once('data', () => {
        if (piece !== head) socket.write(head);
        more();
      });
    });
    const egress = await testEgress({ allowHosts: [server.host], limits: { bytes: megabyte } });
    await get(egress, `http://${server.host}/`);
    expect(egress.usage.bytes).toBeGreaterThan(megabyte);
    expect(egress.usage.bytes).toBeLessThan(1.2 * megabyte);
    expect(egress.refused).toEqual([
      { url: `http://${server.host}/`, reason: expect.stringContaining('moved more than 1 MB') },
    ]);
    // The limit ended the response, so the server did not fail.
    expect(egress.failed).toEqual([]);
  });

  test('all bytes that a server sends are counted, and those of the request body', async () => {
    const answer = 'HTTP/1.1 103 x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
    const server = await tcpServer((socket) => {
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk;
        if (received.endsWith('hello')) socket.end(answer);
      });
    });
    const egress = await testEgress({ allowHosts: [server.host] });
    const request = `POST http://${server.host}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello`;
    expect(await (await speak(egress, request)).all()).toMatch(/^HTTP\/1\.1 200 .*ok$/s);
    expect(egress.usage).toEqual({ bytes: answer.length + 'hello'.length, connections: 1 });
  });

  test('bytes are counted across all connections, and exceeding the limit cuts off each of them', async () => {
    const server = await tcpServer((socket) => void socket.resume().write(Buffer.alloc(megabyte)));
    const egress = await testEgress({ allowHosts: [server.host], limits: { bytes: 3.5 * megabyte } });
    const clients = await Promise.all([1, 2, 3, 4].map(() => connectTo(egress, server.host)));
    await Promise.all(clients.map(({ client }) => client.all()));
    expect(egress.usage.bytes).toBeGreaterThan(3.5 * megabyte);
    expect(egress.usage.bytes).toBeLessThan(3.8 * megabyte);
    expect(egress.refused).toHaveLength(1);
  });

  test('an endless upload is cut off, in a request and in a tunnel', async () => {
    for (const tunnelled of [false, true]) {
      const server = await tcpServer((socket) => void socket.resume());
      const egress = await testEgress({ allowHosts: [server.host], limits: { bytes: megabyte } });
      const client = tunnelled
        ? (await connectTo(egress, server.host)).client
        : await speak(
            egress,
            `POST http://${server.host}/ HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n`,
          );
      const all = client.all();
      const more = () => {
        while (!client.socket.destroyed && client.socket.write(Buffer.alloc(64 * 1024))) {}
      };
      client.socket.on('drain', more);
      more();
      await all;
      expect(egress.usage.bytes).toBeLessThan(1.2 * megabyte);
      expect(egress.refused).toHaveLength(1);
      expect(egress.failed).toEqual([]);
    }
  });

  test('connections are limited in total and concurrently', async () => {
    const server = await tcpServer(() => {});
    const egress = await testEgress({
      allowHosts: [server.host],
      limits: { connections: 5, openConnections: 2 },
    });
    const attempt = () => connectTo(egress, server.host);
    const reason = () => egress.refused.at(-1)?.reason;
    const open = [await attempt(), await attempt()];
    expect((await attempt()).status).toMatch(/ 403 /);
    expect(reason()).toBe('The document has 2 connections open, the maximum at one time.');
    // Each closed connection makes room for another one, up to five in total.
    while (open.length < 5) {
      open.at(-1)?.client.socket.destroy();
      await expect
        .poll(async () => {
          const next = await attempt();
          if (next.status.includes(' 200 ')) open.push(next);
          return next.status;
        })
        .toMatch(/ 200 /);
    }
    open.at(-1)?.client.socket.destroy();
    await expect
      .poll(() => attempt().then(reason))
      .toMatch(/^The document opened 5 connections, the maximum/);
    expect(server.connections).toBe(5);
    expect(egress.usage.connections).toBe(5);
  });

  test('concurrent requests do not exceed the limit while names are resolved', async () => {
    const server = await webServer();
    const leads = everythingLeadsTo(server);
    const egress = await testEgress({
      connect: leads.connect,
      limits: { openConnections: 3 },
      resolve: async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        return ['93.184.215.14'];
      },
    });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => get(egress, `http://h${i}.example/`)),
    );
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200'))).toHaveLength(3);
    expect(leads.dialled).toHaveLength(3);
    // Each connection freed its slot when it closed.
    expect(await get(egress, 'http://h10.example/')).toMatch(/^HTTP\/1\.1 200/);
  });

  test('the proxy accepts at most four times as many clients as it may open connections', async () => {
    const egress = await testEgress({ limits: { openConnections: 1 } });
    const clients = await Promise.all([1, 2, 3, 4].map(() => speak(egress, '')));
    await (await speak(egress, '')).all();
    expect(clients.map(({ socket }) => socket.closed)).toEqual([false, false, false, false]);
  });

  test('rejected and failed requests free their slots', async () => {
    const egress = await testEgress({
      limits: { openConnections: 1 },
      resolve: async (host) => (host === 'gone.example' ? [] : ['127.0.0.1']),
    });
    for (let i = 0; i < 3; i++) {
      expect(await get(egress, 'http://intern.example/')).toMatch(/^HTTP\/1\.1 403/);
      expect(await get(egress, 'http://gone.example/')).toMatch(/^HTTP\/1\.1 502/);
    }
    expect(egress.refused).toHaveLength(1);
  });

  test('a silent server times out, before its response and in the middle of it', async () => {
    for (const begin of ['', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1']) {
      const server = await tcpServer((socket) => void socket.write(begin));
      const egress = await testEgress({ allowHosts: [server.host], limits: { idleMs: 60 } });
      const text = await get(egress, `http://${server.host}/`);
      expect(text).toMatch(begin ? /^HTTP\/1\.1 200 .*\r\n\r\n1$/s : /^HTTP\/1\.1 502 /);
      expect(egress.failed).toHaveLength(begin ? 0 : 1);
    }
  });

  test('an idle tunnel is closed and an active one stays open', async () => {
    const server = await tcpServer((socket) => void socket.pipe(socket));
    const egress = await testEgress({ allowHosts: [server.host], limits: { idleMs: 150 } });
    const { client } = await connectTo(egress, server.host);
    for (let i = 0; i < 6; i++) {
      client.socket.write('.');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(client.socket.closed).toBe(false);
    await client.all();
  });

  test('an address that does not accept the connection times out', async () => {
    const egress = await testEgress({
      resolve: async () => ['93.184.215.14', '93.184.215.15', '2606:4700::1', '2606:4700::2'],
      limits: { connectMs: 40 },
      // This socket never connects, because its `connect` is not called.
      connect: () => new Socket(),
    });
    const begin = performance.now();
    expect(await get(egress, 'http://example.com/')).toMatch(/^HTTP\/1\.1 502/);
    expect(performance.now() - begin).toBeLessThan(1_000);
  });

  test('a flood of rejected requests is slowed down and does not fill the report', async () => {
    const egress = await testEgress({ limits: { reports: 5 } });
    const flood = (from: number) =>
      Promise.all(Array.from({ length: 5 }, (_, i) => get(egress, `http://10.0.0.1/${from + i}`)));
    await flood(0);
    const begin = performance.now();
    await flood(5);
    expect(performance.now() - begin).toBeGreaterThan(200);
    expect(egress.refused).toHaveLength(5);
  });

  test('the same rejection is reported once, and a long URL is shortened', async () => {
    const egress = await testEgress();
    await get(egress, 'http://10.0.0.1/a?1');
    await get(egress, 'http://10.0.0.1/a?2');
    const longest = 'http://10.0.0.1/'.padEnd(500, 'b');
    await get(egress, longest);
    await get(egress, `${longest}b`);
    const shortened = `${longest.slice(0, 499)}…`;
    expect(egress.refused.map(({ url }) => url)).toEqual(['http://10.0.0.1/a', longest, shortened]);
  });
});

describe('Budget', () => {
  test('allows exactly its limits', () => {
    const budget = new Budget({ ...defaultEgressLimits, bytes: 10, connections: 3, openConnections: 2 });
    expect(budget.spend(10)).toBeUndefined();
    budget.take();
    budget.take();
    expect(() => budget.take()).toThrow('2 connections open');
    budget.giveBack();
    budget.take();
    budget.giveBack();
    expect(() => budget.take()).toThrow('opened 3 connections');
    expect(budget.spend(1)?.message).toContain('moved more than');
    expect(() => budget.take()).toThrow('moved more than');
    expect([budget.bytes, budget.connections]).toEqual([11, 3]);
  });
});
