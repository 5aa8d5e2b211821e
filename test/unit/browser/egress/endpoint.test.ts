import { describe, expect, test } from 'vitest';
import { bracketed, parseEndpoint, toEndpoint, tunnelUrl } from '../../../../src/browser/egress/endpoint.ts';

const spellings: [written: string, host: string][] = [
  ['127.0.0.1', '127.0.0.1'],
  ['127.0.0.1.', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['017700000001', '127.0.0.1'],
  ['0x7f000001', '127.0.0.1'],
  ['0X7F.0.0.1', '127.0.0.1'],
  ['0177.0.0.01', '127.0.0.1'],
  ['127.1', '127.0.0.1'],
  ['127.0.1', '127.0.0.1'],
  ['0x7f.1', '127.0.0.1'],
  ['0', '0.0.0.0'],
  ['0x', '0.0.0.0'],
  ['１２７.0.0.1', '127.0.0.1'],
  ['①②⑦.⓪.⓪.①', '127.0.0.1'],
  ['127。0。0。1', '127.0.0.1'],
  ['169.254.43518', '169.254.169.254'],
  ['[::1]', '::1'],
  ['[0:0:0:0:0:0:0:1]', '::1'],
  ['[::FFFF:127.0.0.1]', '::ffff:7f00:1'],
  ['[::ffff:7f00:1]', '::ffff:7f00:1'],
  ['[64:ff9b::169.254.169.254]', '64:ff9b::a9fe:a9fe'],
  ['LOCALHOST', 'localhost'],
  ['ⓛocalhost', 'localhost'],
  ['localhost.', 'localhost'],
  ['Bücher.example', 'xn--bcher-kva.example'],
  ['faß.example', 'xn--fa-hia.example'],
];

const nonsense = [
  '',
  '.',
  'a..b',
  '.a',
  'a..',
  '1.2.3.4..',
  '256.256.256.256',
  '1.2.3.4.5',
  '0x7f.0.0.0.1',
  '4294967296',
  'a b',
  'a\tb',
  'a\nb',
  'user@127.0.0.1',
  'a/b',
  'a\\b',
  'a?b',
  'a#b',
  '%31%32%37.0.0.1',
  '*',
  '*.example.com',
  '::1',
  '[::1',
  '::1]',
  '[fe80::1%eth0]',
  '[fe80::1%25eth0]',
  '[127.0.0.1]',
  '[::1]x',
  'a<b',
  'xn--a.example\u0000',
];

describe('parseEndpoint', () => {
  test.each(spellings)('reads %s as %s', (written, host) => {
    expect(parseEndpoint(`${written}:80`)).toEqual({ host, port: 80 });
  });

  test.each(nonsense)('rejects %j as a host', (written) => {
    expect(parseEndpoint(`${written}:80`)).toBeUndefined();
  });

  test.each([
    'a',
    'a:',
    'a:0',
    'a:65536',
    'a:99999',
    'a:-1',
    'a:+1',
    'a:1e2',
    'a:0x50',
    'a: 80',
    'a:80 ',
    'a:80:80',
    'a:٨٠',
  ])('rejects %j as a host with a port', (text) => {
    expect(parseEndpoint(text)).toBeUndefined();
  });

  test('accepts a name of the maximum length and rejects a longer one', () => {
    const longest = 'a.'.repeat(126).concat('a');
    expect(parseEndpoint(`${longest}.:80`)?.host).toBe(longest);
    expect(parseEndpoint(`${longest}a:80`)).toBeUndefined();
  });

  test('accepts ports from 1 to 65535', () => {
    expect(parseEndpoint('a:1')?.port).toBe(1);
    expect(parseEndpoint('a:65535')?.port).toBe(65_535);
    expect(parseEndpoint('a:00080')?.port).toBe(80);
  });

  test('uses the default port only if the text has none', () => {
    expect(parseEndpoint('a', 443)).toEqual({ host: 'a', port: 443 });
    expect(parseEndpoint('a:80', 443)).toEqual({ host: 'a', port: 80 });
    expect(parseEndpoint('a:0', 443)).toBeUndefined();
  });
});

describe('toEndpoint', () => {
  test.each(spellings)('reads http://%s/ as %s', (written, host) => {
    expect(toEndpoint(new URL(`http://${written}/`))).toEqual({ host, port: 80 });
  });

  test('reads the port and ignores user and password', () => {
    expect(toEndpoint(new URL('http://example.com:8080/a'))).toEqual({ host: 'example.com', port: 8080 });
    expect(toEndpoint(new URL('http://example.com@127.0.0.1/'))).toEqual({ host: '127.0.0.1', port: 80 });
    expect(toEndpoint(new URL('http://a:b@127.0.0.1:81/'))).toEqual({ host: '127.0.0.1', port: 81 });
    expect(toEndpoint(new URL('http://%31%32%37.0.0.1/'))).toEqual({ host: '127.0.0.1', port: 80 });
  });

  test('knows the default port of https', () => {
    expect(toEndpoint(new URL('https://example.com/a'))).toEqual({ host: 'example.com', port: 443 });
    expect(toEndpoint(new URL('https://example.com:8443/'))).toEqual({ host: 'example.com', port: 8443 });
  });

  test.each(['http://a:0/', 'http://a../', 'http://*.a/'])('finds no reachable host in %s', (url) => {
    expect(toEndpoint(new URL(url))).toBeUndefined();
  });
});

test('only IPv6 addresses get brackets', () => {
  expect([bracketed('::1'), bracketed('127.0.0.1'), bracketed('a')]).toEqual(['[::1]', '127.0.0.1', 'a']);
});

test('a tunnel is reported as the URL that it most likely serves', () => {
  expect(tunnelUrl({ host: 'a', port: 443 })).toBe('https://a');
  expect(tunnelUrl({ host: 'a', port: 80 })).toBe('ws://a');
  expect(tunnelUrl({ host: '::1', port: 8443 })).toBe('https://[::1]:8443');
});
