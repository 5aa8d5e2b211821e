/** The operator's exceptions: hosts that a page may reach although they are not public. */
import { isIPv6 } from 'node:net';
import { Failure } from '#contract/errors';
import { bracketed, type Endpoint, parseEndpoint } from './endpoint.ts';

export type AllowList = (endpoint: Endpoint) => boolean;

/**
 * Reads entries `host` (any port of it) and `host:port`. There are no patterns: an exception is meant for one
 * machine. Throws `invalid_option` at an entry that would never match.
 *
 * @example
 * allowList(['assets.intern', 'localhost:3000'])({ host: 'localhost', port: 3000 }); // true
 */
export function allowList(entries: readonly string[]): AllowList {
  const allowed = new Set(entries.map(parseEntry));
  return ({ host, port }) => allowed.has(key({ host, port: anyPort })) || allowed.has(key({ host, port }));
}

const anyPort = 0;

function parseEntry(entry: string): string {
  const endpoint = parseEndpoint(isIPv6(entry) ? bracketed(entry) : entry, anyPort);
  if (!endpoint) {
    const message = `"${entry}" is not a host that can be allowed. Give a name or an address, with a port to allow only that port: assets.intern, localhost:3000, [::1]:8080.`;
    throw new Failure('invalid_option', message, { errors: { allowHosts: [message] } });
  }
  return key(endpoint);
}

function key({ host, port }: Endpoint): string {
  return `${bracketed(host)}:${port}`;
}
