import { describe, expect, test } from 'vitest';
import { allowList } from '../../../../src/browser/egress/allow-list.ts';
import { createPolicy } from '../../../../src/browser/egress/policy.ts';
import { EgressRefused } from '../../../../src/browser/egress/refusal.ts';
import type { Resolve } from '../../../../src/browser/egress/resolver.ts';
import { Unreachable } from '../../../../src/browser/egress/unreachable.ts';

interface Changes {
  readonly allowHosts?: readonly string[];
  readonly resolve?: Resolve;
  readonly own?: readonly string[];
  readonly dnsMs?: number;
  readonly signal?: AbortSignal;
}

function testGate({ allowHosts = [], resolve, own = [], dnsMs = 1_000, signal }: Changes = {}) {
  const asked: string[] = [];
  const rules = createPolicy({
    allowed: allowList(allowHosts),
    ports: [80, 443],
    resolve: async (host) => {
      asked.push(host);
      return resolve ? resolve(host) : ['93.184.215.14'];
    },
    ownAddresses: () => own,
    dnsMs,
    signal: signal ?? new AbortController().signal,
  });
  return { ...rules, asked };
}

describe('the egress policy', () => {
  test('admits a public name at exactly the addresses that were checked', async () => {
    const { admit } = testGate({ resolve: async () => ['93.184.215.14', '2606:4700::1111'] });
    expect(await admit({ host: 'example.com', port: 443 })).toEqual(['93.184.215.14', '2606:4700::1111']);
  });

  test('admits a public address without a look-up', async () => {
    const { admit, asked } = testGate();
    expect(await admit({ host: '93.184.215.14', port: 80 })).toEqual(['93.184.215.14']);
    expect(asked).toEqual([]);
  });

  test.each([
    [['10.0.0.1']],
    [['93.184.215.14', '127.0.0.1']],
    [['127.0.0.1', '93.184.215.14']],
    [['93.184.215.14', '::1']],
    [['2606:4700::1', '2606:4700::2', 'fd00::1']],
    [['93.184.215.14', 'not an address']],
  ])('rejects a name if any of its addresses is not public: %j', async (addresses) => {
    const { admit } = testGate({ resolve: async () => addresses });
    await expect(admit({ host: 'mixed.example', port: 80 })).rejects.toThrow(EgressRefused);
  });

  test('does not disclose the rejected address, because an untrusted author may read the report', async () => {
    const { admit } = testGate({ resolve: async () => ['10.1.2.3'] });
    const refusal = await admit({ host: 'db.corp.example', port: 80 }).catch((error) => error);
    expect(refusal.message).toBe(
      'db.corp.example has an address that is not a public address of another machine.',
    );
  });

  test('explains why it rejects an address, before any look-up or connection', () => {
    const { inspect } = testGate();
    expect(() => inspect({ host: '10.0.0.1', port: 80 })).toThrow(
      '10.0.0.1 is not a public address of another machine.',
    );
    expect(() => inspect({ host: '::1', port: 80 })).toThrow(EgressRefused);
    expect(() => inspect({ host: '1.1.1.1', port: 80 })).not.toThrow();
    expect(() => inspect({ host: 'example.com', port: 443 })).not.toThrow();
  });

  test.each([1, 22, 79, 81, 442, 444, 3000, 8080, 65_535])('rejects port %i', async (port) => {
    const { admit, inspect, asked } = testGate();
    expect(() => inspect({ host: 'example.com', port })).toThrow(
      `Port ${port} is not one that may be reached; only 80 and 443 are.`,
    );
    await expect(admit({ host: '93.184.215.14', port })).rejects.toThrow(EgressRefused);
    expect(asked).toEqual([]);
  });

  test.each([
    [['93.184.215.14'], '93.184.215.14'],
    [['2606:4700::1'], '2606:4700:0:0::1'],
    [['2606:4700:0:5::1/64'], '2606:4700:0:5:ffff::9'],
    [['10.0.0.0/8', '93.184.215.0/24'], '93.184.215.14'],
  ])('rejects a public address that belongs to this machine: %j', async (own, address) => {
    const { admit } = testGate({ own, resolve: async () => ['1.1.1.1', address] });
    await expect(admit({ host: 'self.example', port: 80 })).rejects.toThrow(EgressRefused);
    await expect(admit({ host: address, port: 80 })).rejects.toThrow(EgressRefused);
    await expect(admit({ host: '1.1.1.1', port: 80 })).resolves.toEqual(['1.1.1.1']);
  });

  test('resolves a name once, so that DNS rebinding has no effect', async () => {
    const answers = [['93.184.215.14'], ['127.0.0.1']];
    const { admit, asked } = testGate({ resolve: async () => answers.shift() ?? [] });
    const both = [admit({ host: 'rebind.example', port: 80 }), admit({ host: 'rebind.example', port: 443 })];
    expect(await Promise.all(both)).toEqual([['93.184.215.14'], ['93.184.215.14']]);
    expect(await admit({ host: 'rebind.example', port: 80 })).toEqual(['93.184.215.14']);
    expect(asked).toEqual(['rebind.example']);
  });

  test('keeps rejecting a name that resolves to a public address later', async () => {
    const answers = [['127.0.0.1'], ['93.184.215.14']];
    const { admit } = testGate({ resolve: async () => answers.shift() ?? [] });
    await expect(admit({ host: 'rebind.example', port: 80 })).rejects.toThrow(EgressRefused);
    await expect(admit({ host: 'rebind.example', port: 80 })).rejects.toThrow(EgressRefused);
  });

  test('exempts an allowed host from the address and port rules, and resolves it through /etc/hosts', async () => {
    const { admit, asked } = testGate({
      allowHosts: ['localhost:3000', '10.0.0.1'],
      own: ['127.0.0.1', '10.0.0.1'],
    });
    expect(await admit({ host: 'localhost', port: 3000 })).toContain('127.0.0.1');
    expect(await admit({ host: '10.0.0.1', port: 22 })).toEqual(['10.0.0.1']);
    expect(asked).toEqual([]);
    await expect(admit({ host: 'localhost', port: 3001 })).rejects.toThrow(EgressRefused);
  });

  test('allows a host only at its listed port', async () => {
    const { admit } = testGate({ allowHosts: ['localhost:3000'], resolve: async () => ['127.0.0.1'] });
    await admit({ host: 'localhost', port: 3000 });
    await expect(admit({ host: 'localhost', port: 80 })).rejects.toThrow(EgressRefused);
  });

  test.each<[string, Resolve]>([
    ['has no address', async () => []],
    ['does not exist', () => Promise.reject(new Error('queryA ENOTFOUND'))],
  ])('reports a name that %s as unreachable, not as rejected', async (_, resolve) => {
    const { admit } = testGate({ resolve });
    const failure = await admit({ host: 'gone.example', port: 80 }).catch((error) => error);
    expect(failure).toBeInstanceOf(Unreachable);
    expect(failure.message).toBe('No address was found for gone.example.');
  });

  test('gives up on a silent name server after `dnsMs`', async () => {
    const { admit } = testGate({ resolve: () => new Promise(() => {}), dnsMs: 30 });
    const begin = performance.now();
    await expect(admit({ host: 'slow.example', port: 80 })).rejects.toThrow(
      'The name slow.example was not resolved in time.',
    );
    expect(performance.now() - begin).toBeLessThan(1_000);
  });

  test('ends a pending look-up when the proxy closes', async () => {
    const end = new AbortController();
    const { admit } = testGate({ resolve: () => new Promise(() => {}), dnsMs: 60_000, signal: end.signal });
    const admitted = admit({ host: 'slow.example', port: 80 });
    end.abort();
    await expect(admitted).rejects.toThrow(Unreachable);
  });
});
