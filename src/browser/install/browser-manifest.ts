/** Records the size and hash of a cached browser, so that damage to it is detected. */
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The content of `manifest.json`: the executable's size in bytes and its SHA-256 hash in hexadecimal. */
export interface BrowserManifest {
  readonly size: number;
  readonly sha256: string;
}

/** Returns whether a file of the expected size exists. Cheap enough for every start. */
export const isWhole = (path: string, { size }: BrowserManifest): boolean =>
  statSync(path, { throwIfNoEntry: false })?.size === size;

/** Holds the patterns for `hyphens: auto`. Chromium looks for it beside its binary. */
export const hyphenDataFolder = 'hyphen-data';

export const hasHyphenData = (home: string): boolean => existsSync(join(home, hyphenDataFolder));

/** Returns whether the executable still matches `manifest.json` in `folder` byte for byte. Used by `doctor`. */
export async function isUnchanged(path: string, folder: string): Promise<boolean> {
  const manifest: BrowserManifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  return (await hashFile(path)) === manifest.sha256;
}

/** Reads the whole executable, 210 MB. */
export async function hashFile(path: string): Promise<string> {
  // Loading the module delays a command's browser start by 5 ms, and few commands need it.
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
