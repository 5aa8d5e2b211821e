/** The hook that checks commit messages, run as git runs it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const hook = resolve(import.meta.dirname, '../../.githooks/commit-msg');

function check(message: string): { readonly status: number | null; readonly stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-hook-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'message');
  writeFileSync(file, message);
  return spawnSync('bash', [hook, file], { encoding: 'utf8' });
}

it.each([
  'Add a page of errors\n',
  'Add a page of errors\n\nEvery code has a cause.\n',
  'Merge branch a into a branch with a rather long name that nobody would ever write by hand\n',
  `${'A'.repeat(72)}\n# A comment of git`,
])('accepts %j', (message) => {
  expect(check(message)).toMatchObject({ status: 0, stderr: '' });
});

it.each([
  ['A'.repeat(73), '73 characters'],
  ['add a page', 'capital letter'],
  ['docs: add a page', 'capital letter'],
  ['Add a page.', 'full stop'],
  ['Added a page', 'imperative'],
  ['Add a page\nof errors', 'second line'],
])('rejects %j', (message, reason) => {
  const { status, stderr } = check(message);
  expect(status).toBe(1);
  expect(stderr).toContain(reason);
});
