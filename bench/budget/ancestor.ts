/**
 * The earlier version that the costs of today are compared with: version 0.2 of 22 November 2026, before most features. It is
 * built once, into the cache.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { defaultCacheDirectory } from '../../src/browser/install/cache-directory.ts';

export const ancestorCommit = '979b12d6';

const root = resolve(import.meta.dirname, '../..');

/** Returns the folder of the built ancestor. Needs the history of the repository, and npm's registry the first time. */
export function buildAncestor(): string {
  const folder = join(defaultCacheDirectory(process.env), `ancestor-${ancestorCommit}`);
  // Written last: a build that was interrupted is started again.
  const complete = join(folder, '.git/complete');
  if (existsSync(complete)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  console.log(`Building ${ancestorCommit} into ${folder}, once …`);
  run(root, 'git', 'clone', '--quiet', '--no-checkout', root, folder);
  run(folder, 'git', 'checkout', '--quiet', '--detach', ancestorCommit);
  run(folder, 'npm', 'ci', '--no-audit', '--no-fund');
  run(folder, 'npm', 'run', 'build');
  writeFileSync(complete, '');
  return folder;
}

function run(cwd: string, program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd, stdio: ['ignore', 2, 2] });
}
