/** The lint of editor templates: finds what keeps the PDF from being accessible and only the author of the design can change. */
import { type LintFinding, type LintRule, lintRules } from '../lint/lint-finding.ts';
import type { EditorDocument, EditorElement } from '../model/editor-document.ts';
import type { TemplateSources } from '../model/template-sources.ts';
import { valueKind } from './element-types.ts';
import { readingOrder } from './tags/reading-order.ts';
import { toBox } from './tags/to-box.ts';

/** A finding, of which only the part of the template is known. */
export interface DesignFinding {
  readonly rule: LintRule;
  /** As in `page 1, field logo`. */
  readonly label: string;
  readonly message: string;
}

/** As of the lint of HTML. */
const maxFindings = 200;

/**
 * Returns the findings in reading order, at most 200. Elements of every page have none, because screen readers pass over
 * them. Large designs take seconds, so a server does it in a thread.
 */
export function lintDesign({ pages }: EditorDocument): readonly DesignFinding[] {
  const elements = pages.flatMap((page) =>
    readingOrder(page.map(({ style }) => toBox(style))).flatMap((index) => page[index] ?? []),
  );
  const findings: DesignFinding[] = [];
  const report = (rule: LintRule, { label }: EditorElement, message: string) => {
    if (findings.length < maxFindings) findings.push({ rule, label, message });
  };
  let level = 0;
  for (const element of elements) {
    const { style, heading, alt, rowHeaders } = element;
    if (valueKind(style.type) === 'picture' && alt === undefined) {
      report(
        'image-alt',
        element,
        'say what the picture shows with "alt", or write "alt": "" for decoration.',
      );
    }
    if (style.type === 'table' && style.showHead === false && !rowHeaders) {
      const remedy = 'show the head, or write "rowHeaders": true if the first cell of each row names it.';
      report('table-headers', element, `its cells have no headers: ${remedy}`);
    }
    if (heading === undefined) continue;
    if (heading > level + 1) {
      const before = level === 0 ? 'is the first heading' : `follows a heading of level ${level}`;
      report(
        'heading-order',
        element,
        `a heading of level ${heading} ${before}: write "heading": ${level + 1}.`,
      );
    }
    level = heading;
  }
  return findings;
}

/**
 * Returns the findings with their places in `editor.json`, as far as `sources` has them.
 *
 * @example
 * locateFindings(lintDesign(template.document), sources);
 * // [{ rule: 'image-alt', severity: 'warning', message: 'page 1, field logo: …', file: 'editor.json', line: 4, … }]
 */
export const locateFindings = (
  findings: readonly DesignFinding[],
  sources: TemplateSources | undefined,
): LintFinding[] =>
  findings.map(({ rule, label, message }) => {
    const place = sources?.locate({ part: label, template: null, line: 1, column: 1 });
    const { file, line, column } = place ?? {};
    return { ...lintRules[rule], rule, message: `${label}: ${message}`, file, line, column };
  });
