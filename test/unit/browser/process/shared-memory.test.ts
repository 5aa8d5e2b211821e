import { chmodSync, mkdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasSharedMemory } from '../../../../src/browser/process/shared-memory.ts';
import { temporaryFolder } from '../../../support/cli/temporary-folder.ts';

function openFolder(mode: number): string {
  const folder = join(temporaryFolder(), 'shm');
  mkdirSync(folder);
  chmodSync(folder, mode);
  return folder;
}

it('is used if there is as much free space as a large document may need', () => {
  const folder = openFolder(0o1777);
  expect(hasSharedMemory(folder, 1)).toBe(true);
  const { blocks, bsize } = statfsSync(folder);
  expect(hasSharedMemory(folder, blocks * bsize + 1)).toBe(false);
});

it('is not used if other users may not write to it', () => {
  expect(hasSharedMemory(openFolder(0o755), 1)).toBe(false);
});

it('is not used where there is none', () => {
  expect(hasSharedMemory(join(temporaryFolder(), 'none'), 1)).toBe(false);
});
