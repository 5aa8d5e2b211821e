/** What a browser in the cache directory was when it was put there, so that a damaged one is noticed. */
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** In `manifest.json`: bytes and hash (hexadecimal) of the executable. */
export interface BrowserManifest {
  readonly size: number;
  readonly sha256: string;
}

/** Whether a file of the right size is there: cheap enough for every start. */
export const isWhole = (path: string, { size }: BrowserManifest): boolean =>
  statSync(path, { throwIfNoEntry: false })?.size === size;

/** Whether the executable still is what the `manifest.json` in `folder` says, byte for byte: for `doctor`. */
export async function isUnchanged(path: string, folder: string): Promise<boolean> {
  const manifest: BrowserManifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  return (await hashFile(path)) === manifest.sha256;
}

/** Reads all of the executable, 210 MB. */
export async function hashFile(path: string): Promise<string> {
  // Loading it takes a command 5 ms before its browser starts, and only few need it.
  const { createHash } = await import('node:crypto');
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
