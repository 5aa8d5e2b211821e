/** The levels of headings: clause 7.4 of PDF/UA. */
import { isTransparentType } from '../../structure/standard-types.ts';
import type { StructureElement } from '../../structure/structure-tree.ts';
import type { Rule } from '../rule.ts';
import type { Report } from './table-rules.ts';

const remedy = 'Use headings without gaps: <h1>, then <h2> below it, then <h3>.';

const levelRule: Rule = { pdfua: ['7.4.2', 1], remedy };
const oneHeadingRule: Rule = { pdfua: ['7.4.4', 1], remedy };
const mixedRule: Rule = { pdfua: ['7.4.4', 2], remedy };
const mixedNumberedRule: Rule = { pdfua: ['7.4.4', 3], remedy };

export const headingRules: readonly Rule[] = [levelRule, oneHeadingRule, mixedRule, mixedNumberedRule];

/** `elements` are in the sequence of the document. */
export function checkHeadingLevels(elements: readonly StructureElement[], report: Report): void {
  let lastLevel = 0;
  for (const element of elements) {
    const level = Number(/^H([1-6])$/.exec(element.standardType ?? '')?.[1] ?? 0);
    if (level === 0) continue;
    if (level > lastLevel + 1) {
      const before = lastLevel === 0 ? 'is the first heading' : `follows an H${lastLevel}`;
      report(levelRule, element, `An H${level} heading ${before}.`);
    }
    lastLevel = level;
  }
  const first = elements.find(({ standardType }) => standardType === 'H');
  const firstNumbered = elements.find(({ standardType }) => /^H[1-6]$/.test(standardType ?? ''));
  if (!first) return;
  if (firstNumbered) {
    const message = 'The document has both H and H1 to H6 headings.';
    report(mixedRule, first, message);
    report(mixedNumberedRule, firstNumbered, message);
  }
  for (const [element, count] of countHeadings(elements)) {
    if (count > 1) report(oneHeadingRule, element, `An element has ${count} H headings instead of one.`);
  }
}

/** The H elements of each element, seen through grouping elements. */
function countHeadings(elements: readonly StructureElement[]): ReadonlyMap<StructureElement, number> {
  const counts = new Map<StructureElement, number>();
  // Children come after their parents.
  for (const element of elements.toReversed()) {
    let count = 0;
    for (const child of element.children) {
      if (child.standardType === 'H') count++;
      else if (isTransparentType(child.standardType)) count += counts.get(child) ?? 0;
    }
    counts.set(element, count);
  }
  return counts;
}
