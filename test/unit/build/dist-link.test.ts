import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linkBuild, linkedBuild } from '../../../build/dist-link.ts';

it('a build is linked until its folder is deleted', () => {
  const root = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
  expect(linkedBuild(root)).toBeUndefined();
  mkdirSync(join(root, 'dist-1'));
  linkBuild(root, 'dist-1');
  expect(linkedBuild(root)).toBe('dist-1');
  rmSync(join(root, 'dist-1'), { recursive: true });
  expect(linkedBuild(root)).toBeUndefined();
  mkdirSync(join(root, 'dist-2'));
  linkBuild(root, 'dist-2');
  expect(linkedBuild(root)).toBe('dist-2');
});
