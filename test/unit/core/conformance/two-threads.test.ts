import { expect, it } from 'vitest';
import {
  type ConformanceLevel,
  checkConformance,
  checkInTwoThreads,
} from '../../../../src/core/conformance/index.ts';
import { PdfError } from '../../../../src/core/pdf/pdf-error.ts';
import { buildPdf, minimalObjects, streamObject } from '../../../support/pdf/build-pdf.ts';

const levels: readonly ConformanceLevel[] = ['pdfa-3a', 'pdfua-1'];

/** Breaks rules of objects (no XMP, no tags) and of contents (an unknown operator, untagged content). */
function faultyPdf(length: number): Uint8Array {
  return buildPdf({
    ...minimalObjects,
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<<>>>>',
    4: streamObject('', 'foo 0 0 1 1 re f'),
    9: streamObject('', '\0'.repeat(length)),
  });
}

it.each([1_000, 200_000])('finds in a file of %d bytes what one thread finds', async (length) => {
  const pdf = faultyPdf(length);
  const { held, findings } = checkConformance(pdf, { levels });
  const clauses = findings.map(({ clause }) => clause);
  expect(clauses).toEqual(expect.arrayContaining(['6.2.2', '6.2.4.3', '6.6.2.1', '6.7.2.2']));
  const inTwo = await checkInTwoThreads(pdf, levels);
  expect(inTwo.findings).toEqual(findings);
  expect(inTwo.held).toEqual(held);
});

it('checks several files at once', async () => {
  const pdf = faultyPdf(200_000);
  const { findings } = checkConformance(pdf, { levels });
  const all = await Promise.all([1, 2, 3].map(() => checkInTwoThreads(pdf, levels)));
  for (const each of all) expect(each.findings).toEqual(findings);
});

it('throws what one thread throws', async () => {
  const damaged = Buffer.alloc(200_000, 'no PDF');
  await expect(checkInTwoThreads(damaged, levels)).rejects.toThrow(PdfError);
});
