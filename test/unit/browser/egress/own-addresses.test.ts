import { expect, test } from 'vitest';
import { ownAddresses } from '../../../../src/browser/egress/own-addresses.ts';

const common = { netmask: '', mac: '', internal: false };

test('lists the address of an IPv4 interface and the network of an IPv6 interface', () => {
  const own = ownAddresses({
    eth0: [
      { ...common, family: 'IPv4', address: '93.184.215.14', cidr: '93.184.215.14/20' },
      { ...common, family: 'IPv6', address: '2606:4700::5', cidr: '2606:4700::5/64', scopeid: 0 },
      { ...common, family: 'IPv6', address: '2606:4700::6', cidr: '2606:4700::6/128', scopeid: 0 },
    ],
    // A prefix shorter than /64 is a route, not the network of the interface.
    tun0: [{ ...common, family: 'IPv6', address: '2a00::1', cidr: '2a00::1/16', scopeid: 0 }],
    tun1: [{ ...common, family: 'IPv6', address: '2a00::2', cidr: null, scopeid: 0 }],
    none: undefined,
  });
  expect(own).toEqual(['93.184.215.14', '2606:4700::5/64', '2606:4700::6/128', '2a00::1', '2a00::2']);
});

test('lists the addresses of this machine', () => {
  expect(ownAddresses()).toContain('127.0.0.1');
});
