/** A user id without an account, as containers have: it has no home directory unless `HOME` names one. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { homeDirectory } from '../../../src/contract/files/home-directory.ts';

it('prefers HOME', () => {
  expect(homeDirectory({ HOME: '/home/ada' })).toBe('/home/ada');
});

// Only root may become another user.
it.skipIf(process.getuid?.() !== 0)('is the root folder for a user without an account', async () => {
  const module = pathToFileURL(resolve(import.meta.dirname, '../../../src/contract/files/home-directory.ts'));
  const program = `const { homeDirectory } = await import(${JSON.stringify(module.href)});
    delete process.env.HOME;
    process.setuid(54321);
    console.log(homeDirectory(process.env));`;
  const { stdout } = await execa(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout).toBe('/');
});
