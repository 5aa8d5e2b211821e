/**
 * Prints a document on one page that is as high as its contents: receipts, labels, pages for screens. The height is measured
 * in the layout of a print, so that one print is enough in nearly all cases.
 */
import { maxSideMm, minSideMm } from '#contract/api/page-format';
import { pixelsPerMillimetre } from '#contract/length';
import { countPages } from '#pdf';
import type { Paper } from '#template/model/page-settings';
import { callInPage } from '../../cdp/call-in-page.ts';
import type { CdpSession } from '../../cdp/connection.ts';
import type { IsolatedWorldId } from '../../cdp/isolated-world.ts';
import { hideWindow, type PageWindow, showWindow } from '../../page/page-window.ts';
import { measureHeight } from '../../page-scripts/layout/measure-height.ts';
import { setPageRule } from '../../page-scripts/layout/set-page-rule.ts';
import type { CssPageMargins } from '../../page-scripts/prepare-to-print.ts';
import { unclobberedDocument } from '../../page-scripts/unclobbered-document.ts';
import { largestMarginsOf, marginsOf } from '../../paper/print-options.ts';

/** Chromium shrinks a document that is too wide by no more than that. */
const maxShrink = 1.5;

/** Heights that depend on that of the page (`vh`) come closer to it each time. */
const maxMeasurements = 8;

/** CSS pixels that are added, one after the other, as long as a print has more than one page. */
const additions = [2, 24];

interface FittedPrint {
  readonly paper: Paper;
  readonly cssMargins: CssPageMargins;
  readonly world: IsolatedWorldId | undefined;
  /** The window that the scripts of the document see, which is shown again at the end. Undefined without scripts. */
  readonly window: PageWindow | undefined;
  /** How large everything is printed. */
  readonly scale: number;
  print(): Promise<Buffer>;
}

/** Returns the PDF, and a sentence for each thing that the page does not do. Throws the errors of `print`. */
export async function printFitted(
  page: CdpSession,
  { paper, cssMargins, world, window, scale, print }: FittedPrint,
): Promise<{ readonly pdf: Buffer; readonly problems: readonly string[] }> {
  const { left, right, ...usual } = marginsOf(paper, cssMargins);
  const largest = largestMarginsOf(paper, cssMargins);
  const vertical = (side: 'top' | 'bottom') => (Number.isFinite(largest[side]) ? largest[side] : usual[side]);
  const margins = vertical('top') + vertical('bottom');
  const width = Math.max(1, ((paper.width - left - right) * pixelsPerMillimetre) / scale);
  const { height, breaks } = await measure(page, { width, world, window });
  const problems: string[] = [];
  if (breaks > 0) problems.push(describeBreaks(breaks));
  const needed = (height * scale) / pixelsPerMillimetre + margins;
  if (needed > maxSideMm) problems.push(describeTooHigh(needed));
  const printAt = async (millimetres: number): Promise<Buffer> => {
    // Hundredths, because Chromium calculates with fractions of pixels.
    const wanted = Math.ceil(millimetres * 100) / 100 + 0.01;
    const size = `${paper.width}mm ${Math.min(maxSideMm, Math.max(minSideMm, wanted))}mm`;
    await callInPage(page, setPageRule, [unclobberedDocument, `@page{size:${size}!important}`], world);
    return await print();
  };
  let pdf = await printAt(needed);
  for (const addition of additions) {
    if (needed > maxSideMm || countPages(pdf) <= 1) break;
    pdf = await printAt(needed + addition / pixelsPerMillimetre);
  }
  return { pdf, problems };
}

/** Returns the height in CSS pixels of the paper, which are smaller if Chromium shrinks the document. */
async function measure(
  page: CdpSession,
  { width, world, window }: Pick<FittedPrint, 'world' | 'window'> & { readonly width: number },
): Promise<{ readonly height: number; readonly breaks: number }> {
  // At first, nothing is as high as its window.
  let height = 1;
  let laidOut = width;
  let breaks = 0;
  for (let measurements = 0; measurements < maxMeasurements; measurements++) {
    // A print has one device pixel for each CSS pixel, which the heights of lines depend on.
    await showWindow(page, { width: Math.floor(laidOut), height, deviceScaleFactor: 1 });
    const options = { width: laidOut, maxElements: 20_000 };
    const measured = await callInPage(page, measureHeight, [unclobberedDocument, options], world);
    breaks += measured.breaks;
    const isWide = measured.width > laidOut + 1 && laidOut < width * maxShrink;
    if (isWide) laidOut = Math.min(measured.width, width * maxShrink);
    if (measured.height <= height && !isWide) break;
    height = Math.max(height, measured.height);
  }
  await (window ? showWindow(page, window) : hideWindow(page));
  return { height: (height * width) / laidOut, breaks };
}

const describeBreaks = (breaks: number): string =>
  `${breaks === 1 ? 'a forced page break is' : `${breaks} forced page breaks are`} ignored, because the page is as high as its contents: leave them out, or choose a format with a height`;

const describeTooHigh = (millimetres: number): string =>
  `the contents are ${Math.ceil(millimetres)} mm high with their margins, but a page has at most ${maxSideMm} mm: they are on several pages`;
