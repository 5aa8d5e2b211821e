/** The one place that decides whether a host may be reached, and at which addresses. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { AllowList } from './allow-list.ts';
import type { Endpoint } from './endpoint.ts';
import { isPublicAddress } from './public-address.ts';
import { EgressRefused } from './refusal.ts';
import type { Resolve } from './resolver.ts';
import { Unreachable } from './unreachable.ts';

export interface PolicyRules {
  readonly allowed: AllowList;
  /** Comes before `allowed`. Default: nothing. */
  readonly denied?: AllowList | undefined;
  readonly ports: readonly number[];
  readonly resolve: Resolve;
  readonly ownAddresses: () => readonly string[];
  readonly dnsMs: number;
  /** Ends look-ups under way. */
  readonly signal: AbortSignal;
}

export interface Policy {
  /** Throws `EgressRefused` for what is forbidden whatever its host resolves to. Needs no DNS look-up. */
  inspect(endpoint: Endpoint): void;
  /**
   * The addresses to connect to, and no others. Throws `EgressRefused` if any address of the host is not public, and
   * `Unreachable` if it has none.
   */
  admit(endpoint: Endpoint): Promise<readonly string[]>;
}

export function createPolicy(rules: PolicyRules): Policy {
  // A name is asked for once in a render: a second answer cannot differ from the one that was checked.
  const answers = new Map<string, Promise<readonly string[]>>();

  function inspect(endpoint: Endpoint): void {
    if (rules.denied?.(endpoint)) throw new EgressRefused(`${endpoint.host} is not one that may be reached.`);
    if (rules.allowed(endpoint)) return;
    if (!rules.ports.includes(endpoint.port))
      throw new EgressRefused(portMessage(endpoint.port, rules.ports));
    if (isIP(endpoint.host)) check(endpoint.host, [endpoint.host], rules);
  }

  function resolveOnce(host: string, resolve: Resolve): Promise<readonly string[]> {
    const answer = answers.get(host) ?? inTime(host, resolve, rules);
    answers.set(host, answer);
    return answer;
  }

  async function admit(endpoint: Endpoint): Promise<readonly string[]> {
    inspect(endpoint);
    const { host } = endpoint;
    if (isIP(host)) return [host];
    // Hosts that the operator allowed are resolved by the system, including /etc/hosts.
    if (rules.allowed(endpoint)) return inTime(host, systemLookup, rules);
    const addresses = await resolveOnce(host, rules.resolve);
    check(host, addresses, rules);
    return addresses;
  }

  return { inspect, admit };
}

function check(host: string, addresses: readonly string[], rules: PolicyRules): void {
  const own = ownList(rules.ownAddresses());
  for (const address of addresses) {
    if (isPublicAddress(address) && !own.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) continue;
    // The address is omitted, because a stranger's report must not reveal internal DNS entries.
    const what = isIP(host) ? 'is not' : 'has an address that is not';
    throw new EgressRefused(`${host} ${what} a public address of another machine.`);
  }
}

function ownList(own: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of own) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

function portMessage(port: number, ports: readonly number[]): string {
  return `Port ${port} is not one that may be reached; only ${ports.join(' and ')} are.`;
}

async function systemLookup(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

async function inTime(host: string, resolve: Resolve, rules: PolicyRules): Promise<readonly string[]> {
  const over = AbortSignal.any([rules.signal, AbortSignal.timeout(rules.dnsMs)]);
  const ended = new Promise<never>((_, reject) => {
    over.addEventListener('abort', () => reject(over.reason));
  });
  const addresses = await Promise.race([resolve(host), ended]).catch(() => []);
  if (addresses.length > 0) return addresses;
  throw new Unreachable(
    over.aborted ? `The name ${host} was not resolved in time.` : `No address was found for ${host}.`,
  );
}
