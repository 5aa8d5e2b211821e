/** The lint as a step of a render, in this thread or in another one. */
import type { Deadline } from '#runtime/deadline';
import { LRUMap } from '#runtime/lru-cache';
import type { LintFinding } from './lint-finding.ts';
import { type LintOptions, lintHtml } from './lint-html.ts';

export interface LintJob {
  /** Undefined if only what was measured in the page is reported. */
  readonly source: string | undefined;
  readonly options: LintOptions;
}

export interface LintResult {
  readonly findings: readonly LintFinding[];
  /** Why there are no findings, as a sentence without a full stop. */
  readonly problem?: string | undefined;
}

/** Throws the errors of the deadline. */
export type Lint = (job: LintJob, deadline: Deadline) => Promise<LintResult>;

/** In characters of all sources. */
const maxKeptCharacters = 1_000_000;

/** The findings of templates, by all that they depend on: a batch prints one template again and again. */
const known = new LRUMap<string, LintResult>(maxKeptCharacters, 64);

/** Runs the lint in this thread, for HTML that its own user wrote. */
export function runLint(job: LintJob): LintResult {
  // Measurements of the page differ from document to document.
  if (job.source === undefined || job.options.contrast?.length) return lint(job);
  const key = keyOf(job.source, job.options);
  const found = known.get(key) ?? lint(job);
  known.set(key, found, key.length);
  return found;
}

/** Whether a language and a title are set matters, but not which: titles differ from document to document. */
function keyOf(
  source: string,
  { file, twig, partials = new Map(), lang, title, pdfua }: LintOptions,
): string {
  const settings = [file, twig, lang !== undefined, Boolean(title?.trim()), pdfua];
  return JSON.stringify([source, ...settings, ...partials]);
}

function lint({ source, options }: LintJob): LintResult {
  const findings = lintHtml(source ?? '', options);
  const { file } = options;
  if (source !== undefined) return { findings };
  return {
    findings: findings
      .filter(({ rule }) => rule === 'text-contrast')
      .map((finding) => (finding.file === file ? { ...finding, file: undefined } : finding)),
  };
}
