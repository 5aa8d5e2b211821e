/** Which header fields pass the proxy. */

// RFC 9110 §7.6.1, and what belongs to a proxy or to one connection without being listed there. `Expect` was
// answered by this proxy already; `Alt-Svc` names another way to the server, which the policy would not see.
const ownToAConnection = [
  'alt-svc',
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * The fields that go on to the other side, in their order and with their repetitions, as name, value, name,
 * value, …; without those that `Connection` names and those in `also`.
 */
export function endToEnd(rawHeaders: readonly string[], also: readonly string[] = []): string[] {
  const dropped = new Set([...ownToAConnection, ...also]);
  for (const [name, value] of pairs(rawHeaders)) {
    if (name.toLowerCase() !== 'connection') continue;
    for (const token of value.split(',')) dropped.add(token.trim().toLowerCase());
  }
  // `Connection` must not take away the field that delimits the body.
  if (!also.includes('content-length')) dropped.delete('content-length');
  return pairs(rawHeaders)
    .filter(([name]) => !dropped.has(name.toLowerCase()))
    .flat();
}

function pairs(rawHeaders: readonly string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2)
    found.push([rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '']);
  return found;
}
