import type { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import type { isConditionMet } from './is-condition-met.ts';

export interface AskedRule {
  readonly conditions: readonly string[];
  /** Undefined for a rule for pages. */
  readonly selector: string | undefined;
}

/** Whether each rule applies to anything in the document. None does where a library has laid out the pages itself. */
export function findAppliedRules(
  { getDocument, isMet }: { getDocument: typeof unclobberedDocument; isMet: typeof isConditionMet },
  rules: readonly AskedRule[],
): boolean[] {
  const document = getDocument();
  const isBuilt = document.querySelector('.pagedjs_pages, [data-vivliostyle-viewer-status]') !== null;
  return rules.map(({ conditions, selector }) => {
    if (isBuilt || !conditions.every(isMet)) return false;
    if (selector === undefined) return true;
    try {
      return document.querySelector(selector) !== null;
    } catch {
      // Browsers ignore a rule whose selector they cannot read, but what follows a comma may be for other programs.
      return false;
    }
  });
}
