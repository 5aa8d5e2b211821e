/** The directory that keeps unpacked and installed browsers between runs. */
import { join, resolve } from 'node:path';
import { homeDirectory } from '#contract/files/home-directory';
import type { BrowserVariables } from './find-browser.ts';

/**
 * Root gets a directory that other users can read, because its browser runs under another user id, which has no access
 * to root's home directory.
 */
export function defaultCacheDirectory(environment: BrowserVariables): string {
  // Absolute, because the browser starts in a different working directory.
  if (environment.PDFAPI_CACHE_DIR) return resolve(environment.PDFAPI_CACHE_DIR);
  if (process.getuid?.() === 0) return '/var/cache/pdfapi';
  if (process.platform === 'darwin') return join(homeDirectory(environment), 'Library', 'Caches', 'pdfapi');
  if (process.platform === 'win32' && environment.LOCALAPPDATA) {
    return join(environment.LOCALAPPDATA, 'pdfapi', 'Cache');
  }
  return join(environment.XDG_CACHE_HOME || join(homeDirectory(environment), '.cache'), 'pdfapi');
}
