import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../../../../src/contract/files/make-folder.ts';
import { temporaryFolder } from '../../../support/cli/temporary-folder.ts';

it('makes a folder and those above it, and returns the first that it made', () => {
  const root = temporaryFolder();
  expect(makeFolder(join(root, 'a/b/c'), 0o700)).toBe(join(root, 'a'));
  expect(makeFolder(join(root, 'a/b/c'))).toBeUndefined();
  if (process.platform !== 'win32') expect(statSync(join(root, 'a/b')).mode & 0o777).toBe(0o700);
});

it('throws for a file in the way', () => {
  const root = temporaryFolder();
  writeFileSync(join(root, 'file'), '');
  expect(() => makeFolder(join(root, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(root, 'file/a/b'))).toThrow('ENOTDIR');
});

it.runIf(existsSync('/proc/self'))('ends with an error where the system makes no folder', () => {
  // The recursive mkdir of Node.js never returns here.
  expect(() => makeFolder('/proc/.local/share/pdfapi')).toThrow('ENOENT');
});
