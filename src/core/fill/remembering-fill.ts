/** Fills, and keeps what it compiled for the next document of the same text: least recently used out first. */
import { hash } from 'node:crypto';
import { type CompiledJob, compileJob } from './compile-job.ts';
import type { Filled, FillJob } from './fill.ts';

export interface RememberingBounds {
  /** Templates that are kept. */
  readonly count: number;
  /** Bytes that they take, about and in sum. */
  readonly size: number;
}

/** Gives a function that fills. It throws `TemplateSyntaxError` and `TemplateRuntimeError`. */
export function rememberingFill(bounds: RememberingBounds): (job: FillJob) => Filled {
  // A map keeps the order of insertion: the first is the one that was not used for longest.
  const kept = new Map<string, { readonly compiled: CompiledJob; readonly size: number }>();
  let total = 0;

  const forget = (key: string) => {
    total -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  const remember = (key: string, compiled: CompiledJob) => {
    forget(key);
    // It may have grown.
    const { size } = compiled;
    kept.set(key, { compiled, size });
    total += size;
    for (const oldest of kept.keys()) {
      if (kept.size <= bounds.count && total <= bounds.size) break;
      forget(oldest);
    }
  };

  return (job) => {
    const key = job.key === undefined ? `text:${contentOf(job)}` : `key:${job.key}`;
    const compiled = kept.get(key)?.compiled ?? compileJob(job);
    try {
      return compiled.fill(job);
    } finally {
      remember(key, compiled);
    }
  };
}

function contentOf({ html, twig, header, footer, metadata, partials, strict }: FillJob): string {
  const content = [html, twig, header ?? null, footer ?? null, metadata, partials, strict];
  return hash('sha256', JSON.stringify(content), 'base64');
}
