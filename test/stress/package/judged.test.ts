/** What other programs say about the packed tarball: publint, and `@arethetypeswrong/cli` about its types. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toolPath } from '../../e2e/package/package-managers.ts';
import { root } from '../../support/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-judged-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let tarball = '';

beforeAll(() => {
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: root, stdio: 'pipe' });
  tarball = join(folder, readdirSync(folder)[0] ?? '');
}, 120_000);

const publint = toolPath('publint');
it.skipIf(publint === undefined)('publint has no error, warning or suggestion', async () => {
  const { stdout, exitCode } = await execa(process.execPath, [publint ?? '', 'run', tarball, '--strict'], {
    reject: false,
  });
  expect(stdout).toContain('All good!');
  expect(exitCode).toBe(0);
});

const attw = toolPath('attw');
it.skipIf(attw === undefined)(
  'attw finds the types of every module resolution that knows ES modules',
  async () => {
    const { stdout, exitCode } = await execa(
      process.execPath,
      [attw ?? '', tarball, '--profile', 'esm-only', '--format', 'json'],
      { reject: false },
    );
    const { analysis } = JSON.parse(stdout);
    expect(analysis.packageName).toBe('pdfapi');
    expect(Object.keys(analysis.entrypoints)).toContain('.');
    expect(exitCode, stdout).toBe(0);
  },
);
