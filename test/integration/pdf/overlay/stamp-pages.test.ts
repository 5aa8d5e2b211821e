/** Stamps on finished files: what viewers show, and what stays as it was. */
import { describe, expect, it } from 'vitest';
import { stampPages } from '../../../../src/pdf/overlay/stamp-pages.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { buildPdf, streamObject } from '../../../support/pdf/build-pdf.ts';
import { fixture } from '../../../support/pdf/fixture.ts';
import { hasPoppler, hasQpdf, pixels, run } from '../../../support/pdf/installed.ts';
import { viewed } from '../../../support/pdf/merge/viewed.ts';

/** A page with a black square: 20 points wide, 10 from the lower left corner. */
const square = (width: number, height: number, content = '0 g 10 10 20 20 re f', page = '') =>
  buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 ${width} ${height}]>>`,
    3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R${page}>>`,
    4: streamObject('', content),
  });

/** The box of all dark pixels of the first page, in points from its lower left corner. */
function darkBox(pdf: Uint8Array): number[] {
  const image = pixels(pdf);
  const [, width = 0, height = 0] =
    /^P6\n(\d+) (\d+)\n255\n/.exec(image.toString('latin1', 0, 40))?.map(Number) ?? [];
  const start = image.indexOf('255\n') + 4;
  const box = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((image[start + 3 * (y * width + x)] ?? 255) > 100) continue;
      const up = height - y;
      box[0] = Math.min(box[0] ?? 0, x);
      box[1] = Math.min(box[1] ?? 0, up - 1);
      box[2] = Math.max(box[2] ?? 0, x + 1);
      box[3] = Math.max(box[3] ?? 0, up);
    }
  }
  return box.map((pixel) => Math.round((pixel * 72) / 50 / 5) * 5);
}

const stamped = (pdf: Uint8Array, stamp: Uint8Array, isUnder = false) =>
  stampPages(pdf, [{ pdf: stamp, sheets: [0], isUnder, anchor: 'centre' }]);

describe.runIf(hasPoppler)('a stamp is placed', () => {
  const empty = (page = '', content = '') => square(200, 100, content, page);

  it('as it is on equal paper, and in the middle of larger paper', () => {
    expect(darkBox(stamped(empty(), square(200, 100)))).toEqual([10, 10, 30, 30]);
    expect(darkBox(stamped(empty(), square(100, 50)))).toEqual([60, 35, 80, 55]);
  });

  it('smaller on smaller paper', () => {
    expect(darkBox(stamped(empty(), square(400, 200)))).toEqual([5, 5, 15, 15]);
  });

  it('upright on a page that is turned', () => {
    // The page is 100 wide and 200 high as it is seen.
    expect(darkBox(stamped(empty('/Rotate 90'), square(100, 200)))).toEqual([10, 10, 30, 30]);
  });

  it('in its place after content that moves the coordinates and leaves them so', () => {
    const leaky = [
      'q .5 0 0 .5 90 90 cm q',
      '/Q <</T (Q in \\( a Q text)>> BDC EMC',
      '% Q in a comment\nq',
    ].join(' ');
    expect(darkBox(stamped(empty('', leaky), square(200, 100)))).toEqual([10, 10, 30, 30]);
  });

  it('over or under what is on the page', () => {
    const white = '1 g 0 0 200 100 re f';
    expect(darkBox(stamped(empty('', white), square(200, 100)))).toEqual([10, 10, 30, 30]);
    expect(darkBox(stamped(empty('', white), square(200, 100), true))[2]).toBe(0);
  });
});

it('the document keeps text, tags, links, outline and properties', async () => {
  const report = fixture('report');
  const layers = [
    { pdf: fixture('plain'), sheets: [0, undefined, 0], isUnder: true, anchor: 'centre' },
    { pdf: fixture('form'), sheets: [undefined, 0, 0], isUnder: false, anchor: 'centre' },
  ] as const;
  const pdf = stampPages(report, layers);
  if (hasQpdf) run('qpdf', ['--check', '{}'], pdf);
  const [before, after] = [await viewed(report), await viewed(pdf)];
  const { text, info, ...rest } = after;
  const { text: _, info: infoBefore, ...restBefore } = before;
  expect(rest).toEqual(restBefore);
  // It has cross-reference streams now.
  expect(info).toEqual({ ...infoBefore, PDFFormatVersion: '1.5' });
  expect(text.map((each) => [each.includes('plain world'), each.includes('Ada')])).toEqual([
    [true, false],
    [false, true],
    [true, true],
  ]);
});

it('a stamp is an artifact, and written once for all pages', () => {
  const file = new PdfReader(
    stampPages(fixture('report'), [
      { pdf: fixture('plain'), sheets: [0, 0, 0], isUnder: false, anchor: 'centre' },
    ]),
  );
  const contents: string[] = [];
  let forms = 0;
  for (let number = 1; number < (file.number(file.trailer, 'Size') ?? 0); number++) {
    const object = file.resolve(file.ref(number, 0));
    if (object === null || typeof object !== 'object' || !('dict' in object)) continue;
    if (file.name(object.dict, 'Subtype') === 'Form') forms++;
    if (object.dict.size <= 1) contents.push(Buffer.from(file.decode(object)).toString('latin1'));
  }
  const drawn = contents.filter((text) =>
    text.includes('/Artifact <</Type /Pagination /Subtype /Watermark>>BDC q'),
  );
  expect([drawn.length, forms]).toEqual([3, 1]);
});
