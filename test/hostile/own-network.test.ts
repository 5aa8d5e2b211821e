/** The network rules where nothing is simulated: real private addresses, in a network namespace of its own. */
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
  /** By us, past all rules. */
  readonly knocked: Counted;
  /** By pages. */
  readonly visited: Counted;
  /** By the same pages where all of it is allowed. */
  readonly control: Counted;
  /** By the proxy. */
  readonly refused: readonly string[];
}

const child = fileURLToPath(new URL('own-network-in-child.ts', import.meta.url));

it.runIf(mayMakeNetworks())('a page reaches no private address of a real network, by any way', () => {
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

/** Root of a machine, and of a container that is given leave to. */
function mayMakeNetworks(): boolean {
  try {
    execFileSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
