/** Where the unpacked and the installed browsers live, between runs. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BrowserVariables } from './find-browser.ts';

/**
 * Root has a directory that other users can read, because its browser runs under another user id and the home
 * directory of root is closed to it.
 */
export function defaultCacheDirectory(environment: BrowserVariables): string {
  // Absolute, because the browser starts in a directory of its own.
  if (environment.PDFAPI_CACHE_DIR) return resolve(environment.PDFAPI_CACHE_DIR);
  if (process.getuid?.() === 0) return '/var/cache/pdfapi';
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'pdfapi');
  if (process.platform === 'win32' && environment.LOCALAPPDATA) {
    return join(environment.LOCALAPPDATA, 'pdfapi', 'Cache');
  }
  return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pdfapi');
}
