import type { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';

/** Ends what `skipLayout` has begun. */
export function showSkipped(getDocument: typeof unclobberedDocument): void {
  for (const element of getDocument().querySelectorAll('[data-pdfapi-skipped]'))
    element.removeAttribute('data-pdfapi-skipped');
}
