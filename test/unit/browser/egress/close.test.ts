import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { startEgress } from '../../../../src/browser/egress/egress.ts';
import {
  connectTo,
  speak,
  tcpServer,
  testEgress,
  webServer,
} from '../../../support/browser/egress/loopback.ts';
import { nameServer } from './name-server.ts';

test('close immediately cuts off requests, tunnels, look-ups and idle clients', async () => {
  const silent = await tcpServer(() => {});
  const streaming = await webServer((_request, response) => void response.write('begin'));
  const egress = await testEgress({
    allowHosts: [silent.host, streaming.host],
    resolve: () => new Promise(() => {}),
    limits: { dnsMs: 300 },
  });
  const get = (host: string) => speak(egress, `GET http://${host}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
  const clients = [
    await get(silent.host),
    await get(streaming.host),
    await get('slow.example'),
    await speak(egress, 'CONNECT slow.example:443 HTTP/1.1\r\nHost: x\r\n\r\n'),
    (await connectTo(egress, silent.host)).client,
    await speak(egress, 'GET '),
    await speak(egress, ''),
  ];
  await clients[1]?.until('begin');
  // No request and no client ends by itself.
  await egress.close();
  await Promise.all(clients.map((client) => client.all()));
  await delay(350);
  // Requests that `close` cut off are reported neither as rejected nor as failed.
  expect([egress.refused, egress.failed]).toEqual([[], []]);
  const late = connect(Number(new URL(egress.proxy).port), '127.0.0.1');
  await expect(once(late, 'connect')).rejects.toThrow('ECONNREFUSED');
});

test('close ends a connection attempt, and no other attempt follows', async () => {
  const sockets: Socket[] = [];
  const egress = await testEgress({
    resolve: async () => ['93.184.215.14', '93.184.215.15'],
    connect() {
      const socket = new Socket(); // Never connects.
      sockets.push(socket);
      return socket;
    },
  });
  await speak(egress, 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => sockets.length).toBe(1);
  await egress.close();
  await delay(50);
  expect(sockets.map((socket) => socket.destroyed)).toEqual([true]);
});

test('close may be called twice', async () => {
  const egress = await startEgress({ allowHosts: [], onRefused: () => {} });
  await Promise.all([egress.close(), egress.close()]);
  await egress.close();
});

test('close leaves nothing that keeps the process alive', async () => {
  const before = process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length;
  for (let i = 0; i < 20; i++) {
    const egress = await startEgress({ allowHosts: [], onRefused: () => {} });
    await egress.close();
  }
  await expect
    .poll(() => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length)
    .toBeLessThanOrEqual(before);
});

test('each proxy listens on 127.0.0.1 only, at its own port', async () => {
  const [first, second] = [await testEgress(), await testEgress()];
  expect(first.proxy).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(first.proxy).not.toBe(second.proxy);
  const port = Number(new URL(first.proxy).port);
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ address, scopeid }) => address !== '127.0.0.1' && !scopeid);
  for (const { address } of others) {
    const socket = connect(port, address);
    onTestFinished(() => void socket.destroy());
    await expect(once(socket, 'connect'), address).rejects.toThrow();
  }
});

test('close does not wait for rejections that are being delayed', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const egress = await testEgress({ limits: { reports: 0 } });
  const before = timers();
  const client = await speak(egress, 'CONNECT 10.0.0.1:443 HTTP/1.1\r\nHost: x\r\n\r\n');
  // A machine that is busy for longer than the delay may not see its timer.
  while (timers() <= before && client.text === '') await setImmediate();
  await egress.close();
  // A timer of an earlier test may have ended in the meantime.
  expect(timers()).toBeLessThanOrEqual(before);
});

test('close ends pending look-ups', async () => {
  const silent = await nameServer({}, true);
  const egress = await testEgress({ nameServers: [silent.address] });
  await speak(egress, 'CONNECT slow.example:443 HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => silent.asked.length).toBe(2); // One query for each address family.
  await egress.close();
  await delay(1_200);
  expect(silent.asked).toHaveLength(2); // The resolver did not retry, as it would after a second.
});

test('the proxy does not start with an allow-list entry that would never match', async () => {
  await expect(testEgress({ allowHosts: ['*.example.com'] })).rejects.toThrow(
    'is not a host that can be allowed',
  );
});

test('two renders share neither permissions nor usage', async () => {
  const server = await webServer();
  const one = await testEgress({ allowHosts: [server.host] });
  const other = await testEgress();
  expect((await connectTo(one, server.host)).status).toMatch(/ 200 /);
  expect((await connectTo(other, server.host)).status).toMatch(/ 403 /);
  expect([one.usage.connections, other.usage.connections, server.connections]).toEqual([1, 0, 1]);
});
