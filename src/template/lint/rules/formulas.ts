/** Formulas have a text: `hintTags` makes it that of their tag. */
import { getAttribute, type LintElement } from '../lint-document.ts';
import { isPrinted } from '../mask-twig.ts';
import type { LintCheck } from './report.ts';

export const checkFormulas: LintCheck = (document, report) => {
  for (const element of document.elements) {
    if (element.tagName !== 'math' || document.isUnknown(element) || hasText(element)) continue;
    report(
      'formula-text',
      element,
      'This formula is read out symbol by symbol: add alttext or aria-label with how it is said, or its TeX as an <annotation>.',
    );
  }
};

const hasText = (math: LintElement): boolean =>
  ['aria-label', 'alttext', 'data-latex'].some((name) => getAttribute(math, name)?.trim()) || hasTex(math);

/** Or what a template prints, which may be TeX. */
const hasTex = ({ childNodes }: LintElement): boolean =>
  childNodes.some((child) => {
    if (!('tagName' in child)) return false;
    if (isPrinted(child.tagName)) return true;
    const encoding = child.tagName === 'annotation' ? getAttribute(child, 'encoding') : undefined;
    return /^(?:application\/x-)?tex$/i.test(encoding ?? '') || hasTex(child);
  });
