/**
 * The Chromium that comes inside an npm package: a headless shell for x86-64 Linux, compressed. It is unpacked
 * once, into our own cache directory, by ourselves: the package's own way is a shared temporary directory.
 */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface PackagedBrowser {
  readonly path: string;
  /** Holds shared libraries for machines that lack them. */
  readonly libraries: string;
  readonly fontConfig: string;
}

/** `manifest.json` beside it: bytes and hash of the browser as it was unpacked. */
export interface BrowserManifest {
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
    const { unpackBrowser } = await import('./unpack-browser.ts');
    await unpackBrowser(source.archives, home, () => isWhole(home));
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
    const manifest: BrowserManifest = JSON.parse(await readFile(join(home, 'manifest.json'), 'utf8'));
    return (await stat(layout(home).path)).size === manifest.size;
  } catch {
    return false;
  }
}

/** Whether the unpacked browser still is, byte for byte, what was unpacked. Reads all of it: for `doctor`. */
export async function isUnchanged(browser: PackagedBrowser): Promise<boolean> {
  const manifest: BrowserManifest = JSON.parse(
    await readFile(join(dirname(browser.path), 'manifest.json'), 'utf8'),
  );
  // Only who asks this needs it: loading it takes a command 5 ms before its browser starts.
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(browser.path)) hash.update(chunk);
  return hash.digest('hex') === manifest.sha256;
}
