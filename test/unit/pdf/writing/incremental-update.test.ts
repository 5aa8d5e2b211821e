/** Objects that are appended to a file. */
import { expect, it } from 'vitest';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { IncrementalUpdate } from '../../../../src/pdf/writing/incremental-update.ts';
import { buildPdf, minimalObjects } from '../../../support/pdf/build-pdf.ts';

/** Returns a file of three objects whose trailer refers to another one, with a fourth added, and the number of that. */
function updated(info: number) {
  const file = new PdfReader(buildPdf(minimalObjects, { trailer: `/Root 1 0 R/Info ${info} 0 R` }));
  const update = new IncrementalUpdate(file);
  const { number } = update.add('text'.length);
  return { file: new PdfReader(Buffer.concat([file.bytes, update.bytes(new Map())])), number };
}

it.each([4, 9])('are none to which the trailer refers without having them: %i', (info) => {
  const { file, number } = updated(info);
  expect(file.get(file.trailer, 'Info')).toBe(null);
  expect(file.resolve(file.ref(number, 0))).toBe(4);
  expect(file.trailer.get('Size')).toBe(number + 1);
});

it('have the next number if the trailer refers to an impossible one', () => {
  expect(updated(99_999_999_999).number).toBe(4);
});

it('do not count the numbers that a file only refers to, where only objects of the file are replaced', () => {
  const file = new PdfReader(buildPdf(minimalObjects, { trailer: '/Root 1 0 R/Info 9 0 R' }));
  const update = new IncrementalUpdate(file);
  update.replace(file.ref(1, 0), file.catalog);
  const result = new PdfReader(Buffer.concat([file.bytes, update.bytes(new Map())]));
  expect(result.trailer.get('Size')).toBe(4);
});
