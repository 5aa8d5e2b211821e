/** Template and data in, HTML out: what `fill-here.ts` and `start-fill-pool.ts` both do. */
import type { Metadata } from '../../contract/documents.ts';
import type { TemplateData } from '../data-text.ts';
import type { Deadline } from '../deadline.ts';

export interface FillJob {
  readonly html: string;
  /** false: the HTML stays as it is. Header, footer and properties are Twig all the same. */
  readonly twig: boolean;
  readonly header?: string;
  readonly footer?: string;
  readonly metadata: Metadata;
  readonly partials: Readonly<Record<string, string>>;
  /** An undefined variable is an error. */
  readonly strict: boolean;
  /** JSON, what `parseData` gave, or a text for it. */
  readonly data: TemplateData;
  /** Twig's `now`. */
  readonly now: Date;
  /**
   * Stands for all of the above but `data` and `now`: two jobs of one key have the same text. A pool then need
   * not look at the text to find what it has compiled before.
   */
  readonly key?: string;
}

export interface Filled {
  readonly html: string;
  readonly header?: string;
  readonly footer?: string;
  readonly metadata: Metadata;
}

/**
 * Throws `TemplateSyntaxError`, `TemplateRuntimeError`, and when the time is over or the caller gave up what the
 * deadline throws.
 */
export type Fill = (job: FillJob, deadline: Deadline) => Promise<Filled>;
