import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Whether an address is unicast on the public internet. What is not known to be, is not.
 *
 * @example
 * isPublicAddress('93.184.215.14'); // true
 * isPublicAddress('169.254.169.254'); // false: the metadata service of most clouds
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4');
  return isIPv6(address) && global6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

// https://www.iana.org/assignments/iana-ipv4-special-registry, and multicast and class E above it.
const special4 = [
  '0.0.0.0/8', // "this network"; Linux connects 0.0.0.0 to the machine itself
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier NAT; also metadata at Alibaba Cloud (100.100.100.200) and Tailscale
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local; metadata at AWS, Azure, Google, Oracle, DigitalOcean
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; metadata at Oracle (192.0.0.192)
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
  '168.63.129.16/32', // Azure's host: looks public and answers every virtual machine there
];

// https://www.iana.org/assignments/iana-ipv6-special-registry, as far as it lies within 2000::/3. Outside it
// are ::, ::1, IPv4-mapped (::ffff:0:0/96), NAT64 (64:ff9b::/96, 64:ff9b:1::/48), discard (100::/64), segment
// routing (5f00::/16), unique local (fc00::/7; metadata at AWS, fd00:ec2::254), link-local and multicast.
const special6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: an IPv4 address of any kind inside
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];

const special = new BlockList();
for (const range of special4) addRange(special, range, 'ipv4');
for (const range of special6) addRange(special, range, 'ipv6');

const global6 = new BlockList();
addRange(global6, '2000::/3', 'ipv6');

function addRange(list: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [network, prefix] = range.split('/') as [string, string];
  list.addSubnet(network, Number(prefix), family);
}
