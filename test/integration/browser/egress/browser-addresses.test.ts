/** The proxy and the flags in a real browser: every spelling of an address that a page must not reach. */
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LaunchedBrowser } from '../../../../src/browser/process/launch.ts';
import { holds, openPage, startChromium } from '../../../support/browser/egress/chromium.ts';
import { testEgress, webServer } from '../../../support/browser/egress/loopback.ts';

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser?.kill());

const publicAddress = '93.184.215.14';
const names: Readonly<Record<string, readonly string[]>> = {
  'public.test': [publicAddress],
  'loopback.test': ['127.0.0.1'],
  'mixed.test': [publicAddress, '127.0.0.1'],
  'mixed6.test': [publicAddress, '::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'private.test': ['10.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'wild.127.0.0.1.test': ['127.0.0.1'],
};

const ownAddress = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address;

// PORT is replaced by the port of the counting server. The proxy rejects each, unless Chromium finds it invalid.
const forbidden = [
  'http://127.0.0.1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://127.255.255.254:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0x7f.0x0.0x0.0x1:PORT/',
  'http://017700000001:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://0000177.0.0.1:PORT/',
  'http://１２７.０.０.１:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://127。0。0。1:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://0:PORT/',
  'http://0.0.0.0:PORT/',
  'http://localhost:PORT/',
  'http://LOCALHOST.:PORT/',
  'http://a.localhost:PORT/',
  'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/',
  'http://[::1]:PORT/',
  'http://[::]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[64:ff9b::127.0.0.1]:PORT/',
  'http://[2002:7f00:1::]:PORT/',
  'http://[2001:0:7f00:1::]:PORT/',
  'http://[fd00::1]:PORT/',
  'http://[fe80::1]:PORT/',
  'http://10.0.0.1:PORT/',
  'http://100.100.100.200:PORT/',
  'http://169.254.169.254:PORT/latest/meta-data/',
  'http://2852039166:PORT/',
  'http://[fd00:ec2::254]:PORT/',
  'http://168.63.129.16:PORT/',
  'http://192.168.0.1:PORT/',
  'http://172.16.0.1:PORT/',
  'http://224.0.0.1:PORT/',
  'http://255.255.255.255:PORT/',
  'http://public.test@127.0.0.1:PORT/',
  'http://public.test:80@127.0.0.1:PORT/',
  'http://127.0.0.1:PORT\\\\@public.test/',
  '//127.0.0.1:PORT/',
  'http:\\\\\\\\127.0.0.1:PORT/',
  'ht\\ntp://127.0.0.1:PORT/',
  'https://127.0.0.1:PORT/',
  'https://[::1]:PORT/',
  'http://loopback.test:PORT/',
  'http://LOOPBACK.test.:PORT/',
  'http://mixed.test:PORT/',
  'http://mixed6.test:PORT/',
  'http://mapped.test:PORT/',
  'http://private.test:PORT/',
  'http://metadata.test:PORT/',
  'http://nat64.test:PORT/',
  'http://wild.127.0.0.1.test:PORT/',
  'https://loopback.test:PORT/',
  ...(ownAddress ? [`http://${ownAddress}:PORT/`] : []),
  // Other ports of a public address.
  'http://public.test:8080/',
  'https://public.test:8443/',
];

test('the proxy blocks every spelling of a non-public address, from an image, a frame or a script', async () => {
  const target = await webServer((_request, response) => response.end('secret'), '::');
  const positive = await webServer((_request, response) => {
    response
      .writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' })
      .end('<body>');
  });
  const dialled: string[] = [];
  const egress = await testEgress({
    allowHosts: [positive.host],
    ports: [target.port],
    limits: { reports: 1_000 },
    resolve: async (host) => names[host] ?? (/localhost$/.test(host) ? ['127.0.0.1'] : []),
    connect(address, port) {
      dialled.push(address);
      return address === publicAddress ? connect(positive.port, '127.0.0.1') : connect(port, address);
    },
  });
  const { session, close } = await openPage(browser, egress);
  await session.send('Page.navigate', { url: `http://${positive.host}/page` });
  await holds(() => positive.requests.includes('GET /page'));
  await expect
    .poll(
      async () =>
        (await session.send('Runtime.evaluate', { expression: 'document.body && location.host' })).result
          .value,
    )
    .toBe(positive.host);

  const addresses = forbidden.map((address) => address.replace('PORT', String(target.port)));
  const attempt = (
    address: string,
  ) => `Promise.race([new Promise((resolve) => setTimeout(resolve, 500)), Promise.all([
    fetch('${address}', { mode: 'no-cors' }).then((answer) => answer.type, () => 'failed'),
    new Promise((resolve) => {
      const image = new Image();
      image.onload = () => resolve('loaded');
      image.onerror = () => resolve('failed');
      image.src = '${address}?image';
    }),
    new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.onload = () => resolve('loaded');
      frame.src = '${address}?frame';
      document.body.append(frame);
    }),
  ])])`;
  for (const address of addresses) {
    await session.send('Runtime.evaluate', { expression: attempt(address), awaitPromise: true });
  }
  // The same page still reaches the allowed host and the public one.
  const allowed = await session.send('Runtime.evaluate', {
    expression: `Promise.all([fetch('http://${positive.host}/allowed'), fetch('http://public.test:${target.port}/public')]).then((all) => all.map((one) => one.status).join())`,
    awaitPromise: true,
    returnByValue: true,
  });
  await close();

  expect(allowed.result.value).toBe('200,200');
  expect(positive.requests).toEqual(expect.arrayContaining(['GET /allowed', 'GET /public']));
  expect(dialled).toContain(publicAddress);
  expect([...new Set(dialled)].sort()).toEqual(['127.0.0.1', publicAddress].sort());
  expect(target.connections).toBe(0);
  const refused = new Set(egress.refused.map(({ url }) => new URL(url).host));
  const hosts = new Set(
    addresses
      .filter((address) => URL.canParse(address))
      .map((address) => new URL(address).host.replace(/\.:/, ':')),
  );
  for (const host of hosts) expect([...refused].map((host) => host.replace(/\.:/, ':'))).toContain(host);
});
