/** Fonts that Chromium draws as procedures are embedded in the PDF. */
import { describe, expect, it } from 'vitest';
import { checkConformance } from '../../../../src/conformance/index.ts';
import { findFontDicts } from '../../../../src/pdf/document/page-fonts.ts';
import { getPages } from '../../../../src/pdf/document/page-tree.ts';
import { inspectPdf } from '../../../../src/pdf/inspect-pdf.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import type { RenderRequest } from '../../../../src/render/render-request.ts';
import { cffFont, colourFont, variableFont } from '../../../support/pdf/fonts/uncommon-fonts.ts';
import { hasQpdf, run } from '../../../support/pdf/installed.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { realBrowser } from '../../../support/real-browser.ts';
import { renderHtml } from '../../../support/render-html.ts';

const browser = realBrowser();

const printed = (html: string, request?: Partial<RenderRequest>) => renderHtml(browser, html, { request });

const print = async (...args: Parameters<typeof printed>) => (await printed(...args)).pdf;

const subtypes = (pdf: Uint8Array) => {
  const file = new PdfReader(pdf);
  return [...findFontDicts(file, getPages(file))].map((font) => file.name(font, 'Subtype'));
};

const page = (font: Buffer, text: string) =>
  `<!doctype html><html lang="en"><title>Fonts</title><style>@font-face { font-family: own; font-weight: 100 900; src: url(data:font/ttf;base64,${font.toString('base64')}) } body { margin: 0; font: 40px own }</style><p>${text}`;

describe.each([
  ['a variable font', page(variableFont(), 'Handgloves <b>quick</b> <i>glove</i>')],
  ['a font with CFF outlines', page(cffFont(), 'ABCCAB')],
])('%s', (_, html) => {
  it('is embedded, with the same text and the same look', async () => {
    const [before, after] = [await print(html, { compact: false }), await print(html)];
    expect(subtypes(before)).toContain('Type3');
    expect(new Set(subtypes(after))).toEqual(new Set(['Type1']));
    const [drawn, embedded] = [await readPdf(before), await readPdf(after)];
    expect(embedded.pages).toEqual(drawn.pages);
    expect(inspectPdf(after).fonts).toEqual(inspectPdf(before).fonts);
    const [one, other] = [await drawn.picture(1), await embedded.picture(1)];
    const differences = one.pixels.map((value, i) => Math.abs(value - (other.pixels[i] ?? 0)));
    // Edges are smoothed differently. A glyph that is missing or elsewhere makes a difference of 255.
    expect(Math.max(...differences.filter((value) => value > 0), 0)).toBeLessThan(100);
    expect(one.pixels.some((value) => value < 100)).toBe(true);
    if (hasQpdf) run('qpdf', ['--check', '{}'], after);
  });

  it('conforms to PDF/A and PDF/UA', async () => {
    const pdf = await print(html, { standards: { pdfa: '2u', pdfua: true } });
    expect(checkConformance(pdf)).toMatchObject({ claimed: ['pdfa-2u', 'pdfua-1'], findings: [] });
    expect(subtypes(pdf)).toContain('Type1');
  });
});

it('colour glyphs stay drawings, in colour', async () => {
  const { pdf, report } = await printed(page(colourFont('H'), 'H'));
  expect(subtypes(pdf)).toEqual(['Type3']);
  expect(report.problems).toEqual([]);
  const read = await readPdf(pdf);
  expect(read.pages).toEqual(['H']);
  const { pixels } = await read.picture(1);
  const isRed = (i: number) => pixels[i] === 255 && pixels[i + 1] === 0 && pixels[i + 2] === 0;
  expect(pixels.some((_, i) => i % 4 === 0 && isRed(i))).toBe(true);
});
