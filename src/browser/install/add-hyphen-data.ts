/** Gives the packaged browser the patterns that it hyphenates with (`hyphens: auto`), which its package lacks. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { builtFile } from '#runtime/built-file';
import { hyphenDataFolder } from './browser-manifest.ts';
import { unpackArchive } from './unpack-archive.ts';

/**
 * Unpacks under a temporary name first, so that the folder is complete or absent, and processes may race. `home` holds the browser,
 * which may be in use. Without the patterns it prints all the same, so nothing is thrown, as for a cache that cannot be written.
 */
export async function addHyphenData(home: string): Promise<void> {
  const temporary = join(home, `${hyphenDataFolder}.${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(temporary);
    // The browser's user must be able to read it regardless of the umask.
    await chmod(temporary, 0o755);
    await unpackArchive(builtFile('hyphen-data/hyphen-data.tar.br'), temporary);
    await rename(temporary, join(home, hyphenDataFolder));
  } catch {
    await rm(temporary, { recursive: true, force: true }).catch(() => {});
  }
}
