import type { unclobberedDocument } from '../unclobbered-document.ts';
import type { findTooWide, TooWide, TooWideOptions } from './find-too-wide.ts';
import type { nameElement } from './name-element.ts';

export interface LayoutParts {
  readonly unclobberedDocument: typeof unclobberedDocument;
  readonly nameElement: typeof nameElement;
  readonly findTooWide: typeof findTooWide;
}

export interface LayoutLosses {
  readonly tooWide: TooWide;
}

/** Finds what the pages do not show as it is written. The window must be as large as a page without its margins. */
export function findLayoutLosses(parts: LayoutParts, options: TooWideOptions): LayoutLosses {
  const document = parts.unclobberedDocument();
  return { tooWide: parts.findTooWide(document, parts.nameElement, options) };
}
