/** The flags alone in a real browser: a context without a proxy reaches nothing at all. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { LaunchedBrowser } from '../../../../src/browser/process/launch.ts';
import { holds, openPage, startChromium } from '../../../support/browser/egress/chromium.ts';
import { testEgress, webServer } from '../../../support/browser/egress/loopback.ts';
import { datagramVectors, vectors } from '../../../support/browser/egress/vectors.ts';

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser?.kill());

const everyVector = (hosts: readonly string[]) =>
  hosts
    .flatMap((host) => [
      ...Object.entries(vectors).map(([name, vector]) =>
        vector({ at: `http://${host}/${name}`, host, here: `http://${host}` }),
      ),
      ...Object.values(datagramVectors).map((vector) => vector(host)),
    ])
    .join('\n');

/** Counts the datagrams that arrive at a port, on every interface. */
async function datagrams(port: number): Promise<{ readonly count: number }> {
  const counter = { count: 0 };
  const socket = createSocket('udp6').on('message', () => counter.count++);
  socket.bind(port, '::');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return counter;
}

describe('a context without a proxy of its own', () => {
  test('reaches nothing through any vector, even if another context has a proxy', async () => {
    const server = await webServer(undefined, '::');
    const udp = await datagrams(server.port);
    const egress = await testEgress({ allowHosts: [server.host] });
    const other = await openPage(browser, egress);
    const { session, close } = await openPage(browser);
    const { frameTree } = await session.send('Page.getFrameTree');
    const html = everyVector([
      server.host,
      `localhost:${server.port}`,
      `[::1]:${server.port}`,
      `0.0.0.0:${server.port}`,
    ]);
    await session.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html });
    await delay(1_500);
    expect([server.connections, udp.count, egress.usage.connections, egress.refused]).toEqual([0, 0, 0, []]);

    // The same page in the context with a proxy.
    const frame = (await other.session.send('Page.getFrameTree')).frameTree.frame.id;
    await other.session.send('Page.setDocumentContent', { frameId: frame, html });
    await holds(() => server.requests.length > 30);
    expect(server.requests.length).toBeGreaterThan(30);
    expect(udp.count).toBe(0);
    await Promise.all([close(), other.close()]);
  });

  test.each([
    'http://127.0.0.1:PORT/',
    'https://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://example.com/',
    'http://169.254.169.254/',
  ])('fails immediately when it navigates to %s', async (address) => {
    const server = await webServer();
    const { session, close } = await openPage(browser);
    const url = address.replace('PORT', String(server.port));
    const begin = performance.now();
    expect((await session.send('Page.navigate', { url })).errorText).toBe('net::ERR_PROXY_CONNECTION_FAILED');
    expect(performance.now() - begin).toBeLessThan(2_000);
    expect(server.connections).toBe(0);
    await close();
  });

  test('is pointed at a port on which nothing can listen', async () => {
    const socket = connect({ port: 0, host: '127.0.0.1' });
    await expect(once(socket, 'connect')).rejects.toThrow(/ECONNREFUSED|EADDRNOTAVAIL/);
  });
});

describe('a page with a proxy', () => {
  test.each(Object.entries(datagramVectors))('sends no datagrams for %s', async (_, vector) => {
    const server = await webServer();
    const udp = await datagrams(server.port);
    const sender = createSocket('udp4');
    // Proves that the counter works.
    sender.send('x', server.port, '127.0.0.1');
    await holds(() => udp.count === 1);
    sender.close();
    const egress = await testEgress({ allowHosts: [server.host] });
    const { session, close } = await openPage(browser, egress);
    await session.send('Page.navigate', { url: `http://${server.host}/` });
    const { frameTree } = await session.send('Page.getFrameTree');
    const html = [server.host, `localhost:${server.port}`, `[::1]:${server.port}`].map(vector).join('');
    await session.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html });
    await delay(700);
    await close();
    expect(udp.count).toBe(1);
  });

  test('sends no multicast DNS query for a name in .local', async ({ skip }) => {
    const asked: string[] = [];
    const neighbour = createSocket({ type: 'udp4', reuseAddr: true }).on('message', (packet) => {
      asked.push(packet.toString('latin1'));
    });
    onTestFinished(() => void neighbour.close());
    try {
      neighbour.bind(5353);
      await once(neighbour, 'listening');
      neighbour.addMembership('224.0.0.251');
      neighbour.send('control', 5353, '224.0.0.251', () => {});
    } catch {
      // This machine has no multicast.
    }
    await holds(() => asked.includes('control'), 1_000);
    if (!asked.includes('control')) skip('no multicast on this machine');
    const egress = await testEgress();
    const { session, close } = await openPage(browser, egress);
    const { frameTree } = await session.send('Page.getFrameTree');
    const html = Object.values(datagramVectors)
      .map((vector) => vector('printer.local:80'))
      .join('');
    await session.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html });
    await delay(700);
    await close();
    expect(asked.filter((packet) => /printer|NOTFOUND/.test(packet))).toEqual([]);
  });
});
