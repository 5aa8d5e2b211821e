/** The network rules without simulation: real private addresses, in a separate network namespace. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

interface Counted {
  readonly forbidden: readonly string[];
  readonly allowed: readonly string[];
}

export interface OwnNetworkReport {
  readonly addresses: readonly string[];
  readonly allowed: string;
  /** Counted for connections of the test itself, which bypass all rules. */
  readonly knocked: Counted;
  /** Counted for the pages. */
  readonly visited: Counted;
  /** Counted for the same pages with every address allowed. */
  readonly control: Counted;
  /** Reported by the proxy. */
  readonly refused: readonly string[];
}

const child = fileURLToPath(new URL('own-network-in-child.ts', import.meta.url));

it.runIf(mayMakeNetworks())('a page reaches no private address of a real network in any way', () => {
  const output = execFileSync('unshare', ['--net', process.execPath, child], {
    encoding: 'utf8',
    timeout: 50_000,
  });
  const { addresses, allowed, knocked, visited, control, refused }: OwnNetworkReport = JSON.parse(output);
  expect(knocked.forbidden).toEqual(addresses);
  expect(visited).toEqual({ forbidden: [], allowed: [allowed] });
  expect(refused).toEqual(addresses);
  expect(control.forbidden).toEqual(addresses);
});

/** Returns true for root, also in a container with the necessary capability. */
function mayMakeNetworks(): boolean {
  try {
    execFileSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
