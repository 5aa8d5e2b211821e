/** The lint: finds in HTML, with or without Twig, what keeps a PDF from being accessible and only its author can change. */

import { composePlain, composeTwig, type LintSource } from './compose-twig.ts';
import { LintDocument, type LintElement } from './lint-document.ts';
import { type LintFinding, type LintRule, lintRules } from './lint-finding.ts';
import type { LowContrast } from './low-contrast.ts';
import { checkContrast } from './rules/contrast.ts';
import { checkDocument } from './rules/document.ts';
import { checkFields } from './rules/fields.ts';
import { checkFormulas } from './rules/formulas.ts';
import { checkHeadings } from './rules/headings.ts';
import { checkIds } from './rules/ids.ts';
import { checkImages } from './rules/images.ts';
import { checkLinks } from './rules/links.ts';
import { checkLists } from './rules/lists.ts';
import type { LintCheck } from './rules/report.ts';
import { checkTables } from './rules/tables.ts';

/** All of it can be sent to a thread. */
export interface LintOptions {
  /** The path of the source as findings name it. */
  readonly file: string;
  /** If false, braces are text. Default: true. */
  readonly twig?: boolean | undefined;
  /** The templates that the source may include or extend, by name. */
  readonly partials?: ReadonlyMap<string, LintSource> | undefined;
  /** The language and the title, if the template's settings or the command line give them. */
  readonly lang?: string | undefined;
  readonly title?: string | undefined;
  /** Whether the document is to be PDF/UA, which makes a warning of a hint that it forbids. */
  readonly pdfua?: boolean | undefined;
  /** Texts that were measured in the printed page and have too little contrast. */
  readonly contrast?: readonly LowContrast[] | undefined;
}

const checks: readonly LintCheck[] = [
  checkImages,
  checkFormulas,
  checkHeadings,
  checkTables,
  checkLists,
  checkLinks,
  checkFields,
  checkIds,
];

/** One fault in a loop or a generated page may be there a thousand times. */
const maxFindings = 200;

/**
 * Returns the findings in the order of their files and lines, at most 200. What Twig prints counts as present: only
 * what the source lacks is found. It never throws.
 *
 * @example
 * lintHtml('<html lang="en"><title>Invoice</title><img src="logo.svg">', { file: 'invoice.html' });
 * // [{ rule: 'image-alt', severity: 'warning', file: 'invoice.html', line: 1, column: 40, pdfua: '7.3', … }]
 */
export function lintHtml(source: string, options: LintOptions): LintFinding[] {
  const { file, twig = true, partials = new Map(), pdfua = false, contrast = [] } = options;
  const main = { file, text: source };
  const findings = new Map<string, LintFinding>();
  const add = (finding: LintFinding) => {
    const { rule, message, line, column } = finding;
    if (findings.size < maxFindings)
      findings.set([finding.file, line, column, rule, message].join('\n'), finding);
  };
  const parts = (twig ? composeTwig(main, partials) : [composePlain(main)]).map((composed) => {
    const document = new LintDocument(composed);
    // The output of Twig may have headings.
    const wantsFirst = pdfua && !document.printsMarkup;
    const report = (
      rule: LintRule,
      element: LintElement | undefined,
      message: string,
      severity: LintFinding['severity'] = rule === 'heading-first' && wantsFirst
        ? 'warning'
        : lintRules[rule].severity,
    ) => add(toFinding(rule, severity, message, document.place(element)));
    return { document, report };
  });
  for (const { document, report } of parts) {
    checkDocument(document, report, options);
    for (const check of checks) check(document, report);
  }
  checkContrast(parts, contrast, (message) => add(toFinding('text-contrast', 'hint', message, undefined)));
  const order = [file, ...[...partials.values()].map((partial) => partial.file)];
  return [...findings.values()].sort(
    (a, b) =>
      order.indexOf(a.file ?? '') - order.indexOf(b.file ?? '') ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  );
}

function toFinding(
  rule: LintRule,
  severity: LintFinding['severity'],
  message: string,
  place: ReturnType<LintDocument['place']>,
): LintFinding {
  const { pdfua, wcag } = lintRules[rule];
  return { rule, severity, message, ...place, pdfua, wcag };
}
