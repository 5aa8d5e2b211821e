/** Headings form an outline without gaps. */
import { getAttribute, type LintElement } from '../lint-document.ts';
import { isPrinted } from '../mask-twig.ts';
import type { LintCheck } from './report.ts';

/** So many headings before one are searched for the last that can be in the same document. */
const maxLookBack = 50;

export const checkHeadings: LintCheck = (document, report) => {
  const headings = document.elements.flatMap((element) => {
    const level = levelOf(element);
    if (level === undefined) return [];
    if (document.text(element) !== '' || document.isUnknown(element)) return [{ element, level }];
    const name = level === 'unknown' ? 'heading' : `h${level}`;
    report('heading-empty', element, `This ${name} is empty: give it a text, or remove it.`);
    return [];
  });
  for (const [index, { element, level }] of headings.entries()) {
    if (level === 'unknown') continue;
    const before = headings
      .slice(Math.max(0, index - maxLookBack), index)
      .findLast((each) => !document.areExclusive(each.element, element));
    if (before === undefined) {
      if (index > 0 || level === 1 || !document.isWhole) continue;
      report(
        'heading-first',
        element,
        `The first heading is an h${level}: a document begins with its title in an h1.`,
      );
    } else if (before.level !== 'unknown' && level > before.level + 1) {
      report(
        'heading-order',
        element,
        `This h${level} follows an h${before.level}, so a level is missing: make it an h${before.level + 1}, and choose its size with CSS.`,
      );
    }
  }
};

/** Returns 1 to 6 and more; `unknown` if Twig prints the level; undefined for what is no heading. */
export function levelOf(element: LintElement): number | 'unknown' | undefined {
  const { tagName } = element;
  const [, digit] = /^h([1-6])$/.exec(tagName) ?? [];
  const role = getAttribute(element, 'role')?.trim().toLowerCase();
  if (role === 'heading') {
    const level = getAttribute(element, 'aria-level') ?? digit ?? '2';
    return /^\s*[1-9]\s*$/.test(level) ? Number(level) : 'unknown';
  }
  if (digit !== undefined) return role ? undefined : Number(digit);
  return tagName.startsWith('h') && isPrinted(tagName) ? 'unknown' : undefined;
}
