/** Where the addresses in certificates may lead, and how much of time, bytes and requests a signature may take for them. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { connectTcp } from '../../../../src/browser/egress/upstreams.ts';
import {
  type AuthorityNetworkOptions,
  openAuthorityNetwork,
} from '../../../../src/render/sealing/authority-network.ts';
import type { AuthorityReach } from '../../../../src/render/sealing/authority-policy.ts';
import { everythingLeadsTo, webServer } from '../../../support/browser/egress/loopback.ts';
import { cert, key } from '../../../support/self-signed.ts';

const remedy = (host: string) => `Allow ${host}.`;
const publicOnly: AuthorityReach = { kind: 'public', allowHosts: [], remedy };

function open(options: Partial<AuthorityNetworkOptions> = {}) {
  const network = openAuthorityNetwork({ authority: 'http://tsa.example/', reach: publicOnly, ...options });
  onTestFinished(() => network.close());
  return async (url: string) => {
    const { status, body } = await network.exchange({ url, method: 'GET', headers: {} });
    return [status, Buffer.from(body).toString()];
  };
}

/** One public name, and one that leads inside. */
const resolve = async (host: string) => (host === 'ca.example' ? ['93.184.215.14'] : ['10.0.0.1']);

it('asks an address whose name is public, and connects to what was checked', async () => {
  const server = await webServer();
  const { connect, dialled } = everythingLeadsTo(server);
  const get = open({ resolve, connect });
  expect(await get('http://ca.example/a.crl')).toEqual([200, 'here']);
  expect([server.requests, dialled]).toEqual([['GET /a.crl'], ['93.184.215.14:80']]);
});

it.each([
  ['http://10.0.0.1/', '10.0.0.1 is not a public address of another machine. Allow 10.0.0.1:80.'],
  ['http://[::1]/', '::1 is not a public address of another machine. Allow [::1]:80.'],
  ['http://0x7f.1/', '127.0.0.1 is not a public address of another machine. Allow 127.0.0.1:80.'],
  [
    'https://inside.example/',
    'inside.example has an address that is not a public address of another machine. Allow inside.example:443.',
  ],
  [
    'http://ca.example:8080/',
    'Port 8080 is not one that may be reached; only 80 and 443 are. Allow ca.example:8080.',
  ],
])('does not ask %s', async (url, message) => {
  const { connect, dialled } = everythingLeadsTo(await webServer());
  await expect(open({ resolve, connect })(url)).rejects.toThrow(message);
  expect(dialled).toEqual([]);
});

it.each(['http://127.0.0.1/', 'http://inside.example/', 'http://127.0.0.1:{port}/'])(
  'does not follow a redirect to %s, also of the configured authority',
  async (target) => {
    const inside = await webServer();
    const location = target.replace('{port}', String(inside.port));
    const outside = await webServer((_, response) => response.writeHead(302, { location }).end());
    const { connect, dialled } = everythingLeadsTo(outside);
    await expect(open({ resolve, connect })('http://ca.example/')).rejects.toThrow('Allow ');
    expect(dialled).toEqual(['93.184.215.14:80']);
    const authority = `http://${outside.host}/`;
    await expect(open({ authority, resolve })(authority)).rejects.toThrow('Allow ');
    expect([outside.requests, inside.requests]).toEqual([['GET /', 'GET /'], []]);
  },
);

it('asks the configured authority and allowed hosts, wherever they are', async () => {
  const [authority, allowed, other] = [await webServer(), await webServer(), await webServer()];
  const get = open({
    authority: `http://${authority.host}/tsa`,
    reach: { ...publicOnly, allowHosts: [allowed.host] },
  });
  expect(await get(`http://${authority.host}/tsa`)).toEqual([200, 'here']);
  expect(await get(`http://${allowed.host}/`)).toEqual([200, 'here']);
  await expect(get(`http://${other.host}/`)).rejects.toThrow(`Allow ${other.host}.`);
  expect(other.connections).toBe(0);
});

it('on the network of the machine, asks everything and names what is not public', async () => {
  const [authority, inside] = [await webServer(), await webServer()];
  const asked: string[] = [];
  const get = open({
    authority: `http://${authority.host}/`,
    reach: { kind: 'machine', onPrivate: (host) => asked.push(host) },
  });
  await get(`http://${authority.host}/`);
  await get(`http://${inside.host}/`);
  expect(asked).toEqual([inside.host]);
});

it('of https, only servers with a trusted certificate of their name are asked', async () => {
  const requests: string[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    requests.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const get = open({ resolve, connect: () => connectTcp('127.0.0.1', port) });
  await expect(get('https://ca.example/')).rejects.toThrow('self-signed certificate');
  expect(requests).toEqual([]);
});

it('the proxy of the environment is used for the configured authority and allowed hosts only', async () => {
  const proxy = await webServer((_, response) => response.end('by proxy'));
  vi.stubEnv('HTTP_PROXY', `http://${proxy.host}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { connect } = everythingLeadsTo(await webServer());
  const reach = { ...publicOnly, allowHosts: ['ca.intern'] };
  const get = open({ authority: 'http://tsa.intern/', reach, resolve, connect });
  expect(await get('http://tsa.intern/')).toEqual([200, 'by proxy']);
  expect(await get('http://ca.intern/a')).toEqual([200, 'by proxy']);
  expect(await get('http://ca.example/')).toEqual([200, 'here']);
  await expect(get('http://inside.example/')).rejects.toThrow('Allow ');
  expect(proxy.requests).toEqual(['GET http://tsa.intern/', 'GET http://ca.intern/a']);
});

it('of a response, no more than the limit is read', async () => {
  const server = await webServer((_, response) => response.end('x'.repeat(2 ** 20 + 1)));
  const get = open({ authority: `http://${server.host}/`, limits: { responseBytes: 2 ** 20 } });
  await expect(get(`http://${server.host}/`)).rejects.toThrow('its response is larger than 1 MB');
});

it('of all responses, no more than the limit is read', async () => {
  const server = await webServer((_, response) => response.end('x'.repeat(2 ** 20)));
  const get = open({ authority: `http://${server.host}/`, limits: { bytes: 2.5 * 2 ** 20 } });
  const url = `http://${server.host}/`;
  await get(url);
  await get(url);
  await expect(get(url)).rejects.toThrow('more than 3 MB over the network');
});

it('requests and redirects are counted together', async () => {
  const server = await webServer((request, response) => {
    if (request.url === '/end') response.end('end');
    else response.writeHead(302, { location: '/end' }).end();
  });
  const url = `http://${server.host}/`;
  const get = open({ authority: url, limits: { requests: 5 } });
  await get(url);
  await get(url);
  await expect(get(url)).rejects.toThrow('5 connections, the maximum');
  expect(server.requests).toHaveLength(5);
});

it('a response that does not come ends with the time of the request, or of all', async () => {
  const server = await webServer(() => {});
  const authority = `http://${server.host}/`;
  await expect(open({ authority, limits: { requestMs: 50 } })(authority)).rejects.toThrow(
    'no response within 0.05 s',
  );
  const get = open({ authority, limits: { totalMs: 50 } });
  await expect(get(authority)).rejects.toThrow('the authorities took longer than 0.05 s together');
  // Nothing is asked any more.
  const before = server.connections;
  await expect(get(authority)).rejects.toThrow('together');
  expect(server.connections).toBe(before);
});

it('a signal ends the requests under way with its reason', async () => {
  const server = await webServer(() => {});
  const authority = `http://${server.host}/`;
  const signal = AbortSignal.timeout(50);
  const failed = open({ authority, signal })(authority).catch((error: unknown) => error);
  expect(await failed).toBe(signal.reason);
});
