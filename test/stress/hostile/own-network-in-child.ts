/**
 * Run by `unshare --net`. This network consists of addresses that a page must not reach, each with a server that counts
 * connections, and one that it may reach. Prints the counts as JSON.
 */
import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, isIPv6 } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { startEgress } from '../../../src/browser/egress/egress.ts';
import { holds, openPage, startChromium } from '../../support/browser/egress/chromium.ts';
import { datagramVectors, vectors } from '../../support/browser/egress/vectors.ts';
import type { OwnNetworkReport } from './own-network.test.ts';

const forbidden = [
  '127.0.0.1',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  'fd00:ec2::254',
];
const allowed = '10.9.9.9';

execFileSync('ip', ['link', 'set', 'lo', 'up']);
for (const address of [...forbidden, allowed]) {
  if (address === '127.0.0.1') continue;
  const options = isIPv6(address) ? ['/128', 'nodad'] : ['/32'];
  execFileSync('ip', ['addr', 'add', `${address}${options[0]}`, 'dev', 'lo', ...options.slice(1)]);
}

const hits = new Map<string, number>();
const hit = (address: string) => hits.set(address, (hits.get(address) ?? 0) + 1);
for (const address of [...forbidden, allowed]) {
  for (const port of [80, 443]) {
    createServer((_request, response) =>
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('x'),
    )
      .on('connection', () => hit(address))
      .on('clientError', (_error, socket) => socket.destroy())
      .listen(port, address);
  }
  const datagrams = createSocket(isIPv6(address) ? 'udp6' : 'udp4').on('message', () => hit(address));
  datagrams.bind(80, address);
  await once(datagrams, 'listening');
}

/** Returns the counts since the last call at the forbidden addresses, and at the allowed one. */
function counted() {
  const count = (addresses: readonly string[]) => addresses.filter((address) => hits.has(address));
  const result = { forbidden: count(forbidden), allowed: count([allowed]) };
  hits.clear();
  return result;
}

async function knock(): Promise<void> {
  for (const address of forbidden) {
    const socket = connect(80, address);
    await once(socket, 'connect');
    socket.destroy();
  }
  await delay(50);
}

const browser = await startChromium();

/** Keeps each page open until it has reached the allowed address or was rejected, and a moment longer. */
async function visit(allowHosts: readonly string[]): Promise<readonly string[]> {
  const refused = new Set<string>();
  const limits = { reports: 10_000 };
  const onRefused = ({ url }: { url: string }) => refused.add(new URL(url).hostname);
  const egress = await startEgress({ allowHosts, limits, onRefused });
  for (const address of [allowed, ...forbidden]) {
    const host = isIPv6(address) ? `[${address}]` : address;
    const { session, close } = await openPage(browser, egress);
    const { frameTree } = await session.send('Page.getFrameTree');
    const ways = Object.entries(vectors).map(([name, vector]) =>
      vector({ at: `http://${host}/${name}`, host: `${host}:80`, here: `http://${allowed}` }),
    );
    ways.push(...Object.values(datagramVectors).map((vector) => vector(`${host}:80`)));
    await session.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html: ways.join('\n') });
    await holds(() => hits.has(address) || refused.has(host));
    if (refused.has(host)) await delay(400);
    await close();
  }
  await egress.close();
  return forbidden.filter((address) => refused.has(isIPv6(address) ? `[${address}]` : address));
}

await knock();
const knocked = counted();
const refused = await visit([allowed]);
const visited = counted();
// The same pages with every address allowed.
await visit([allowed, ...forbidden]);
const control = counted();
await browser.kill();
const report: OwnNetworkReport = { addresses: forbidden, allowed, knocked, visited, control, refused };
console.log(JSON.stringify(report));
process.exit(0);
