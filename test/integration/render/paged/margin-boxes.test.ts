/** The margin boxes of the overlay, compared with those that Chromium draws from the same rules. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import type { PrintJob } from '../../../../src/browser/browser.ts';
import { readPagedCss } from '../../../../src/render/paged/css/read-paged-css.ts';
import { marginBoxPages } from '../../../../src/render/paged/margin-boxes/margin-box-pages.ts';
import { overlayDocument } from '../../../../src/render/paged/overlay/overlay-document.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { selectedPage } from '../../../support/paged/selected-page.ts';
import { plainJob, realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();

/** In points. */
const tolerance = 1;

interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

test.each([
  [
    'all sixteen boxes with their defaults',
    `@page { size: A5; margin: 30mm 25mm;
      @top-left-corner { content: "a1" } @top-left { content: "a2"; padding: 0 9pt } @top-center { content: "a3" }
      @top-right { content: "a4"; padding: 0 9pt } @top-right-corner { content: "a5" }
      @left-top { content: "b1" } @left-middle { content: "b2" } @left-bottom { content: "b3" }
      @right-top { content: "c1" } @right-middle { content: "c2" } @right-bottom { content: "c3" }
      @bottom-left-corner { content: "d1" } @bottom-left { content: "d2"; padding: 0 9pt } @bottom-center { content: "d3" }
      @bottom-right { content: "d4"; padding: 0 9pt } @bottom-right-corner { content: "d5" } }`,
  ],
  [
    'texts that wrap beside each other',
    `@page { size: A5; margin: 30mm;
      @top-left { content: "one two three four five six seven eight nine ten" }
      @top-right { content: "eleven twelve thirteen fourteen" }
      @bottom-left { content: "one two three four five six seven" }
      @bottom-center { content: "alpha beta gamma delta epsilon zeta eta theta" }
      @bottom-right { content: "end" } }`,
  ],
  [
    'aligned, padded and framed boxes',
    `@page { size: A5; margin: 3cm; font: 10pt sans-serif;
      @top-left { content: "a2"; text-align: right; vertical-align: bottom; padding: 2mm 4mm; border: 1pt solid }
      @top-center { content: "a3"; vertical-align: top; margin: 3mm; background: yellow }
      @top-right { content: "a4 a4"; text-align: left; border-left: 4mm solid red; font-size: 8pt }
      @left-top { content: "b1"; border: 2pt solid; text-align: left }
      @left-middle { content: "b2 b2 b2 b2 b2 b2 b2 b2 b2 b2"; vertical-align: top }
      @right-bottom { content: "c3"; padding-bottom: 5mm }
      @bottom-right-corner { content: "d5"; font-weight: bold; text-align: right; vertical-align: top } }`,
  ],
  [
    'boxes with lengths of their own',
    `@page { size: A5; margin: 3cm;
      @top-left { content: "a2"; width: 30%; text-align: right; height: 10mm }
      @top-center { content: "a3 a3"; text-align: left }
      @bottom-left { content: "d2"; width: 4cm; text-align: right }
      @bottom-right { content: "d4"; width: 2cm; text-align: left; height: 50%; margin-bottom: 2mm }
      @left-top { content: "b1"; height: 3cm; vertical-align: bottom; width: 1cm }
      @left-middle { content: "b2"; vertical-align: top }
      @right-middle { content: "c2"; height: 4cm; vertical-align: bottom }
      @top-right-corner { content: "a5"; width: 1cm; height: 1cm } }`,
  ],
  [
    'margins that differ by page, in several units',
    `@page { size: A5 landscape; margin: 1in 10% 5em; font-size: 12px; color: navy;
      @bottom-center { content: counter(page) " / " counter(pages) } @top-right { content: "head" } }
     @page :first { margin-top: 40mm; @top-right { content: none } @top-left { content: "first" } }
     @page :left { margin-left: 4cm; @bottom-center { content: counter(page, upper-roman) } }`,
  ],
  [
    'inheriting from the page context and the root element',
    `html { font: 20px/2 serif; letter-spacing: 4px } body { font: 7px monospace }
     @page { size: A5; margin: 3cm; font-size: 75%; text-transform: uppercase;
      @top-left { content: "a2"; font-size: 2em } @top-center { content: counter(page, lower-roman) }
      @top-right { content: "a4\\A a4"; white-space: pre; direction: rtl }
      @bottom-center { content: "d3"; font-style: italic; line-height: 3 } }`,
  ],
])('%s are where Chromium draws them', async (_, css) => {
  const html = `<!doctype html><html lang="en"><head><style>${css}</style></head><body><div>&nbsp;</div><div style="break-before:page">&nbsp;</div><div style="break-before:page">&nbsp;</div></body></html>`;
  const native = await print({ ...plainJob, html });
  const pages = await readTexts(native);
  const { pageRules } = readPagedCss([{ css, wrappers: [] }]);
  const { pages: overlay, head } = await marginBoxPages({
    rules: pageRules,
    facts: {
      pageCount: pages.length,
      pageNumbers: pages.map((_page, i) => i + 1),
      counters: new Map(),
      pages: pages.map((_page, index) => selectedPage(index)),
      strings: [],
      running: [],
    },
    sizes: pages.map(({ width, height }) => ({ width: (width / 72) * 25.4, height: (height / 72) * 25.4 })),
    settings: { margins: {} },
    root: rootOf(css),
  });
  const printed = await print({
    ...plainJob,
    html: overlayDocument(overlay, css, head),
    paper: { ...plainJob.paper, margins: { top: 0, right: 0, bottom: 0, left: 0 } },
    scripts: false,
    tags: false,
  });
  const drawn = await readTexts(printed);
  expect(drawn).toHaveLength(pages.length);
  const far: string[] = [];
  for (const [i, { texts }] of pages.entries()) {
    const own = drawn[i]?.texts ?? [];
    expect(own.map(({ text }) => text).sort()).toEqual(texts.map(({ text }) => text).sort());
    for (const each of texts) {
      const near = own.some(
        ({ text, x, y, size }) =>
          text === each.text &&
          Math.abs(x - each.x) <= tolerance &&
          Math.abs(y - each.y) <= tolerance &&
          Math.abs(size - each.size) < 0.1,
      );
      if (!near)
        far.push(`page ${i + 1}: ${JSON.stringify([each, own.filter(({ text }) => text === each.text)])}`);
    }
  }
  expect(far).toEqual([]);
});

const print = async (job: PrintJob): Promise<Buffer> => (await browser.print(job, new Deadline(60_000))).pdf;

/** The computed values of the root element, of which these differ in the cases. */
const rootOf = (css: string) =>
  Object.entries(
    css.includes('html {')
      ? { 'font-size': '20px', 'line-height': '2', 'font-family': 'serif', 'letter-spacing': '4px' }
      : { 'font-size': '16px', 'line-height': 'normal', 'font-family': '"Times New Roman"' },
  ).map(([property, value]) => ({ property, value, important: false }));

/** The words of each page with their places in points, from the upper left corner. */
async function readTexts(pdf: Uint8Array) {
  const file = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages: { width: number; height: number; texts: PlacedText[] }[] = [];
  for (let number = 1; number <= file.numPages; number++) {
    const page = await file.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent({ disableNormalization: true });
    const texts = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [, , , size = 0, x = 0, y = 0] = item.transform as number[];
      return [{ text: item.str.trim(), x, y: height - y, size: Math.abs(size) }];
    });
    pages.push({ width, height, texts });
  }
  return pages;
}
