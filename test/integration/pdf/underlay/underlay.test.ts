/** A base under a document is visible and linked, and the document loses nothing. */
import { degrees, PDFDocument, rgb } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeReproducible, setMetadata } from '../../../../src/pdf/index.ts';
import { inspectPdf } from '../../../../src/pdf/inspect-pdf.ts';
import { underlay } from '../../../../src/pdf/underlay/underlay.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { buildPdf, streamObject } from '../../../support/pdf/build-pdf.ts';
import { fixture } from '../../../support/pdf/fixture.ts';
import { hasPoppler, hasQpdf, pixels, run } from '../../../support/pdf/installed.ts';
import { viewed } from '../../../support/pdf/merge/viewed.ts';
import { seenByPdfjs } from '../../../support/pdf/with-pdfjs.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { plainJob, realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();
const red = [255, 0, 0];
const white = [255, 255, 255];

async function print(html: string): Promise<Uint8Array> {
  const deadline = new Deadline(30_000);
  try {
    return (await browser.print({ ...plainJob, html }, deadline)).pdf;
  } finally {
    deadline.close();
  }
}

let one: Uint8Array;
let three: Uint8Array;

beforeAll(async () => {
  const low = (text: string) => `<p style="break-after:page;padding-top:60mm">${text}`;
  one = await print('<p style="padding-top:60mm">Hello, plain world.');
  three = await print(`${['One', 'Two'].map(low).join('')}<p>Three`);
});

/** Builds a file of pages with one content stream each (objects 10, 20, …) and further entries. */
function basePdf(
  pages: readonly { content: string; entries: string }[],
  catalog = '',
  more: Readonly<Record<number, string>> = {},
): Buffer {
  const refs = pages.map((_, i) => `${10 * (i + 1)} 0 R`).join(' ');
  const objects: Record<number, string> = {
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: `<</Type/Pages/Count ${pages.length}/Kids[${refs}]>>`,
    ...more,
  };
  for (const [i, { content, entries }] of pages.entries()) {
    const number = 10 * (i + 1);
    objects[number] = `<</Type/Page/Parent 2 0 R/Contents ${number + 1} 0 R${entries}>>`;
    objects[number + 1] = streamObject('', content);
  }
  return buildPdf(objects);
}

const a4 = '/MediaBox[0 0 595.28 841.89]';
/** Returns the content of a square of 10 mm, which are 28.35 points. */
const square = (left: number, bottom: number, color = '1 0 0') =>
  `${color} rg ${left} ${bottom} 28.35 28.35 re f`;

describe('is visible under the document', () => {
  // A square whose upper left corner is 20 mm from the left and the top of the visible page.
  it.each<[string, string, string]>([
    ['upright', a4, square(56.7, 841.89 - 85.05)],
    ['with its origin elsewhere', '/MediaBox[100 200 695.28 1041.89]', square(156.7, 1041.89 - 85.05)],
    ['cropped', '/MediaBox[0 0 900 1200]/CropBox[50 60 645.28 901.89]', square(106.7, 901.89 - 85.05)],
    ['turned by 90', '/MediaBox[0 0 841.89 595.28]/Rotate 90', square(56.7, 56.7)],
    ['turned by 180', `${a4}/Rotate 180`, square(595.28 - 85.05, 56.7)],
    ['turned by 270', '/MediaBox[0 0 841.89 595.28]/Rotate 270', square(841.89 - 85.05, 595.28 - 85.05)],
    [
      'in units of its own',
      '/MediaBox[0 0 297.64 420.945]/UserUnit 2',
      `.5 0 0 .5 0 0 cm ${square(56.7, 841.89 - 85.05)}`,
    ],
    [
      'of half the size, made to fit',
      '/MediaBox[0 0 297.64 420.945]',
      `.5 0 0 .5 0 0 cm ${square(56.7, 841.89 - 85.05)}`,
    ],
  ])('%s', async (_, entries, content) => {
    const result = underlay(one, basePdf([{ content, entries }]));
    const { pages, picture } = await readPdf(result);
    expect(pages[0]).toContain('Hello, plain world.');
    const { at } = await picture(1);
    expect([at(21, 21), at(29, 29)]).toEqual([red, red]);
    expect([at(18, 25), at(32, 25), at(25, 18), at(25, 32)]).toEqual([white, white, white, white]);
    if (hasQpdf) run('qpdf', ['--check', '{}'], result);
  });

  it('below the content of the document', async () => {
    const document = await print(
      '<div style="position:absolute;left:0;top:0;width:40mm;height:10mm;background:#00f">',
    );
    const { at } = await (
      await readPdf(underlay(document, basePdf([{ content: `1 0 0 rg 0 0 999 999 re f`, entries: a4 }])))
    ).picture(1);
    expect(at(15, 15)).toEqual([0, 0, 255]);
    expect(at(15, 30)).toEqual(red);
  });

  it('on a rotated page of the document too', async () => {
    const turned = basePdf([{ content: 'BT ET', entries: '/MediaBox[0 0 841.89 595.28]/Rotate 90' }]);
    const base = basePdf([{ content: square(56.7, 841.89 - 85.05), entries: a4 }]);
    const { at } = await (await readPdf(underlay(turned, base))).picture(1);
    expect([at(25, 25), at(18, 25), at(32, 25)]).toEqual([red, white, white]);
  });

  it('page by page, with the last page under all further ones', async () => {
    const base = basePdf([
      { content: square(56.7, 756.84), entries: a4 },
      { content: square(56.7, 756.84, '0 1 0'), entries: a4 },
    ]);
    const { picture } = await readPdf(underlay(three, base));
    const colors = await Promise.all([1, 2, 3].map(async (page) => (await picture(page)).at(25, 25)));
    expect(colors).toEqual([red, [0, 255, 0], [0, 255, 0]]);
  });

  it('with content in several streams and the appearances of its annotations', async () => {
    const base = buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 1/Kids[10 0 R]>>',
      5: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[56.7 756.84 85.05 785.19]/AP<</N 6 0 R>>>>',
      6: streamObject('/Subtype/Form/BBox[0 0 1 1]/Matrix[0 2 -2 0 5 5]', '1 0 0 rg 0 0 1 1 re f'),
      7: '<</Type/Annot/Subtype/Stamp/F 2/Rect[0 0 595 842]/AP<</N 6 0 R>>>>',
      8: streamObject('', '0 1 0 rg 56.7 700'),
      9: streamObject('', '28.35 28.35 re f'),
      10: `<</Type/Page/Parent 2 0 R${a4}/Annots[5 0 R 7 0 R]/Contents[8 0 R 9 0 R]>>`,
    });
    const { at } = await (await readPdf(underlay(one, base))).picture(1);
    expect(at(25, 25)).toEqual(red);
    expect(at(25, 45)).toEqual([0, 255, 0]);
    expect(at(60, 60)).toEqual(white);
  });
});

describe('keeps', () => {
  const base = basePdf([{ content: square(56.7, 756.84), entries: a4 }]);

  it('text, links, outline, tags and properties of the document', async () => {
    const before = setMetadata(fixture('report'), { title: 'Ü' }, { date: new Date(0) });
    const { info: infoBefore, ...seenBefore } = await seenByPdfjs(before);
    const { info: infoAfter, ...seenAfter } = await seenByPdfjs(underlay(before, base));
    expect(seenAfter).toEqual(seenBefore);
    expect({ ...infoAfter, PDFFormatVersion: '' }).toEqual({ ...infoBefore, PDFFormatVersion: '' });
  });

  it.runIf(hasPoppler)('the pixels of a document over an empty base', () => {
    const empty = basePdf([{ content: '', entries: a4 }]);
    expect(Buffer.compare(pixels(underlay(fixture('report'), empty)), pixels(fixture('report')))).toBe(0);
  });

  it('the layers of both', async () => {
    const layered = basePdf(
      [
        {
          content: `/OC /L BDC ${square(56.7, 756.84)} EMC`,
          entries: `${a4}/Resources<</Properties<</L 5 0 R>>>>`,
        },
      ],
      '/OCProperties<</OCGs[5 0 R]/D<</OFF[5 0 R]>>>>',
      { 5: '<</Type/OCG/Name(Guides)>>' },
    );
    const result = underlay(one, layered);
    expect((await viewed(result)).layers).toEqual({ Guides: false });
    expect((await (await readPdf(result)).picture(1)).at(25, 25)).toEqual(white);
  });

  it('the positions of links in the base, including links within it', async () => {
    const link = (place: string, goal: string) => `<</Type/Annot/Subtype/Link/Rect[${place}]${goal}>>`;
    const linked = basePdf(
      [
        { content: '', entries: `/MediaBox[0 0 841.89 595.28]/Rotate 90/Annots[5 0 R 6 0 R 7 0 R]` },
        { content: '', entries: `/MediaBox[0 0 595.28 841.89]/Annots[5 0 R]` },
        { content: '', entries: a4 },
      ],
      '/Names<</Dests<</Names[(second)[20 0 R/XYZ 10 800 0]]>>>>',
      {
        5: link('100 100 200 150', '/A<</S/URI/URI(https://example.com/base)>>'),
        6: link('0 0 9 9', '/Dest(second)'),
        7: link('0 0 9 9', '/A<</S/GoTo/D[30 0 R/Fit]>>'),
      },
    );
    const before = await viewed(fixture('report'));
    const result = underlay(fixture('report'), linked);
    const after = await viewed(result);
    const out = 'https://example.com/base';
    expect(after.links).toEqual([
      [...(before.links[0] ?? []), out, 1, 2],
      [...(before.links[1] ?? []), out],
      before.links[2],
    ]);
    const { links } = await seenByPdfjs(result);
    const rects = links.filter((text) => text.includes(out)).map((text) => JSON.parse(text)[2] as number[]);
    // Rotated clockwise: 100 from the left and the bottom becomes 100 from the top and the left.
    expect(rects.map((rect) => rect.map(Math.round))).toEqual([
      [100, 642, 150, 742],
      [100, 100, 200, 150],
    ]);
  });
});

it('accepts rotated pages with fonts from pdf-lib and allows further changes', async () => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([841.89, 595.28]);
  page.setRotation(degrees(90));
  page.drawText('Letterhead', { x: 100, y: 100, color: rgb(1, 0, 0) });
  const result = underlay(fixture('form'), await pdf.save());
  const reproducible = makeReproducible(setMetadata(result, { title: 'T' }, { date: new Date(0) }), {
    date: new Date(0),
    compact: true,
  });
  expect((await readPdf(reproducible)).pages[0]).toContain('Letterhead');
  expect(inspectPdf(reproducible).metadata.title).toBe('T');
  if (hasQpdf) run('qpdf', ['--check', '{}'], reproducible);
});

it('stores the base once, however many pages use it', () => {
  const noise = Array.from({ length: 30_000 }, (_, i) =>
    String.fromCharCode(((i * i * 7919) >> 3) & 255),
  ).join('');
  const base = basePdf([{ content: `%${noise.replace(/[\r\n]/g, ' ')}`, entries: a4 }]);
  const result = underlay(fixture('report'), base);
  expect(result.length).toBeLessThan(fixture('report').length + base.length + 5000);
});

it('rejects a base without pages and reports an unreadable one', () => {
  const empty = buildPdf({ 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Count 0/Kids[]>>' });
  expect(() => underlay(fixture('plain'), empty)).toThrow('The PDF has no pages');
  expect(() => underlay(fixture('plain'), fixture('plain-encrypted'))).toThrow(
    expect.objectContaining({ code: 'encrypted' }),
  );
});
