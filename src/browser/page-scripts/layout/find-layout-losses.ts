import type { unclobberedDocument } from '../unclobbered-document.ts';
import type { CutBox, CutOptions, findCutContent } from './find-cut-content.ts';
import type { FixedBox, FixedOptions, findFixed } from './find-fixed.ts';
import type { FramedPdf, findFramedPdfs } from './find-framed-pdfs.ts';
import type { findTooWide, TooWide, TooWideOptions } from './find-too-wide.ts';
import type { nameElement } from './name-element.ts';

export interface LayoutParts {
  readonly unclobberedDocument: typeof unclobberedDocument;
  readonly nameElement: typeof nameElement;
  readonly findTooWide: typeof findTooWide;
  readonly findCutContent: typeof findCutContent;
  readonly findFramedPdfs: typeof findFramedPdfs;
  readonly findFixed: typeof findFixed;
}

export interface LayoutLosses {
  readonly tooWide: TooWide;
  readonly cut: readonly CutBox[];
  readonly pdfs: readonly FramedPdf[];
  readonly fixed: readonly FixedBox[];
}

export interface LayoutLossOptions extends TooWideOptions, CutOptions, FixedOptions {
  /** Whether boxes may cut what they hold. */
  readonly mayCut: boolean;
  /** Whether boxes may be fixed. */
  readonly mayFix: boolean;
}

/** Finds what the pages do not show as it is written. The window must be as large as a page without its margins. */
export function findLayoutLosses(parts: LayoutParts, options: LayoutLossOptions): LayoutLosses {
  const document = parts.unclobberedDocument();
  // A script may have removed all of the document.
  if (!(document.documentElement as Element | null))
    return { tooWide: { scale: 1, elements: [] }, cut: [], pdfs: [], fixed: [] };
  return {
    tooWide: parts.findTooWide(document, parts.nameElement, options),
    cut: options.mayCut ? parts.findCutContent(document, parts.nameElement, options) : [],
    pdfs: options.mayCut ? parts.findFramedPdfs(document, parts.nameElement, options) : [],
    fixed: options.mayFix ? parts.findFixed(document, parts.nameElement, options) : [],
  };
}
