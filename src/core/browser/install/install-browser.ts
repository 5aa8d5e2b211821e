/** `pdfapi browser install`: downloads Chrome's headless shell, to be used beside or instead of the packaged one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../../contract/errors.ts';
import { type BrowserManifest, isWhole } from './browser-manifest.ts';

export interface InstallOptions {
  readonly cacheDirectory: string;
  /** Instead of Chrome's own download address: a mirror with the same paths. */
  readonly mirror?: string | undefined;
  /** A build such as `153.0.8010.0`, or a channel such as `stable`. */
  readonly build?: string | undefined;
  readonly onProgress?: ((downloaded: number, total: number) => void) | undefined;
  /** Starts the browser at this path once. What it throws ends the installation, which then leaves nothing. */
  readonly verify?: ((path: string) => Promise<void>) | undefined;
}

export interface InstalledBrowser {
  readonly path: string;
  /** Holds the browser and its manifest. */
  readonly folder: string;
  /** Four numbers, such as `156.0.8078.79`. */
  readonly build: string;
}

/** `manifest.json` in the folder of a build. */
export interface InstalledManifest extends BrowserManifest {
  /** Of the executable, relative to the folder. */
  readonly executable: string;
}

/** Holds a folder for each build; what is being downloaded lies beside them under a hidden name. */
export const installedFolder = (cacheDirectory: string): string => join(cacheDirectory, 'installed');

/** Four numbers, as Chrome numbers its builds. */
const buildPattern = /^\d+(?:\.\d+){3}$/;

/**
 * Downloads, unpacks, verifies and only then puts the browser in its place: an interrupted installation leaves the
 * browser that was used before. Throws `browser_missing` with the reason, `invalid_option`, and what `verify` throws.
 */
export async function installBrowser(options: InstallOptions): Promise<InstalledBrowser> {
  const { mirror, build = 'stable' } = options;
  if (mirror && !buildPattern.test(build)) {
    throw new Failure('invalid_option', `A mirror holds builds by number, and ${build} is none.`, {
      hint: 'Name a build with four numbers, for example --build 153.0.8010.0.',
      errors: { build: ['must be a build number such as 153.0.8010.0'] },
    });
  }
  const { downloadBrowser } = await import('./download-browser.ts');
  return await downloadBrowser({ ...options, build });
}

/** The newest browser that `installBrowser` has put there, or undefined. */
export function installedBrowser(cacheDirectory: string): InstalledBrowser | undefined {
  const folder = installedFolder(cacheDirectory);
  if (!existsSync(folder)) return undefined;
  const builds = readdirSync(folder).filter((name) => buildPattern.test(name));
  builds.sort((a, b) => compareBuilds(b, a));
  for (const build of builds) {
    const home = join(folder, build);
    const path = executableIn(home);
    if (path !== undefined) return { path, folder: home, build };
  }
  return undefined;
}

/** Negative where `a` is older than `b`. Takes builds of any number of parts: `153.0.0` is older than `153.0.8010.0`. */
export function compareBuilds(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** Undefined where the folder does not hold the whole executable that its manifest describes. */
export function executableIn(folder: string): string | undefined {
  try {
    const manifest: InstalledManifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    const path = join(folder, manifest.executable);
    return isWhole(path, manifest) ? path : undefined;
  } catch {
    return undefined;
  }
}
