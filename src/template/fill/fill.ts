/** Template and data in, HTML out: the interface of `in-process.ts` and `start-fill-pool.ts`. */
import type { Metadata } from '#contract/documents';
import type { TemplateData } from '#runtime/data-text';
import type { Deadline } from '#runtime/deadline';
import type { DataUse, Limits, Translations, TwigNotices } from '#twig';
import type { MarkdownSettings } from '../model/markdown-settings.ts';
import type { SpooledRows } from '../rows/spool-rows.ts';

export interface FillJob {
  readonly html: string;
  /** If false, the HTML stays unchanged. Header, footer and properties are still Twig. */
  readonly twig: boolean;
  /** Set if the Twig of `html` prints Markdown, which then becomes HTML. */
  readonly markdown?: MarkdownSettings | undefined;
  readonly header?: string | undefined;
  readonly footer?: string | undefined;
  /**
   * Headers and footers that are filled for each page, once the pages are known: name of the part in errors → source. They
   * are compiled with the rest, so that their syntax errors cost no print.
   */
  readonly pageParts?: Readonly<Record<string, string>> | undefined;
  /** If set, only these are filled. */
  readonly pages?: readonly PageToFill[] | undefined;
  readonly metadata: Metadata;
  /** The XML of an e-invoice. */
  readonly invoice?: string | undefined;
  readonly partials: Readonly<Record<string, string>>;
  readonly translations?: Translations | undefined;
  /** An undefined variable is an error. */
  readonly strict: boolean;
  /** JSON, the output of `parseData`, or its text. */
  readonly data: TemplateData;
  /** Lists of the data that are read row by row, by name. They replace what the data has under these names. */
  readonly rows?: Readonly<Record<string, SpooledRows>> | undefined;
  /** Limits that differ from the defaults, which are for templates of strangers. */
  readonly limits?: Partial<Limits> | undefined;
  /** Twig's `now`. */
  readonly now: Date;
  /** The language of filters such as `format_date` that name no locale. Default: that of the `html`, or English. */
  readonly language?: string | undefined;
  /** The time zone (IANA) in which dates are read that have none, and written. Default: UTC. */
  readonly timeZone?: string | undefined;
  /**
   * Identifies all of the above except `data`, `rows`, `limits`, `now`, `language`, `timeZone` and `pages`: two jobs with
   * the same key have the same text. A pool can then find its compiled template without comparing the text.
   */
  readonly key?: string | undefined;
}

/** One of `pageParts` for one page. */
export interface PageToFill {
  readonly part: string;
  readonly page: PageVariables;
}

/** The variable `page` of headers and footers. */
export interface PageVariables {
  /** From 1. */
  readonly number: number;
  readonly count: number;
  /** The heading of the highest level that rules the page, or nothing. */
  readonly section: string;
  /** The heading of each level that rules the page: 1 to 6. */
  readonly sections: Readonly<Record<string, string>>;
  readonly first: boolean;
  readonly last: boolean;
  /** The first page is a right one. */
  readonly side: 'left' | 'right';
  /** `@page chapter` is `chapter`. Empty for a page without a name. */
  readonly name: string;
}

export interface Filled {
  readonly html: string;
  readonly header?: string | undefined;
  readonly footer?: string | undefined;
  /** In the order of the job's `pages`. */
  readonly pages?: readonly string[] | undefined;
  readonly metadata: Metadata;
  readonly invoice?: string | undefined;
  /** The faults that would be errors of a strict render. */
  readonly notices?: TwigNotices | undefined;
  readonly dataUse: DataUse;
  /** Warnings about content that is not printed as its author meant it, each without a full stop. */
  readonly warnings?: readonly string[] | undefined;
}

/**
 * Throws `TemplateSyntaxError`, `TemplateRuntimeError`, and the errors of the deadline if it ends or the caller
 * cancels.
 */
export type Fill = (job: FillJob, deadline: Deadline) => Promise<Filled>;
