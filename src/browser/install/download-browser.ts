/** Downloads a headless shell of Chrome and moves it into the cache directory once it is complete and verified. */
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { chmod, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Failure } from '#contract/errors';
import { isAbandoned } from '#contract/files/is-abandoned';
import { makeFolder } from '#contract/files/make-folder';
import { hashFile } from './browser-manifest.ts';
import {
  executableIn,
  type InstalledBrowser,
  type InstalledManifest,
  type InstallOptions,
  installedFolder,
} from './install-browser.ts';

/** Throws the same errors as `installBrowser`. */
export async function downloadBrowser(
  options: InstallOptions & { readonly build: string },
): Promise<InstalledBrowser> {
  const folder = installedFolder(options.cacheDirectory);
  const temporary = join(folder, `.${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    const { path, build } = await fetchBrowser(options, folder, temporary);
    await options.verify?.(path);
    const home = join(folder, build);
    const manifest: InstalledManifest = {
      executable: relative(temporary, path),
      size: statSync(path).size,
      sha256: await hashFile(path),
    };
    await writeFile(join(temporary, 'manifest.json'), JSON.stringify(manifest));
    // A damaged browser of the same build is replaced. An intact one stays, because a server may be running it.
    if (executableIn(home) === undefined) {
      await rm(home, { recursive: true, force: true });
      await rename(temporary, home);
    }
    return { path: join(home, manifest.executable), folder: home, build };
  } finally {
    await rm(temporary, { recursive: true, force: true }).catch(() => {});
  }
}

async function fetchBrowser(
  { build, mirror, onProgress }: InstallOptions & { readonly build: string },
  folder: string,
  temporary: string,
): Promise<{ readonly path: string; readonly build: string }> {
  const { Browser, detectBrowserPlatform, install, resolveBuildId } = await import('@puppeteer/browsers');
  const platform = detectBrowserPlatform();
  if (!platform) {
    throw new Failure(
      'browser_missing',
      `There is no Chrome download for ${process.platform} ${process.arch}.`,
      { hint: 'Install Chromium with the system’s package manager; pdfapi finds it automatically.' },
    );
  }
  try {
    const browser = Browser.CHROMEHEADLESSSHELL;
    await removeLeftovers(folder);
    makeFolder(temporary);
    // Root's browser runs as an unprivileged user, who must be able to enter these directories.
    for (const each of [folder, temporary]) await chmod(each, 0o755);
    const buildId = /^\d+(?:\.\d+){3}$/.test(build) ? build : await resolveBuildId(browser, platform, build);
    const installed = await install({
      browser,
      buildId,
      platform,
      cacheDir: temporary,
      ...(mirror ? { baseUrl: mirror.replace(/\/$/, '') } : {}),
      ...(onProgress ? { downloadProgressCallback: onProgress } : {}),
    });
    return { path: installed.executablePath, build: buildId };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Failure('browser_missing', `Chrome could not be downloaded: ${reason}`, {
      hint: 'Behind a firewall, set a mirror with --mirror, or install Chromium with the system’s package manager and set PDFAPI_BROWSER to its path.',
      cause,
    });
  }
}

/** Removes the partial downloads of processes that were killed. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(/^\.(\d+)-/.exec(name)?.[1]);
    const path = join(folder, name);
    if (pid && isAbandoned(path, pid)) await rm(path, { recursive: true, force: true });
  }
}
