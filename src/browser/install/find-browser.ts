/** Chooses the browser: the configured one, else the newer of the packaged and the installed one, else the system's. */
import { access, constants } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Failure } from '#contract/errors';
import { compareBuilds, installedBrowser } from './install-browser.ts';
import { packagedBrowser } from './packaged-browser.ts';
import { systemBrowser } from './system-browser.ts';

/** The process's environment, passed in by the caller: `core` reads no globals. */
export type BrowserVariables = Readonly<Record<string, string | undefined>>;

export interface FindOptions {
  readonly cacheDirectory: string;
  /** Its PATH is searched for a system browser. */
  readonly environment: BrowserVariables;
  /** The caller's own choice, which takes precedence. */
  readonly executablePath?: string;
  readonly onProgress?: (text: string) => void;
}

export interface FoundBrowser {
  readonly path: string;
  readonly origin: 'named' | 'packaged' | 'installed' | 'system';
  /** The folder with the manifest, for a packaged or installed browser. */
  readonly folder?: string | undefined;
  readonly libraries?: string | undefined;
  readonly fontConfig?: string | undefined;
}

/**
 * Returns whether this is the headless shell, the small headless-only browser, which differs from the full one in some
 * behaviour.
 */
export const isHeadlessShell = ({ path, origin }: FoundBrowser): boolean =>
  origin === 'packaged' || origin === 'installed' || /^chrom(?:e|ium)-headless-shell/.test(basename(path));

/**
 * Throws `browser_missing` with the remedies if no browser is found. `packaged` locates the browser that npm installed
 * for this platform.
 */
export async function findBrowser(options: FindOptions, packaged = packagedBrowser): Promise<FoundBrowser> {
  if (options.executablePath) {
    await access(options.executablePath, constants.X_OK).catch((cause) => {
      throw new Failure('browser_missing', `The browser ${options.executablePath} cannot be executed.`, {
        hint: 'PDFAPI_BROWSER must be the path of a Chrome or Chromium executable.',
        cause,
      });
    });
    // Absolute, because the browser starts in a different working directory.
    return { path: resolve(options.executablePath), origin: 'named' };
  }
  const unpacked = await packaged(options.cacheDirectory, options.onProgress);
  const installed = installedBrowser(options.cacheDirectory);
  if (unpacked && !(installed && compareBuilds(installed.build, unpacked.version) > 0)) {
    const { path, folder, libraries, fontConfig } = unpacked;
    return { path, folder, libraries, fontConfig, origin: 'packaged' };
  }
  if (installed) {
    const { path, folder } = installed;
    // The packaged browser is kept and provides what a minimal machine lacks: shared libraries and fonts.
    return {
      path,
      folder,
      libraries: unpacked?.libraries,
      fontConfig: unpacked?.fontConfig,
      origin: 'installed',
    };
  }
  const system = await systemBrowser(options.environment.PATH ?? '');
  if (system) return { path: system, origin: 'system' };
  throw new Failure('browser_missing', 'No Chrome or Chromium was found on this machine.', {
    hint: 'Run `pdfapi browser install`, or install Chromium with the system’s package manager, or set PDFAPI_BROWSER to the path of one.',
  });
}
