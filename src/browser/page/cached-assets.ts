/**
 * Caches files in a page for all documents of its owner. A letterhead uses the same fonts and pictures each time, and
 * sending them takes longer than the rest of loading it.
 */
import { createHash } from 'node:crypto';
import { callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { holdBytes } from '../page-scripts/hold-files.ts';
import { asData, type Embed } from './embed.ts';

export interface CachedAssets {
  /** Returns the address of a file within the page. Files are cached by content, not by name. */
  readonly embed: Embed;
  /** Empties the cache. Must be called once the realm is gone, because the files are gone with it. */
  forget(): void;
  readonly heldBytes: number;
  /** Whether the cache is so large that another page should replace this one. */
  isFull(): boolean;
}

/** Bytes. Smaller files cost less to send again than to look up in the page. */
const worthHolding = 8_192;
const maxCachedBytes = 64 * 1024 * 1024;

/** Creates the cache of a page that runs no scripts and whose documents only `replaceDocument` changes. */
export function cacheAssets(page: CdpSession): CachedAssets {
  /** Media type and digest of the cached content → its name in the page. */
  const names = new Map<string, Promise<string>>();
  let bytesHeld = 0;

  return {
    async embed(asset) {
      const { type, bytes } = asset;
      if (bytes.length < worthHolding || bytesHeld > maxCachedBytes) return await asData(asset);
      const key = `${type} ${createHash('sha256').update(bytes).digest('base64')}`;
      const known = names.get(key);
      if (known) return await known;
      bytesHeld += bytes.length;
      const name = callInPage(page, holdBytes, [type, Buffer.from(bytes).toString('base64')]);
      names.set(key, name);
      return await name;
    },
    forget() {
      names.clear();
      bytesHeld = 0;
    },
    get heldBytes() {
      return bytesHeld;
    },
    isFull: () => bytesHeld > maxCachedBytes / 2,
  };
}
