import { networkInterfaces } from 'node:os';

/**
 * Addresses and networks (`address/prefix`) that are this machine's own although they may be public ones. A
 * connection to them starts behind the firewall that protects them.
 *
 * In IPv6 that is the whole network of an interface, for two reasons: containers and virtual machines get
 * their public addresses from it, and a router's administration page answers at a public address of it.
 */
export function ownAddresses(interfaces = networkInterfaces()): readonly string[] {
  const own: string[] = [];
  for (const addresses of Object.values(interfaces)) {
    for (const { address, family, cidr } of addresses ?? []) {
      const prefix = Number(cidr?.split('/')[1]);
      // A shorter prefix is a route, as some tunnels have it, and not a network of this machine.
      own.push(family === 'IPv6' && prefix >= 64 ? `${address}/${prefix}` : address);
    }
  }
  return own;
}
