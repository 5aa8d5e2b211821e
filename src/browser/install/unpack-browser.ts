/** Unpacks the packaged browser, which is compressed with brotli, into the cache directory. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { Failure } from '#contract/errors';
import { isAbandoned } from '#contract/files/is-abandoned';
import { addHyphenData } from './add-hyphen-data.ts';
import type { BrowserManifest } from './browser-manifest.ts';
import { unpackArchive } from './unpack-archive.ts';

/**
 * Unpacks under a temporary name first, so that a partially unpacked browser is never started and processes may race.
 * `isWhole` returns whether another process has already finished. Throws `file_unwritable`.
 */
export async function unpackBrowser(
  archives: string,
  home: string,
  isWhole: () => Promise<boolean>,
): Promise<void> {
  const temporary = `${home}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await removeLeftovers(home);
    await makeDirectory(temporary);
    const hash = createHash('sha256');
    let size = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    });
    const binary = join(temporary, 'chromium');
    await pipeline(
      createReadStream(join(archives, 'chromium.br'), { highWaterMark: 1 << 20 }),
      createBrotliDecompress({ chunkSize: 1 << 20 }),
      measure,
      createWriteStream(binary, { mode: 0o755 }),
    );
    await chmod(binary, 0o755);
    for (const archive of ['al2023', 'fonts']) {
      await unpackArchive(join(archives, `${archive}.tar.br`), temporary);
    }
    await addHyphenData(temporary);
    await writeFile(join(temporary, 'fonts.conf'), fontConfig(home));
    const manifest: BrowserManifest = { size, sha256: hash.digest('hex') };
    await writeFile(join(temporary, 'manifest.json'), JSON.stringify(manifest));
    await rm(home, { recursive: true, force: true });
    await rename(temporary, home).catch(async (error) => {
      // Another process finished first; its files are identical.
      if (!(await isWhole())) throw error;
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Failure('file_unwritable', `Chromium could not be unpacked into ${home}: ${reason}`, {
      hint: 'Set PDFAPI_CACHE_DIR to a writable directory with 300 MB free.',
      cause,
    });
  } finally {
    // Removal fails only if the directory could not be created.
    await rm(temporary, { recursive: true, force: true }).catch(() => {});
  }
}

/** Removes what processes that were killed during unpacking left behind. */
async function removeLeftovers(home: string): Promise<void> {
  for (const name of await readdir(dirname(home)).catch(() => [])) {
    const pid = Number(
      name.startsWith(`${basename(home)}.`) && name.slice(basename(home).length + 1).split('-')[0],
    );
    const path = join(dirname(home), name);
    if (pid && isAbandoned(path, pid)) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Creates a directory and its parents. The browser's user must be able to enter each of them regardless of the umask.
 * See `makeFolder` for why they are created one by one.
 */
async function makeDirectory(path: string): Promise<void> {
  if (existsSync(path)) return;
  await makeDirectory(dirname(path));
  await mkdir(path).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await chmod(path, 0o755);
}

/** Prefers the machine's own fonts to the packaged ones. A minimal machine has no fonts and no fontconfig. */
const fontConfig = (home: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir>${home}/fonts</dir>
  <cachedir>${home}/font-cache</cachedir>
</fontconfig>
`;
