/** The operator's exceptions: hosts that a page may reach although they are not public. */
import { isIPv6 } from 'node:net';
import { Failure } from '#contract/errors';
import { bracketed, type Endpoint, parseEndpoint } from './endpoint.ts';

export type AllowList = (endpoint: Endpoint) => boolean;

/** `host`, `host:port`, or rules of another kind. */
export type AllowedHost = string | AddressRules;

/**
 * Rules of an operator who knows them from Gotenberg. A page's https requests show only their host and port, so expressions
 * are matched with the origin and a slash, such as `https://example.com/`.
 */
export interface AddressRules {
  /** What one of them matches may be reached, wherever it is. If there are any, nothing else may be. */
  readonly allow: readonly RegExp[];
  /** They come before all that is allowed. */
  readonly deny: readonly RegExp[];
  /** Whether public addresses need to be allowed too. */
  readonly noPublic: boolean;
}

/**
 * Reads entries `host` (any port of it) and `host:port`. There are no patterns among them: an exception is meant for one
 * machine. Throws `invalid_option` at an entry that would never match.
 *
 * @example
 * allowList(['assets.intern', 'localhost:3000'])({ host: 'localhost', port: 3000 }); // true
 */
export function allowList(entries: readonly AllowedHost[]): AllowList {
  const allowed = new Set(entries.filter((entry) => typeof entry === 'string').map(parseEntry));
  const patterns = rulesOf(entries).flatMap(({ allow }) => allow);
  return (endpoint) => {
    const { host, port } = endpoint;
    if (allowed.has(key({ host, port: anyPort })) || allowed.has(key({ host, port }))) return true;
    return matchesOrigin(patterns, endpoint);
  };
}

/** What the rules among the entries forbid, although its address may be a public one. */
export function denyList(entries: readonly AllowedHost[]): AllowList {
  const rules = rulesOf(entries);
  if (rules.length === 0) return () => false;
  const isAllowed = allowList(entries);
  const isClosed = rules.some(({ allow, noPublic }) => allow.length > 0 || noPublic);
  const patterns = rules.flatMap(({ deny }) => deny);
  return (endpoint) => matchesOrigin(patterns, endpoint) || (isClosed && !isAllowed(endpoint));
}

const rulesOf = (entries: readonly AllowedHost[]): readonly AddressRules[] =>
  entries.filter((entry) => typeof entry !== 'string');

function matchesOrigin(patterns: readonly RegExp[], { host, port }: Endpoint): boolean {
  if (patterns.length === 0) return false;
  const urls = ['http', 'https'].map((scheme) => new URL(`${scheme}://${bracketed(host)}:${port}`).href);
  return patterns.some((pattern) => urls.some((url) => pattern.test(url)));
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
