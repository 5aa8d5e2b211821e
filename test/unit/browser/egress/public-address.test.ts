import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../../../src/browser/egress/public-address.ts';

// The first and last address of each range, and the adjacent addresses outside it if those are public.
const ranges4: [first: string, last: string, before: string | undefined, after: string | undefined][] = [
  ['0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.31.196.0', '192.31.196.255', '192.31.195.255', '192.31.197.0'],
  ['192.52.193.0', '192.52.193.255', '192.52.192.255', '192.52.194.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['192.175.48.0', '192.175.48.255', '192.175.47.255', '192.175.49.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255', undefined],
  ['168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
];

const ranges6: typeof ranges4 = [
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, undefined],
  ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::', undefined],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff::1', '2001:200::'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7::1', '2001:db9::'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff::', '2003::'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', '2620:4f:7fff::', '2620:4f:8001::'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe::1', '3fff:1000::'],
];

describe('isPublicAddress', () => {
  test.each([...ranges4, ...ranges6])(
    'rejects %s to %s and nothing next to it',
    (first, last, before, after) => {
      expect(isPublicAddress(first)).toBe(false);
      expect(isPublicAddress(last)).toBe(false);
      if (before) expect(isPublicAddress(before)).toBe(true);
      if (after) expect(isPublicAddress(after)).toBe(true);
    },
  );

  test.each([
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'IPv4-mapped loopback'],
    ['::ffff:8.8.8.8', 'IPv4-mapped, even of a public address'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b:1::a00:1', 'local NAT64'],
    ['100::1', 'discard'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'Teredo'],
    ['2002:7f00:1::', '6to4 of loopback'],
    ['fd00:ec2::254', 'metadata at AWS'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'with a zone'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['5f00::1', 'segment routing'],
    ['100.100.100.200', 'metadata at Alibaba'],
    ['192.0.0.192', 'metadata at Oracle'],
    ['255.255.255.255', 'broadcast'],
  ])('rejects %s: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([
    '',
    'localhost',
    'example.com',
    '1.2.3',
    '01.2.3.4',
    '8.8.8.8:80',
    '[2606:4700::1]',
    '8.8.8.8 ',
  ])('rejects %j, which is not an address', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });

  test.each(['1.1.1.1', '8.8.8.8', '93.184.215.14', '2606:4700:4700::1111', '2A00:1450:4001::200E'])(
    'accepts %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});
