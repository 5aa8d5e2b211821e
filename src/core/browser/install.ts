/** `pdfapi browser install`: downloads Chrome's headless shell where the npm package brings none. */
import { join } from 'node:path';
import { Failure } from '../../contract/errors.ts';

const folder = 'installed';

export interface InstallOptions {
  readonly cacheDirectory: string;
  /** Instead of Chrome's own download address: a mirror with the same paths. */
  readonly mirror?: string;
  /** A build such as `153.0.8010.0`, or a channel such as `stable`. */
  readonly build?: string;
  readonly onProgress?: (downloaded: number, total: number) => void;
}

/** Downloads and unpacks; gives the path of the executable. Throws `browser_missing` with the reason. */
export async function installBrowser(options: InstallOptions): Promise<string> {
  const { Browser, detectBrowserPlatform, install, resolveBuildId } = await import('@puppeteer/browsers');
  const platform = detectBrowserPlatform();
  if (!platform) {
    throw new Failure(
      'browser_missing',
      `There is no Chrome download for ${process.platform} ${process.arch}.`,
      {
        hint: 'Install Chromium with the system’s package manager; it is found by itself.',
      },
    );
  }
  const { mirror, build = 'stable' } = options;
  const exact = /^\d+(?:\.\d+){3}$/.test(build);
  if (mirror && !exact) {
    throw new Failure('invalid_option', `A mirror holds builds by number, and ${build} is none.`, {
      hint: 'Name a build with four numbers, for example --build 153.0.8010.0.',
      errors: { build: ['must be a build number such as 153.0.8010.0'] },
    });
  }
  try {
    const browser = Browser.CHROMEHEADLESSSHELL;
    const buildId = exact ? build : await resolveBuildId(browser, platform, build);
    const installed = await install({
      browser,
      buildId,
      platform,
      cacheDir: join(options.cacheDirectory, folder),
      ...(mirror ? { baseUrl: mirror.replace(/\/$/, '') } : {}),
      ...(options.onProgress ? { downloadProgressCallback: options.onProgress } : {}),
    });
    return installed.executablePath;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Failure('browser_missing', `Chrome could not be downloaded: ${reason}`, {
      hint: 'Behind a firewall, name a mirror with --mirror, or install Chromium with the system’s package manager.',
      cause,
    });
  }
}

/** The newest browser that `installBrowser` has put there, or undefined. */
export async function installedBrowser(cacheDirectory: string): Promise<string | undefined> {
  const { existsSync } = await import('node:fs');
  const cacheDir = join(cacheDirectory, folder);
  if (!existsSync(cacheDir)) return undefined;
  const { getInstalledBrowsers } = await import('@puppeteer/browsers');
  const found = await getInstalledBrowsers({ cacheDir });
  found.sort((a, b) => b.buildId.localeCompare(a.buildId, 'en', { numeric: true }));
  return found.find((browser) => existsSync(browser.executablePath))?.executablePath;
}
