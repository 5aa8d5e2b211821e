/** The host and port of a request, in the one spelling that the rest of this folder works with. */
import { isIP } from 'node:net';

export interface Endpoint {
  /**
   * A name in lower-case ASCII without its final dot, or an address: IPv4 with four decimal numbers, IPv6 in
   * the short form and without brackets.
   */
  readonly host: string;
  readonly port: number;
}

/**
 * `host:port` as in `CONNECT` and in allow-lists; nothing if it is anything else. The port may be left out if
 * there is a default. The WHATWG parser knows the spellings of an address: octal, hexadecimal, a single
 * number, full-width digits.
 *
 * @example
 * parseEndpoint('0x7f.1:80'); // { host: '127.0.0.1', port: 80 }
 */
export function parseEndpoint(text: string, defaultPort?: number): Endpoint | undefined {
  const [, written = '', digits] = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = parseHost(written);
  const port = digits === undefined ? defaultPort : validPort(digits);
  return host && port !== undefined ? { host, port } : undefined;
}

/** `http://host:port/path`, of a request in absolute form, or the same with https. User and password are ignored. */
export function toEndpoint(url: URL): Endpoint | undefined {
  const host = parseHost(url.hostname);
  const port = validPort(url.port || (url.protocol === 'https:' ? '443' : '80'));
  return host && port ? { host, port } : undefined;
}

/** As written in a URL: with brackets around IPv6. */
export function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** Returns the address that a tunnel is most likely for: Chromium uses one for everything but plain `http:`. */
export function tunnelUrl({ host, port }: Endpoint): string {
  if (port === 443) return `https://${bracketed(host)}`;
  if (port === 80) return `ws://${bracketed(host)}`;
  return `https://${bracketed(host)}:${port}`;
}

/** RFC 1035 §2.3.4, without the final dot. A longer one cannot be looked up, and would be repeated in each report. */
const maxNameLength = 253;

function validPort(digits: string): number | undefined {
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? port : undefined;
}

function parseHost(written: string): string | undefined {
  // The URL parser would take these for the end of the host, or drop them (white space), or decode them. The
  // star it would take for a name.
  if (/[\s/\\?#@%*]/.test(written)) return undefined;
  let host: string;
  try {
    host = new URL(`http://${written}/`).hostname;
  } catch {
    return undefined;
  }
  if (host.startsWith('[')) return host.slice(1, -1);
  host = host.replace(/\.$/, '');
  if (host.length > maxNameLength) return undefined;
  // An empty label makes a name that resolvers read in different ways.
  return host.split('.').includes('') ? undefined : host;
}
