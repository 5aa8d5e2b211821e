/** Caches versions of templates, read from the database and parsed once, while they are in use. */

import { LRUMap } from '../../core/lru-cache.ts';
import { memoryTree } from '../../core/template/load/memory-tree.ts';
import { readTemplate } from '../../core/template/load/read-template.ts';
import type { Template } from '../../core/template/model/template.ts';
import type { TemplateFiles } from '../../core/template/model/template-files.ts';
import type { Store } from '../../store/store.ts';

export interface CachedTemplate {
  readonly template: Template;
  /** Its `schema.json`, if it has one. It is parsed in a thread, since a hostile one may never finish. */
  readonly schema: Uint8Array | undefined;
  /** Identifies the content: equal keys mean equal text. */
  readonly key: string;
}

export interface TemplateCache {
  /** A version never changes, so its result can be cached indefinitely. */
  version(id: number, version: number): Promise<CachedTemplate>;
}

/** Bytes of template files to keep in memory. */
const capacity = 64 * 1024 * 1024;

export function openTemplateCache(store: Store): TemplateCache {
  const versions = new LRUMap<string, Promise<CachedTemplate>>(capacity);
  return {
    version(id, version) {
      const key = `${id}:${version}`;
      const known = versions.get(key);
      if (known) return known;
      const digests = store.templates.digests(id, version);
      const bytes = [...digests.values()].reduce((sum, { size }) => sum + size, 1024);
      const read = readStored(
        store.templates.filesInTurns(id, version),
        `${key}:${store.templates.hash(id, version)}`,
      );
      versions.set(key, read, bytes);
      // A version that could not be read is tried again next time.
      read.catch(() => versions.delete(key));
      return read;
    },
  };
}

async function readStored(reading: Promise<TemplateFiles>, key: string): Promise<CachedTemplate> {
  const files = await reading;
  const { template } = await readTemplate(memoryTree(files));
  const schema = files.get('schema.json');
  // Copied, because transferring a view to a thread would take its whole underlying buffer with it.
  return { template, schema: schema && new Uint8Array(schema), key };
}
