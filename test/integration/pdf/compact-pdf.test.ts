import { describe, expect, it } from 'vitest';
import { compactPdf, makeReproducible, setMetadata } from '../../../src/pdf/index.ts';
import { inspectPdf } from '../../../src/pdf/inspect-pdf.ts';
import { mergeFiles } from '../../../src/pdf/merge/merge-files.ts';
import { underlay } from '../../../src/pdf/underlay/underlay.ts';
import { buildPdf, minimalObjects } from '../../support/pdf/build-pdf.ts';
import { fixture, fixtures } from '../../support/pdf/fixture.ts';
import { hasPoppler, hasQpdf, pixels, run } from '../../support/pdf/installed.ts';
import { seenByPdfjs } from '../../support/pdf/with-pdfjs.ts';

const date = new Date('2026-01-31T12:34:56Z');

describe.each(fixtures)('%s', (name) => {
  const before = fixture(name);
  const after = compactPdf(before);

  it('becomes smaller and reads the same', async () => {
    expect(after.length).toBeLessThan(before.length);
    const { info: _, ...seenBefore } = await seenByPdfjs(before);
    const { info: __, ...seenAfter } = await seenByPdfjs(after);
    expect(seenAfter).toEqual(seenBefore);
    expect(inspectPdf(after)).toEqual({ ...inspectPdf(before), version: expect.any(String) });
  });

  it('accepts properties afterwards and can be compacted while it is made reproducible', async () => {
    const described = setMetadata(after, { title: 'Ü' }, { date });
    expect((await seenByPdfjs(described)).info.Title).toBe('Ü');
    const reproducible = makeReproducible(before, { date, compact: true });
    expect(reproducible.length).toBeLessThanOrEqual(makeReproducible(before, { date }).length);
    expect(Buffer.compare(makeReproducible(reproducible, { date, compact: true }), reproducible)).toBe(0);
  });

  it('accepts properties in the same run, with the same result in a single revision', async () => {
    const metadata = { title: 'Ü', author: '', keywords: 'one, two' };
    const [byTheWay, behind] = [
      compactPdf(before, { metadata, date }),
      setMetadata(after, metadata, { date }),
    ];
    const { info, xmp, ...rest } = await seenByPdfjs(byTheWay);
    const expected = await seenByPdfjs(behind);
    expect({ ...rest, info: { ...info, PDFFormatVersion: '' } }).toEqual({
      ...expected,
      xmp: undefined,
      info: { ...expected.info, PDFFormatVersion: '' },
    });
    expect([...(xmp ?? [])]).toEqual([...(expected.xmp ?? [])]);
    expect(byTheWay.length).toBeLessThan(behind.length);
    expect(Buffer.from(byTheWay).toString('latin1').split('startxref')).toHaveLength(2);
    const fixed = () => makeReproducible(before, { date, compact: true, properties: { metadata, date } });
    expect(Buffer.compare(fixed(), fixed())).toBe(0);
    expect((await seenByPdfjs(fixed())).info).toEqual(info);
  });

  it.runIf(hasPoppler)('keeps its pixels', () => {
    expect(Buffer.compare(pixels(after), pixels(before))).toBe(0);
  });

  it.runIf(hasQpdf)('passes the qpdf check', () => {
    run('qpdf', ['--check', '{}'], after);
  });
});

it('returns a file unchanged if it cannot become smaller', () => {
  const plain = buildPdf(minimalObjects);
  expect(compactPdf(plain)).toBe(plain);
  const described = compactPdf(plain, { metadata: { title: 'Ü' }, date });
  expect(inspectPdf(described).metadata.title).toBe('Ü');
  expect(described.length).toBeLessThanOrEqual(setMetadata(plain, { title: 'Ü' }, { date }).length);
});

it('keeps properties stored directly in the trailer, also with a base PDF and in a merge', () => {
  const pdf = buildPdf(minimalObjects, { trailer: '/Root 1 0 R/Info<</Title(In the trailer)>>' });
  const long = Buffer.concat([pdf, Buffer.from('\n'.repeat(1000))]);
  for (const written of [compactPdf(long), underlay(pdf, pdf), mergeFiles([pdf, pdf])]) {
    expect(written.length).not.toBe(long.length);
    expect(inspectPdf(written).metadata.title).toBe('In the trailer');
  }
});

it('numbers table cells by sequence, independently of earlier prints', () => {
  const properties = { metadata: {}, date };
  const [first, later] = (['tables-first-run', 'tables-later-run'] as const).map((name) =>
    Buffer.from(compactPdf(fixture(name), properties)),
  );
  expect(first?.equals(later ?? Buffer.alloc(0))).toBe(true);
});
