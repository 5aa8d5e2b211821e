import { expect, it } from 'vitest';
import { inspectPdf } from '../../../../src/pdf/inspect-pdf.ts';
import { setMetadata } from '../../../../src/pdf/set-metadata.ts';
import { writeProperties } from '../../../../src/pdf/xmp/named-properties.ts';
import { buildPdf, minimalObjects } from '../../../support/pdf/build-pdf.ts';

const date = new Date('2026-01-31T12:34:56Z');
const properties = { title: 'A & B <C> "d"', author: 'Zoë', keywords: 'one, two' };

it('the properties of PDF 2.0 are in the XMP alone, and are found there', () => {
  const pdf = setMetadata(buildPdf(minimalObjects), properties, { date, standards: { pdfa: '4' } });
  expect(Buffer.from(pdf).toString('latin1', 0, 8)).toBe('%PDF-2.0');
  const found = { ...properties, creator: 'pdfapi', creationDate: date, modificationDate: date };
  expect(inspectPdf(pdf).metadata).toEqual(found);
  const changed = writeProperties(pdf, { Title: 'New' });
  expect(inspectPdf(changed).metadata).toEqual({ ...found, title: 'New' });
  expect(Buffer.from(changed).toString('latin1', pdf.length)).not.toContain('/Info');
  // A file without the label has an Info dictionary again.
  const plain = setMetadata(changed, {}, { date });
  expect(Buffer.from(plain).toString('latin1', changed.length)).toContain('/Info');
  expect(inspectPdf(plain).metadata.title).toBe('New');
});
