import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { ShutdownHooks } from '../../../src/cli/shutdown.ts';
import { writeFileAtomically } from '../../../src/contract/files/atomic-write.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';

const bytes = Buffer.from('new');
const options = { overwrite: true, shutdown: new ShutdownHooks() };

it('creates a new file and leaves nothing else behind', async () => {
  const folder = temporaryFolder();
  await writeFileAtomically(join(folder, 'a.pdf'), bytes, { ...options, overwrite: false });
  expect(readdirSync(folder)).toEqual(['a.pdf']);
  expect(readFileSync(join(folder, 'a.pdf'), 'utf8')).toBe('new');
});

it('replaces a file and keeps its mode', async () => {
  const folder = temporaryFolder({ 'a.pdf': 'old' });
  chmodSync(join(folder, 'a.pdf'), 0o640);
  await writeFileAtomically(join(folder, 'a.pdf'), bytes, options);
  expect(readFileSync(join(folder, 'a.pdf'), 'utf8')).toBe('new');
  expect(statSync(join(folder, 'a.pdf')).mode & 0o777).toBe(0o640);
});

it('does not overwrite an existing file without permission', async () => {
  const folder = temporaryFolder({ 'a.pdf': 'old' });
  await expect(
    writeFileAtomically(join(folder, 'a.pdf'), bytes, { ...options, overwrite: false }),
  ).rejects.toMatchObject({ code: 'file_exists', exitCode: 2 });
  expect(readdirSync(folder)).toEqual(['a.pdf']);
  expect(readFileSync(join(folder, 'a.pdf'), 'utf8')).toBe('old');
});

it('writes through a symbolic link', async () => {
  const folder = temporaryFolder({ 'real.pdf': 'old' });
  symlinkSync('real.pdf', join(folder, 'link.pdf'));
  await writeFileAtomically(join(folder, 'link.pdf'), bytes, options);
  expect(lstatSync(join(folder, 'link.pdf')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, 'real.pdf'), 'utf8')).toBe('new');
});

it('writes to a device and does not replace it', async () => {
  await writeFileAtomically('/dev/null', bytes, options);
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
});

it.runIf(process.platform !== 'win32')(
  'writes to a pipe that is read, and rejects one that is not',
  async () => {
    const folder = temporaryFolder();
    const pipe = join(folder, 'pipe.pdf');
    execFileSync('mkfifo', [pipe]);
    await expect(writeFileAtomically(pipe, bytes, options)).rejects.toMatchObject({
      code: 'file_unwritable',
      message: `Cannot write ${pipe}: it is a pipe that no program reads.`,
    });
    const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'ignore'] });
    const read = text(reader.stdout);
    // The reader may not have opened it yet.
    await vi.waitFor(() => writeFileAtomically(pipe, bytes, options), { timeout: 30_000, interval: 20 });
    expect(await read).toBe('new');
    expect(statSync(pipe).isFIFO()).toBe(true);
  },
);

it('reports that the disk is full', async () => {
  await expect(writeFileAtomically('/dev/full', bytes, options)).rejects.toMatchObject({
    code: 'file_unwritable',
    exitCode: 9,
    message: 'Cannot write /dev/full: the disk is full.',
  });
});

/** Only root can create a small file system to fill up. */
const isRoot = process.getuid?.() === 0 && process.platform === 'linux';

it.runIf(isRoot)('leaves nothing behind when the disk becomes full', async () => {
  const mount = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', mount]);
  try {
    const file = join(mount, 'a.pdf');
    await expect(writeFileAtomically(file, Buffer.alloc(1_000_000), options)).rejects.toMatchObject({
      message: `Cannot write ${file}: the disk is full.`,
    });
    expect(readdirSync(mount)).toEqual([]);
  } finally {
    execFileSync('umount', [mount]);
  }
});

it('removes the temporary file when the process is interrupted', async () => {
  const folder = temporaryFolder();
  const shutdown = new ShutdownHooks();
  const writing = writeFileAtomically(join(folder, 'a.pdf'), Buffer.alloc(50_000_000), {
    ...options,
    shutdown,
  });
  while (readdirSync(folder).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  await shutdown.run();
  expect(readdirSync(folder)).toEqual([]);
  await writing.catch(() => {});
  expect(existsSync(join(folder, 'a.pdf'))).toBe(false);
});
