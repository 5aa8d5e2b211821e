import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { takeOwnership } from '../../../src/store/database/owner.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';

const info = { pid: process.pid, address: 'http://127.0.0.1:1' };
const inChild = fileURLToPath(new URL('owner-in-child.ts', import.meta.url));

it('rejects a second server and names the first; killing the first frees the directory', async () => {
  const dataDirectory = temporaryFolder();
  // Collects garbage constantly, which must not include the lock.
  const child = execa(process.execPath, ['--expose-gc', inChild, dataDirectory], { reject: false });
  await once(child.stdout, 'data');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(() => takeOwnership(dataDirectory, info)).toThrow(
    expect.objectContaining({
      code: 'data_directory_in_use',
      message: `The data directory ${dataDirectory} is in use by process ${child.pid} at http://127.0.0.1:8080.`,
    }),
  );
  child.kill('SIGKILL');
  expect((await child).signal).toBe('SIGKILL');
  takeOwnership(dataDirectory, info).release();
});

it('rejects a second owner within one process too, until the first releases', () => {
  const dataDirectory = temporaryFolder();
  const first = takeOwnership(dataDirectory, info);
  expect(() => takeOwnership(dataDirectory, info)).toThrow(
    expect.objectContaining({ code: 'data_directory_in_use' }),
  );
  first.release();
  first.release();
  const second = takeOwnership(dataDirectory, info);
  // A late release by the first owner must not affect the second.
  first.release();
  expect(() => takeOwnership(dataDirectory, info)).toThrow(
    expect.objectContaining({ code: 'data_directory_in_use' }),
  );
  second.release();
});

it('publishes the address of the server once it is known', () => {
  const dataDirectory = temporaryFolder();
  const { announce, release } = takeOwnership(dataDirectory, info);
  announce({ pid: 7, address: 'http://127.0.0.1:34567' });
  expect(() => takeOwnership(dataDirectory, info)).toThrow('process 7 at http://127.0.0.1:34567');
  release();
});

it('rejects a second owner even if the first is unknown', () => {
  const dataDirectory = temporaryFolder();
  const { release } = takeOwnership(dataDirectory, info);
  writeFileSync(join(dataDirectory, 'owner.json'), '{');
  expect(() => takeOwnership(dataDirectory, info)).toThrow('is in use by another process.');
  release();
});

it('leaves files that only their owner can read, and no stale address', () => {
  const dataDirectory = temporaryFolder();
  const { release } = takeOwnership(dataDirectory, info);
  for (const name of readdirSync(dataDirectory))
    expect(statSync(join(dataDirectory, name)).mode & 0o777).toBe(0o600);
  release();
  expect(readdirSync(dataDirectory)).toEqual(['owner.lock']);
});
