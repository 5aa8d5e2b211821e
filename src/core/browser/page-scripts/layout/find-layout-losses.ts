import type { unclobberedDocument } from '../unclobbered-document.ts';
import type { CutBox, CutOptions, findCutContent } from './find-cut-content.ts';
import type { findTooWide, TooWide, TooWideOptions } from './find-too-wide.ts';
import type { nameElement } from './name-element.ts';

export interface LayoutParts {
  readonly unclobberedDocument: typeof unclobberedDocument;
  readonly nameElement: typeof nameElement;
  readonly findTooWide: typeof findTooWide;
  readonly findCutContent: typeof findCutContent;
}

export interface LayoutLosses {
  readonly tooWide: TooWide;
  readonly cut: readonly CutBox[];
}

export interface LayoutLossOptions extends TooWideOptions, CutOptions {
  /** Whether boxes may cut what they hold. */
  readonly mayCut: boolean;
}

/** Finds what the pages do not show as it is written. The window must be as large as a page without its margins. */
export function findLayoutLosses(parts: LayoutParts, options: LayoutLossOptions): LayoutLosses {
  const document = parts.unclobberedDocument();
  // A script may have removed all of the document.
  if (!(document.documentElement as Element | null)) return { tooWide: { scale: 1, elements: [] }, cut: [] };
  return {
    tooWide: parts.findTooWide(document, parts.nameElement, options),
    cut: options.mayCut ? parts.findCutContent(document, parts.nameElement, options) : [],
  };
}
