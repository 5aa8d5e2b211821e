import { expect, it } from 'vitest';
import { exactPageSize, inspectPdf } from '../../../src/core/pdf/index.ts';
import { readPdf } from '../../read-pdf.ts';
import { buildPdf, minimalObjects } from './build-pdf.ts';
import { fixture } from './fixture.ts';
import { hasPoppler, hasQpdf, run } from './installed.ts';
import { viewed } from './merge/viewed.ts';

const a4 = { width: 210, height: 297 };
const sized = (box: string, more = '') =>
  buildPdf({ ...minimalObjects, 3: `<</Type/Page/Parent 2 0 R/MediaBox[${box}]${more}>>` });

it('pages that Chromium rounded up become exact, and nothing on them moves', async () => {
  const before = fixture('report');
  const after = exactPageSize(before, a4);
  expect(inspectPdf(before).pageSizes[0]).toEqual({ width: 210.2, height: 297 });
  expect(inspectPdf(after).pageSizes).toEqual([a4, a4, a4]);
  expect(Buffer.compare(after.subarray(0, before.length), before)).toBe(0);
  const [old, exact] = await Promise.all([readPdf(before), readPdf(after)]);
  expect(exact.pages).toEqual(old.pages);
  expect(exact.place(1, 'Chapter one').left).toBe(old.place(1, 'Chapter one').left);
  expect((await viewed(after)).links).toEqual((await viewed(before)).links);
  if (hasPoppler) expect(run('pdfinfo', ['{}'], after)).toContain('595.276 x 841.89 pts (A4)');
  if (hasQpdf) run('qpdf', ['--check', '{}'], after);
});

it('the upper left corner stays', () => {
  const text = Buffer.from(exactPageSize(sized('0 0 595.92 841.92'), a4)).toString('latin1');
  expect(text).toContain('/MediaBox[0 0.03 595.276 841.92]');
});

it.each([
  ['too small: a background would end before the edge', '0 0 594.96 841.92', ''],
  ['of another size', '0 0 612 792', ''],
  ['exact already', '0 0 595.276 841.89', ''],
  ['cropped', '0 0 595.92 841.92', '/CropBox[0 0 500 500]'],
  ['turned', '0 0 595.92 841.92', '/Rotate 90'],
])('pages keep their size that are %s', (_, box, more) => {
  const pdf = sized(box, more);
  expect(exactPageSize(pdf, a4)).toBe(pdf);
});
