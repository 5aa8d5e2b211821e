/** Bookmarks that are written and read again, by this reader and by qpdf. */
import { describe, expect, it } from 'vitest';
import { findMissingPage, readBookmarks, writeBookmarks } from '../../../../src/pdf/index.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { buildPdf } from '../../../support/pdf/build-pdf.ts';
import { fixture } from '../../../support/pdf/fixture.ts';
import { hasQpdf, run } from '../../../support/pdf/installed.ts';

const read = (pdf: Uint8Array) => readBookmarks(new PdfReader(pdf));

const bookmarks = [
  { title: 'Übersicht', page: 1, children: [{ title: 'Ziele (kurz)', page: 1 }] },
  { title: 'Anhang', page: 3, children: [{ title: 'A', page: 3, children: [{ title: 'A.1', page: 2 }] }] },
];

describe('writing', () => {
  it('replaces the outline of a file', async () => {
    const report = fixture('report');
    expect(read(report)).not.toEqual([]);
    expect(read(await writeBookmarks(report, bookmarks))).toEqual(bookmarks);
  });

  it('takes the outline out where there are no bookmarks', async () => {
    const without = await writeBookmarks(fixture('report'), []);
    expect(read(without)).toEqual([]);
    expect(new PdfReader(without).catalog.has('Outlines')).toBe(false);
  });

  it.skipIf(!hasQpdf)('makes an outline that qpdf reads', async () => {
    const pdf = await writeBookmarks(fixture('report'), bookmarks);
    run('qpdf', ['--check', '{}'], pdf);
    const json = JSON.parse(run('qpdf', ['--json', '--json-key=outlines', '{}'], pdf));
    expect(json.outlines).toMatchObject([
      { title: 'Übersicht', destpageposfrom1: 1, kids: [{ title: 'Ziele (kurz)' }] },
      {
        title: 'Anhang',
        destpageposfrom1: 3,
        kids: [{ title: 'A', kids: [{ title: 'A.1', destpageposfrom1: 2 }] }],
      },
    ]);
  });
});

describe('reading', () => {
  const outline = (entries: Readonly<Record<number, string>>) =>
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R/Outlines 10 0 R>>',
      2: '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]>>',
      3: '<</Type/Page/Parent 2 0 R>>',
      4: '<</Type/Page/Parent 2 0 R>>',
      10: '<</First 11 0 R/Last 12 0 R/Count 2>>',
      ...entries,
    });

  it('follows actions, and numbers of pages in place of pages', () => {
    const pdf = outline({
      11: '<</Title(One)/Parent 10 0 R/Next 12 0 R/A<</S/GoTo/D[4 0 R/Fit]>>>>',
      12: '<</Title(Two)/Parent 10 0 R/Prev 11 0 R/Dest[0/Fit]>>',
    });
    expect(read(pdf)).toEqual([
      { title: 'One', page: 2 },
      { title: 'Two', page: 1 },
    ]);
  });

  it('keeps an entry that leads nowhere, with the page of the one before it', () => {
    const pdf = outline({
      11: '<</Title(One)/Parent 10 0 R/Next 12 0 R/Dest[4 0 R/Fit]>>',
      12: '<</Title(Elsewhere)/Parent 10 0 R/A<</S/URI/URI(https://example.com)>>>>',
    });
    expect(read(pdf)).toEqual([
      { title: 'One', page: 2 },
      { title: 'Elsewhere', page: 2 },
    ]);
  });

  it('ends for an outline that is a circle', () => {
    const pdf = outline({
      11: '<</Title(One)/Parent 10 0 R/First 11 0 R/Next 12 0 R/Dest[3 0 R/Fit]>>',
      12: '<</Title(Two)/Parent 10 0 R/Next 11 0 R/Dest[4 0 R/Fit]>>',
    });
    expect(read(pdf)).toHaveLength(2);
  });
});

it('finds the bookmark that leads to no page', () => {
  expect(findMissingPage(bookmarks, 3)).toBeUndefined();
  expect(findMissingPage(bookmarks, 2)).toMatchObject({ title: 'Anhang' });
  expect(findMissingPage([{ title: 'Zero', page: 0 }], 2)).toMatchObject({ title: 'Zero' });
});
