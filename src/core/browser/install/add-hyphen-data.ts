/** Gives the packaged browser the patterns that it hyphenates with (`hyphens: auto`), which its package lacks. */
import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { builtFile } from '../../built-file.ts';

/** Chromium looks for it beside its binary. */
const folderName = 'hyphen-data';

export const hasHyphenData = (home: string): boolean => existsSync(join(home, folderName));

/**
 * Unpacks under a temporary name first, so that the folder is complete or absent, and processes may race. `home` holds the browser,
 * which may be in use. Without the patterns it prints all the same, so nothing is thrown, as for a cache that cannot be written.
 */
export async function addHyphenData(home: string): Promise<void> {
  const temporary = join(home, `${folderName}.${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(temporary);
    // The browser's user must be able to read it regardless of the umask.
    await chmod(temporary, 0o755);
    const { unpackTar } = await import('modern-tar/fs');
    const archive = createReadStream(builtFile(`${folderName}/${folderName}.tar.br`));
    const plain = archive.pipe(createBrotliDecompress());
    archive.once('error', (error) => plain.destroy(error));
    await pipeline(Readable.from(plain), unpackTar(temporary));
    await rename(temporary, join(home, folderName));
  } catch {
    await rm(temporary, { recursive: true, force: true }).catch(() => {});
  }
}
