/**
 * Implements `pdfapi browser install`, which downloads Chrome's headless shell for use beside or instead of the
 * packaged one.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '#contract/errors';
import { throwSystemLimit } from '#contract/files/system-limit';
import { type BrowserManifest, isWhole } from './browser-manifest.ts';

export interface InstallOptions {
  readonly cacheDirectory: string;
  /** A mirror with the same paths as Chrome's own download address, used in its place. */
  readonly mirror?: string | undefined;
  /** A build such as `153.0.8010.0`, or a channel such as `stable`. */
  readonly build?: string | undefined;
  readonly onProgress?: ((downloaded: number, total: number) => void) | undefined;
  /** Starts the browser at this path once. If it throws, the installation fails and leaves nothing behind. */
  readonly verify?: ((path: string) => Promise<void>) | undefined;
}

export interface InstalledBrowser {
  readonly path: string;
  /** Holds the browser and its manifest. */
  readonly folder: string;
  /** Four numbers, for example `156.0.8078.79`. */
  readonly build: string;
}

/** The content of `manifest.json` in the folder of a build. */
export interface InstalledManifest extends BrowserManifest {
  /** The path of the executable, relative to the folder. */
  readonly executable: string;
}

/** Returns the folder that holds one folder per build. Downloads in progress are hidden folders beside them. */
export const installedFolder = (cacheDirectory: string): string => join(cacheDirectory, 'installed');

/** Four numbers, which is how Chrome numbers its builds. */
const buildPattern = /^\d+(?:\.\d+){3}$/;

/**
 * Downloads, unpacks and verifies the browser before moving it into place, so an interrupted installation leaves the
 * previous browser usable. Throws `browser_missing` with the reason, `invalid_option`, and the errors of `verify`.
 */
export async function installBrowser(options: InstallOptions): Promise<InstalledBrowser> {
  const { mirror, build = 'stable' } = options;
  if (mirror && !buildPattern.test(build)) {
    throw new Failure(
      'invalid_option',
      `A mirror has builds by number, and ${build} is not a build number.`,
      {
        hint: 'Give a build with four numbers, for example --build 153.0.8010.0.',
        errors: { build: ['must be a build number such as 153.0.8010.0'] },
      },
    );
  }
  const { downloadBrowser } = await import('./download-browser.ts');
  return await downloadBrowser({ ...options, build });
}

/** Returns the newest browser that `installBrowser` has installed, or undefined. */
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

/**
 * Returns a negative number if `a` is older than `b`. Builds may have any number of parts: `153.0.0` is older than
 * `153.0.8010.0`.
 */
export function compareBuilds(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** Returns undefined unless the folder holds the complete executable that its manifest describes. */
export function executableIn(folder: string): string | undefined {
  try {
    const manifest: InstalledManifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    const path = join(folder, manifest.executable);
    return isWhole(path, manifest) ? path : undefined;
  } catch (error) {
    throwSystemLimit(error);
    return undefined;
  }
}
