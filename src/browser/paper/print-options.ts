/** Converts a job to the parameters of `Page.printToPDF`. */
import type { Protocol } from 'devtools-protocol';
import { parseMargin } from '#contract/length';
import { defaultMargin, type Margins, type PageMargins } from '#contract/page';
import { marginLengths, usualMargins } from '#template/model/margin-precedence';
import type { Paper } from '#template/model/page-settings';
import type { PrintJob } from '../browser.ts';
import { type PageWindow, windowOf } from '../page/page-window.ts';
import type { CssPageMargins } from '../page-scripts/prepare-to-print.ts';
import { toPageSize } from './page-size-css.ts';

const millimetresPerInch = 25.4;

export function printOptions({ paper, tags, overlay, load }: PrintJob): Protocol.Page.PrintToPDFRequest {
  const usual = usualMargins(paper);
  const inches = (side: keyof Margins) => usual[side] / millimetresPerInch;
  return {
    printBackground: load?.backgrounds ?? true,
    ...(load?.scale === undefined ? {} : { scale: load.scale }),
    // Always true: an explicit size has become a rule that nothing in the document overrides.
    preferCSSPageSize: true,
    paperWidth: paper.width / millimetresPerInch,
    paperHeight: paper.height / millimetresPerInch,
    marginTop: inches('top'),
    marginRight: inches('right'),
    marginBottom: inches('bottom'),
    marginLeft: inches('left'),
    generateTaggedPDF: tags,
    generateDocumentOutline: !overlay,
  };
}

/** For pages that styles have made larger: those without a rule of their own are as large. `edges`: millimetres. */
export function grownOptions(
  options: Protocol.Page.PrintToPDFRequest,
  edges: PageMargins,
): Protocol.Page.PrintToPDFRequest {
  const sum = (inches: number | undefined, ...added: readonly number[]) =>
    added.reduce((all, each) => all + each / millimetresPerInch, inches ?? 0);
  return {
    ...options,
    paperWidth: sum(options.paperWidth, edges.left, edges.right),
    paperHeight: sum(options.paperHeight, edges.top, edges.bottom),
    marginTop: sum(options.marginTop, edges.top),
    marginRight: sum(options.marginRight, edges.right),
    marginBottom: sum(options.marginBottom, edges.bottom),
    marginLeft: sum(options.marginLeft, edges.left),
  };
}

/** Returns the margins of pages without a rule of their own, in millimetres. */
export function marginsOf(paper: Paper, cssMargins: CssPageMargins): PageMargins {
  const { top, right, bottom, left } = marginLengths(paper, cssMargins);
  const millimetres = (length: string) => parseMargin(length) ?? defaultMargin;
  return {
    top: millimetres(top),
    right: millimetres(right),
    bottom: millimetres(bottom),
    left: millimetres(left),
  };
}

/**
 * The window of a document for its scripts: the one that is asked for, else as large as what its pages hold. The margins are
 * what its own rules say, as far as it is known.
 */
export function windowOfJob(
  { load, screenshot }: Pick<PrintJob, 'load' | 'screenshot'>,
  paper: Paper,
  { size, ...margins }: CssPageMargins,
): PageWindow {
  if (screenshot) {
    return { ...(load?.viewport ?? usualViewport), deviceScaleFactor: screenshot.deviceScaleFactor ?? 1 };
  }
  if (load?.viewport) return load.viewport;
  const own = paper.sizeGiven || size === undefined ? undefined : toPageSize(size, paper);
  const window = windowOf(own ?? paper, marginsOf(paper, margins));
  if (load?.scale === undefined) return window;
  return { width: Math.floor(window.width / load.scale), height: Math.floor(window.height / load.scale) };
}

/** CSS pixels of a screenshot. */
const usualViewport = { width: 1280, height: 720 } as const;

/** The styles that apply to a document that asks for some. */
export function emulatedMedia({
  load,
  screenshot,
}: Pick<PrintJob, 'load' | 'screenshot'>): Protocol.Emulation.SetEmulatedMediaRequest | undefined {
  if (!load && !screenshot) return undefined;
  const features = Object.entries(load?.mediaFeatures ?? {}).map(([name, value]) => ({ name, value }));
  return { media: load?.media ?? (screenshot ? 'screen' : 'print'), features };
}

/** See `PrintedDocument.largestMargins`. A margin that was asked for is that of all pages. */
export function largestMarginsOf(paper: Paper, cssMargins: CssPageMargins): PageMargins {
  const largest = { ...marginsOf(paper, cssMargins) };
  for (const [side, length] of cssMargins.selected ?? []) {
    if (paper.margins[side] !== undefined) continue;
    largest[side] = Math.max(largest[side], parseMargin(length) ?? Number.POSITIVE_INFINITY);
  }
  return largest;
}

/**
 * Keeps headings with what follows them, as other programs for print do. In a layer, so that any rule of the document that is in
 * none takes precedence.
 */
const headingRule = '@layer{:where(h1,h2,h3,h4,h5,h6){break-after:avoid}}';

/**
 * Returns the caller's settings as a rule that no `@page` of the document can override, and the rule for headings. The size
 * of paper that is as high as its contents has a rule of its own later.
 */
export function paperRule({ width, height, fitsContents, sizeGiven, margins }: Paper): string {
  const size = sizeGiven && !fitsContents ? `size:${width}mm ${height}mm !important;` : '';
  const sides = (['top', 'right', 'bottom', 'left'] as const).flatMap((side) =>
    margins[side] === undefined ? [] : `margin-${side}:${margins[side]}mm !important;`,
  );
  const page = size || sides.length ? `@page{${size}${sides.join('')}}` : '';
  return headingRule + page;
}
