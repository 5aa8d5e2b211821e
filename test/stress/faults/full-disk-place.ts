/** A data directory that can be full: a file system of its own. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { folderPlace, type Place } from './place.ts';

/** `minutes`: for how long PDFs are made. The data directory is made. */
export async function fullDiskPlace(dataDir: string, minutes: number): Promise<Place> {
  mkdirSync(dataDir, { mode: 0o700 });
  const isFillable = process.getuid?.() === 0;
  if (isFillable) {
    // A PDF of the load has 20 kB, and some ten are made each second.
    const size = `size=${Math.round(100 + minutes * 12)}m,mode=700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', dataDir]);
  } else console.warn('Only root can make a file system to fill: the disk is never full.');
  const place = await folderPlace(dataDir);
  return {
    ...place,
    faults: isFillable ? { 'the disk is full for three seconds': () => fillFor(dataDir, 3_000) } : {},
    async close() {
      await place.close();
      if (isFillable) execFileSync('umount', ['-l', dataDir]);
    },
  };
}

async function fillFor(folder: string, milliseconds: number): Promise<void> {
  const ballast = join(folder, 'ballast');
  const file = openSync(ballast, 'w');
  try {
    for (const size of [1_000_000, 1_000]) writeUntilFull(file, Buffer.alloc(size));
    await delay(milliseconds);
  } finally {
    closeSync(file);
    rmSync(ballast);
  }
}

function writeUntilFull(file: number, bytes: Uint8Array): void {
  try {
    for (;;) writeSync(file, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
