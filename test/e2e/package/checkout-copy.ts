/** Copies the checkout, for tests of commands that run in one: builds, `npx` and the commands of the README. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/**
 * Returns the path of a copy: every file that git tracks or would add, the installed packages, and the current build.
 */
export function copyCheckout(): string {
  const copy = join(realpathSync(mkdtempSync(join(tmpdir(), 'pdfapi-checkout-'))), 'pdfapi');
  afterAll(() => rmSync(dirname(copy), { recursive: true, force: true }));
  const known = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of known.split('\0')) {
    if (path === '' || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path), { force: true });
  }
  const build = basename(realpathSync(join(root, 'dist')));
  for (const path of ['node_modules', build, 'dist']) linkTree(join(root, path), join(copy, path));
  return copy;
}

/** Hard links are almost instant. Copies files if the target is on another file system. */
function linkTree(from: string, to: string): void {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'pipe' });
  } catch {
    rmSync(to, { recursive: true, force: true });
    execFileSync('cp', ['-a', from, to]);
  }
}
