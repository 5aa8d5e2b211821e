/** Which browser prints: the one that was named, else the newer of packaged and installed, else the system's. */
import { access, constants } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Failure } from '../../../contract/errors.ts';
import { compareBuilds, installedBrowser } from './install-browser.ts';
import { packagedBrowser } from './packaged-browser.ts';
import { systemBrowser } from './system-browser.ts';

/** The process's environment, handed down by the edge: the core reads no global. */
export type BrowserVariables = Readonly<Record<string, string | undefined>>;

export interface FindOptions {
  readonly cacheDirectory: string;
  /** PATH is searched for a system's browser. */
  readonly environment: BrowserVariables;
  /** The caller's own choice; goes before all others. */
  readonly executablePath?: string;
  readonly onProgress?: (text: string) => void;
}

export interface FoundBrowser {
  readonly path: string;
  readonly origin: 'named' | 'packaged' | 'installed' | 'system';
  /** Of a packaged or installed one: holds its manifest. */
  readonly folder?: string | undefined;
  readonly libraries?: string | undefined;
  readonly fontConfig?: string | undefined;
}

/** The small browser that can only be headless, and does some things that the full one does not. */
export const isHeadlessShell = ({ path, origin }: FoundBrowser): boolean =>
  origin === 'packaged' || origin === 'installed' || /^chrom(?:e|ium)-headless-shell/.test(basename(path));

/**
 * Throws `browser_missing` with the remedies where there is none. `packaged` stands for what npm has installed
 * on this platform.
 */
export async function findBrowser(options: FindOptions, packaged = packagedBrowser): Promise<FoundBrowser> {
  if (options.executablePath) {
    await access(options.executablePath, constants.X_OK).catch((cause) => {
      throw new Failure('browser_missing', `The browser ${options.executablePath} cannot be executed.`, {
        hint: 'PDFAPI_BROWSER must be the path of a Chrome or Chromium executable.',
        cause,
      });
    });
    // Absolute, because the browser starts in a directory of its own.
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
    // The packaged one stays beside it and lends what a bare machine lacks: shared libraries and fonts.
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
    hint: 'Run `pdfapi browser install`, or install Chromium with the system’s package manager, or name one in PDFAPI_BROWSER.',
  });
}
