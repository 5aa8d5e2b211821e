/** Caches versions of templates, read from the database and parsed once, while they are in use. */

import { LRUMap } from '#runtime/lru-cache';
import type { Store } from '#store/store';
import { memoryTree } from '#template/load/memory-tree';
import { readTemplate } from '#template/load/read-template';
import type { Template } from '#template/model/template';
import type { TemplateFiles } from '#template/model/template-files';

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
  const versions = new LRUMap<string, CachedTemplate>(capacity);
  const reading = new Map<string, Promise<CachedTemplate>>();
  const read = async (id: number, version: number, key: string) => {
    const [files, hash] = await Promise.all([
      store.templates.files(id, version),
      store.templates.hash(id, version),
    ]);
    const cached = await readStored(files, `${key}:${hash}`);
    const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 1024);
    versions.set(key, cached, bytes);
    return cached;
  };
  return {
    async version(id, version) {
      const key = `${id}:${version}`;
      const known = versions.get(key) ?? reading.get(key);
      if (known) return await known;
      const started = read(id, version, key);
      reading.set(key, started);
      // A version that could not be read is tried again next time.
      return await started.finally(() => reading.delete(key));
    },
  };
}

async function readStored(files: TemplateFiles, key: string): Promise<CachedTemplate> {
  const { template } = await readTemplate(memoryTree(files));
  const schema = files.get('schema.json');
  // Copied, because transferring a view to a thread would take its whole underlying buffer with it.
  return { template, schema: schema && new Uint8Array(schema), key };
}
