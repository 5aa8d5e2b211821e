import { describe, expect, it } from 'vitest';
import { makeReproducible, setMetadata } from '../../../src/pdf/index.ts';
import { inspectPdf } from '../../../src/pdf/inspect-pdf.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { fixture, fixtures } from '../../support/pdf/fixture.ts';
import { hasPoppler, hasQpdf, run } from '../../support/pdf/installed.ts';
import { seenByPdfjs } from '../../support/pdf/with-pdfjs.ts';

const date = new Date('2026-01-31T12:34:56Z');

describe.each(fixtures)('%s', (name) => {
  const before = setMetadata(fixture(name), { author: 'Ada 🎉' }, { date: new Date() });
  const after = makeReproducible(before, { date });

  it('keeps text, links, outline, destinations and tags', async () => {
    const { info: _1, xmp: _2, ...seenBefore } = await seenByPdfjs(before);
    const { info: _3, xmp: _4, ...seenAfter } = await seenByPdfjs(after);
    expect(seenAfter).toEqual(seenBefore);
  });

  it('uses the given date everywhere', async () => {
    const { info, xmp } = await seenByPdfjs(after);
    expect(info).toMatchObject({
      Author: 'Ada 🎉',
      CreationDate: "D:20260131123456+00'00'",
      ModDate: "D:20260131123456+00'00'",
    });
    expect(xmp?.get('xmp:createdate')).toBe('2026-01-31T12:34:56+00:00');
    expect(xmp?.get('xmp:modifydate')).toBe('2026-01-31T12:34:56+00:00');
    expect(xmp?.get('xmp:metadatadate')).toBe('2026-01-31T12:34:56+00:00');
  });

  it('does not change when made reproducible again', () => {
    expect(Buffer.compare(makeReproducible(after, { date }), after)).toBe(0);
  });

  it('declares version 1.5, which introduced object streams', () => {
    expect(inspectPdf(after)).toMatchObject({
      ...inspectPdf(before),
      version: '1.5',
      metadata: { creationDate: date, modificationDate: date },
    });
  });

  it.runIf(hasQpdf)('passes the qpdf check', () => {
    run('qpdf', ['--check', '{}'], after);
  });

  it.runIf(hasPoppler)('reads the same in poppler', () => {
    expect(run('pdftotext', ['-layout', '{}', '-'], after)).toBe(
      run('pdftotext', ['-layout', '{}', '-'], before),
    );
  });
});

it('turns two prints of one page into the same bytes', () => {
  const print = (name: 'tables-first-run' | 'tables-later-run', now: string) =>
    makeReproducible(setMetadata(fixture(name), { title: 'T' }, { date: new Date(now) }), { date });
  const first = print('tables-first-run', '2026-02-01T00:00:00Z');
  const later = print('tables-later-run', '2026-02-02T00:00:00Z');
  expect(Buffer.compare(fixture('tables-first-run'), fixture('tables-later-run'))).not.toBe(0);
  expect(Buffer.compare(first, later)).toBe(0);
});

it('changes the identifier with the date or the content', () => {
  const id = (pdf: Uint8Array) => new PdfReader(pdf).trailer.get('ID');
  const one = id(makeReproducible(fixture('plain'), { date }));
  expect(id(makeReproducible(fixture('plain'), { date: new Date(0) }))).not.toEqual(one);
  expect(id(makeReproducible(fixture('untitled'), { date }))).not.toEqual(one);
});

it('keeps the references of table cells to their header cells', () => {
  const file = new PdfReader(makeReproducible(fixture('tables-later-run'), { date }));
  const root = file.dict(file.catalog, 'StructTreeRoot') ?? new Map();
  const tree = file.dict(root, 'IDTree') ?? new Map();
  const names = file.array(tree, 'Names') ?? [];
  const ids = names.filter((_, i) => i % 2 === 0).map((id) => (id as { bytes: string }).bytes);
  expect(ids).toEqual(['node00000001', 'node00000002', 'node00000003', 'node00000004', 'node00000005']);
});
