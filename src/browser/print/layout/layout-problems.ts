/**
 * Warns about contents that the pages do not show as they are written. How a document is laid out on paper is known from
 * the PDF, which says at which scale Chromium printed it, so that a document in which everything fits is not measured.
 */
import type { PageMargins } from '#contract/page';
import { countPages, PdfError } from '#pdf';
import { type PrintedScale, readPrintedScale } from '#pdf/document/printed-scale';
import { callInPage } from '../../cdp/call-in-page.ts';
import type { CdpSession } from '../../cdp/connection.ts';
import type { IsolatedWorldId } from '../../cdp/isolated-world.ts';
import { hideWindow, showWindow, windowOf } from '../../page/page-window.ts';
import { findCutContent } from '../../page-scripts/layout/find-cut-content.ts';
import { type FixedBox, findFixed } from '../../page-scripts/layout/find-fixed.ts';
import { findFramedPdfs } from '../../page-scripts/layout/find-framed-pdfs.ts';
import { findLayoutLosses } from '../../page-scripts/layout/find-layout-losses.ts';
import { findTooWide } from '../../page-scripts/layout/find-too-wide.ts';
import { nameElement } from '../../page-scripts/layout/name-element.ts';
import { unclobberedDocument } from '../../page-scripts/unclobbered-document.ts';
import type { LayoutTraits } from '../text-facts.ts';
import { cutProblems, framedPdfProblems } from './cut-problems.ts';
import { type PageShape, tooWideProblems } from './too-wide-problems.ts';

/** A document that is smaller by less than that is printed as it is written: 2 mm of A4. */
const minShrunkScale = 0.99;

const parts = {
  unclobberedDocument,
  nameElement,
  findTooWide,
  findCutContent,
  findFramedPdfs,
  findFixed,
};
const limits = { maxElements: 20_000, maxFound: 5, maxContents: 5_000, maxCut: 10, maxNameCharacters: 80 };

interface LayoutToCheck {
  readonly pdf: Buffer;
  /** The result of `readScale` for this PDF. */
  readonly printedScale: PrintedScale | undefined;
  /** See `Paper`. */
  readonly fitsContents: boolean;
  readonly margins: PageMargins;
  /** What was added to the margins of larger sheets. */
  readonly edges?: PageMargins | undefined;
  readonly world: IsolatedWorldId;
  /** Chromium does not shrink a document of right-to-left text, but cuts it. */
  readonly mayBeReversed: boolean;
  readonly traits: LayoutTraits;
  readonly hasFailed: (address: string) => boolean;
}

/** Must be called after printing, because it lays out the page in another size for a while. */
export async function layoutProblems(
  page: CdpSession,
  { pdf, printedScale, fitsContents, margins, edges, world, mayBeReversed, traits, hasFailed }: LayoutToCheck,
): Promise<string[]> {
  if (!printedScale) return [];
  const { scale, sizes } = printedScale;
  const isShrunk = scale === undefined || scale < minShrunkScale;
  if (!isShrunk && !mayBeReversed && !Object.values(traits).includes(true)) return [];
  const { width: sheetWidth, height: sheetHeight } = sizes[0];
  const added = edges ?? { top: 0, right: 0, bottom: 0, left: 0 };
  const size = {
    width: sheetWidth - added.left - added.right,
    height: sheetHeight - added.top - added.bottom,
  };
  const window = windowOf(size, margins);
  await showWindow(page, { ...window, deviceScaleFactor: 1 });
  // The pages of a document that is shrunk are larger than the window.
  const mayFix = traits.mayFix && !isShrunk;
  const pages = mayFix ? countPages(pdf) : 0;
  const { width, height } = window;
  const options = { ...limits, ...traits, mayFix, width, height, pages, scale, minShrunkScale };
  const checked = callInPage(page, findLayoutLosses, [parts, options], world);
  const { tooWide, cut, pdfs, fixed } = await checked.finally(() => hideWindow(page));
  // An element may be wider than some of the pages and not than others.
  const wide = tooWideProblems(
    sizes.length > 1 ? { ...tooWide, elements: [] } : tooWide,
    shapeOf(size, fitsContents),
  );
  return [
    ...wide,
    ...cutProblems(cut),
    ...framedPdfProblems(pdfs.filter(({ address }) => !hasFailed(address.replace(/#.*/, '')))),
    ...(sizes.length > 1 ? [] : fixed.map(describeFixed)),
  ];
}

const shapeOf = ({ width, height }: PrintedScale['sizes'][0], fitsContents: boolean): PageShape => {
  if (fitsContents) return 'roll';
  return width > height ? 'wide' : 'high';
};

/** Returns undefined for a PDF that is not read, which is none of Chromium's. */
export function readScale(pdf: Buffer): PrintedScale | undefined {
  try {
    return readPrintedScale(pdf);
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}

/** With fixed boxes, other programs make headers and footers. */
function describeFixed({ name, margin, covered }: FixedBox): string {
  const remedy =
    'make it a header or footer (--header, header.html), or a margin box (@page { @top-center { … } })';
  if (covered) {
    const place = covered.isFirstPage ? '' : ' of a later page, where nothing leaves room for it';
    return `${name} has position: fixed and covers the text "${covered.text}"${place}: ${remedy}`;
  }
  const page = margin === 'top' ? 'page before' : 'page after';
  return `${name} has position: fixed and lies in the ${margin} margin, where browsers print it over the text of the ${page}: ${remedy}`;
}
