/** Fills, and caches compiled templates for the next document of the same text, evicting the least recently used. */
import { hash } from 'node:crypto';
import { LRUMap } from '#runtime/lru-cache';
import { type CompiledJob, compileJob, type FilledTwig } from './compile-job.ts';
import { convertMarkdown } from './convert-markdown.ts';
import type { Fill, FillJob } from './fill.ts';

export interface CachedFillBounds {
  /** Maximum number of cached templates. */
  readonly count: number;
  /** Their approximate total size, in bytes. */
  readonly size: number;
}

/** Returns a function that fills. It throws `TemplateSyntaxError` and `TemplateRuntimeError`. */
export function cachedFill(bounds: CachedFillBounds): (job: FillJob) => FilledTwig {
  const kept = new LRUMap<string, CompiledJob>(bounds.size, bounds.count);
  return (job) => {
    const key = job.key === undefined ? `text:${hashContent(job)}` : `key:${job.key}`;
    const compiled = kept.get(key) ?? compileJob(job);
    try {
      return compiled.fill(job);
    } finally {
      // Its size may have grown.
      kept.set(key, compiled, compiled.size);
    }
  };
}

/** Returns a fill in this thread that keeps compiled templates. */
export function startCachedFill(bounds: CachedFillBounds): Fill {
  const fill = cachedFill(bounds);
  return async (job, deadline) => {
    deadline.check('filling the template');
    return await convertMarkdown(fill(job), job);
  };
}

const otherKeys = new Set([
  'data',
  'rows',
  'limits',
  'now',
  'language',
  'timeZone',
  'pages',
  'key',
] satisfies (keyof FillJob)[]);

function hashContent(job: FillJob): string {
  const entries = Object.entries(job)
    .filter(([key]) => !otherKeys.has(key as never))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(entries), 'base64');
}
