/** Fills, and caches compiled templates for the next document of the same text, evicting the least recently used. */
import { hash } from 'node:crypto';
import { readTemplateData } from '../data-text.ts';
import { LRUMap } from '../lru-cache.ts';
import { type CompiledJob, compileJob } from './compile-job.ts';
import type { Filled, FillJob } from './fill.ts';

export interface CachedFillBounds {
  /** Maximum number of cached templates. */
  readonly count: number;
  /** Their approximate total size, in bytes. */
  readonly size: number;
}

/** Returns a function that fills. It throws `TemplateSyntaxError` and `TemplateRuntimeError`. */
export function cachedFill(bounds: CachedFillBounds): (job: FillJob) => Filled {
  const kept = new LRUMap<string, CompiledJob>(bounds.size, bounds.count);
  return (job) => {
    const key = job.key === undefined ? `text:${hashContent(job)}` : `key:${job.key}`;
    const compiled = kept.get(key) ?? compileJob(job);
    try {
      return compiled.fill({ data: readTemplateData(job.data), now: job.now, pages: job.pages });
    } finally {
      // Its size may have grown.
      kept.set(key, compiled, compiled.size);
    }
  };
}

function hashContent(job: FillJob): string {
  const { html, twig, header, footer, pageParts, metadata, invoice, partials, strict } = job;
  const parts = [header ?? null, footer ?? null, pageParts ?? null];
  const content = [html, twig, parts, metadata, invoice ?? null, partials, strict];
  return hash('sha256', JSON.stringify(content), 'base64');
}
