import type { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import type { listPageRules } from './list-page-rules.ts';

/**
 * Makes `@page :left` rules those of right pages, and the other way around: a document that begins on the left has no blank page
 * first (css-page 3, 3.3), and Chromium takes its first page for a right one.
 */
export function swapPageSides(parts: {
  readonly getDocument: typeof unclobberedDocument;
  readonly listPageRules: typeof listPageRules;
}): void {
  for (const rule of parts.listPageRules(parts.getDocument())) {
    const swapped = rule.selectorText.replace(/:(left|right)\b/gi, (_, side: string) =>
      side.toLowerCase() === 'left' ? ':right' : ':left',
    );
    if (swapped !== rule.selectorText) rule.selectorText = swapped;
  }
}
