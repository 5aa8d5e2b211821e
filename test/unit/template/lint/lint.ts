/** What the tests of the lint share. */
import { type LintFinding, type LintOptions, lintHtml } from '../../../../src/template/lint/index.ts';

/** A document that has no fault but those of `body`, which begins in its third line. */
export const page = (body: string): string =>
  `<!doctype html>\n<html lang="en"><title>Page</title><body>\n${body}`;

export const lint = (source: string, options: Partial<LintOptions> = {}): LintFinding[] =>
  lintHtml(source, { file: 'page.html', ...options });

export const findings = (source: string): LintFinding[] => lint(source);

export const rulesOf = (source: string): string[] => findings(source).map(({ rule }) => rule);

/** Lints a template with partials; each finding as `file:line rule`. */
export function lintTemplate(template: string, partials: Readonly<Record<string, string>> = {}): string[] {
  const sources = Object.entries(partials).map(([name, text]) => [name, { file: name, text }] as const);
  return lint(template, { partials: new Map(sources) }).map(
    ({ file, line, rule }) => `${file}:${line} ${rule}`,
  );
}
