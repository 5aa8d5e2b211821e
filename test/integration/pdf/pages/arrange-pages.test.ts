/** Pages that are repeated, turned and taken out of finished files, read by a viewer. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getPages } from '../../../../src/pdf/document/page-tree.ts';
import { arrangePages } from '../../../../src/pdf/index.ts';
import { mergeFiles } from '../../../../src/pdf/merge/merge-files.ts';
import { isDict, type PdfStream, type PdfValue, toList } from '../../../../src/pdf/object.ts';
import { readOutlineStarts } from '../../../../src/pdf/pages/outline-starts.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { buildPdf, streamObject } from '../../../support/pdf/build-pdf.ts';
import { fixture } from '../../../support/pdf/fixture.ts';
import { hasQpdf, run } from '../../../support/pdf/installed.ts';
import { viewed } from '../../../support/pdf/merge/viewed.ts';

const chosen = (pdf: Uint8Array, pages: readonly number[]) => arrangePages(pdf, () => ({ pages })).pdf;

describe('a page that is there twice', () => {
  it('has its text, links and tags in both places, and links lead to the first one', async () => {
    const report = fixture('report');
    const whole = await viewed(report);
    const pages = [0, 0, 2, 0, 1];
    const after = await viewed(chosen(report, pages));
    expect(after.text).toEqual(pages.map((page) => whole.text[page]));
    expect(after.tags).toEqual(pages.map((page) => whole.tags[page]));
    const moved = new Map([
      [0, 0],
      [1, 4],
      [2, 2],
    ]);
    const links = pages.map((page) =>
      whole.links[page]?.map((target) => (typeof target === 'number' ? moved.get(target) : target)),
    );
    expect(after.links).toEqual(links);
    expect(links[1]).not.toEqual([]);
  });

  it('has tags in the order of the pages', () => {
    const file = new PdfReader(chosen(fixture('report'), [0, 0, 1]));
    const roles: string[] = [];
    const visit = (value: PdfValue, depth: number): void => {
      const element = file.resolve(value);
      if (!isDict(element) || !element.has('S')) return;
      if (depth === 1) roles.push(file.name(element, 'S') ?? '');
      const kids = file.get(element, 'K');
      for (const kid of Array.isArray(kids) ? kids : [kids]) visit(kid, depth + 1);
    };
    for (const kid of file.array(file.dict(file.catalog, 'StructTreeRoot') ?? new Map(), 'K') ?? [])
      visit(kid, 0);
    const first = ['H1', 'P', 'H2', 'P', 'Table'];
    expect(roles).toEqual([...first, ...first, 'H2', 'P', 'Table', 'L', 'P']);
  });

  const form = (widget: string, fields: string, more: Record<number, string> = {}) =>
    buildPdf({
      1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${fields}]/DA(/Helv 0 Tf)/CO[${fields}]>>>>`,
      2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>',
      3: '<</Type/Page/Parent 2 0 R/Annots[4 0 R]>>',
      4: `<</Type/Annot/Subtype/Widget/Rect[10 10 90 30]/P 3 0 R${widget}>>`,
      ...more,
    });

  it.each([
    ['is its own only widget', form('/FT/Tx/T(name)/V(Ada)', '4 0 R')],
    ['lists its widgets', form('/Parent 5 0 R', '5 0 R', { 5: '<</FT/Tx/T(name)/V(Ada)/Kids[4 0 R]>>' })],
  ])('shares its field, which %s', async (_, pdf) => {
    const copies = chosen(pdf, [0, 0, 0]);
    const file = new PdfReader(copies);
    const fields = file.array(file.dict(file.catalog, 'AcroForm') ?? new Map(), 'Fields') ?? [];
    expect(fields).toHaveLength(1);
    const field = file.resolve(fields[0]);
    const kids = isDict(field) ? (file.array(field, 'Kids') ?? []) : [];
    expect(kids).toHaveLength(3);
    expect(new Set(kids.map((kid) => file.dict(file.resolve(kid) as never, 'P'))).size).toBe(3);
    // Without the field itself, whose value pdf.js lists for each of its places.
    expect((await viewed(copies)).fields).toEqual({ name: ['Ada', 'Ada', 'Ada'] });
  });

  it('leaves the place of a signature where it is', () => {
    const file = new PdfReader(chosen(form('/FT/Sig/T(sign)', '4 0 R'), [0, 0]));
    const pages = file.array(file.dict(file.catalog, 'Pages') ?? new Map(), 'Kids') ?? [];
    expect(pages).toHaveLength(1);
    const kids = file.array(file.resolve(pages[0]) as never, 'Kids') ?? [];
    expect(kids.map((kid) => file.array(file.resolve(kid) as never, 'Annots')?.length)).toEqual([
      1,
      undefined,
    ]);
  });

  it('is called what the page is called', async () => {
    const labelled = buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[0<</S/r>>2<</S/D/P(A-)>>]>>>>',
      2: '<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]/MediaBox[0 0 99 99]>>',
      ...Object.fromEntries([3, 4, 5].map((number) => [number, '<</Type/Page/Parent 2 0 R>>'])),
    });
    expect((await viewed(chosen(labelled, [1, 1, 2, 0, 2]))).labels).toEqual(['ii', 'ii', 'A-1', 'i', 'A-1']);
    expect((await viewed(chosen(fixture('report'), [1, 1]))).labels).toBeNull();
  });

  it('is right for any order of pages, also of merged documents', async () => {
    const merged = mergeFiles([fixture('report'), fixture('landscape'), fixture('plain')]);
    const whole = await viewed(merged);
    const page = fc.integer({ min: 0, max: whole.text.length - 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 9 }), async (pages) => {
        const pdf = chosen(merged, pages);
        const after = await viewed(pdf);
        expect(after.text).toEqual(pages.map((each) => whole.text[each]));
        expect(after.geometry).toEqual(pages.map((each) => whole.geometry[each]));
        if (hasQpdf) run('qpdf', ['--check', '{}'], pdf);
      }),
      { numRuns: 15 },
    );
  });
});

describe('turns', () => {
  it('add to how a page is turned, or replace it', async () => {
    const turned = fixture('report-rotated');
    const before = (await viewed(turned)).geometry.map((page) => page[4] ?? 0);
    const { pdf } = arrangePages(turned, () => ({
      turns: [
        { degrees: 270, isRelative: true },
        { degrees: 90, isRelative: false, pages: [1] },
        { degrees: 90, isRelative: true, pages: [1, 2] },
      ],
    }));
    const [first = 0, , third = 0] = before;
    expect((await viewed(pdf)).geometry.map((page) => page[4])).toEqual([
      (first + 270) % 360,
      180,
      (third + 360) % 360,
    ]);
    expect(before).not.toEqual([0, 0, 0]);
  });
});

describe('resources that pages share', () => {
  const image = (size: number) =>
    streamObject(
      '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray',
      'x'.repeat(size),
    );
  const document = (borrowing = '') =>
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 99 99]/Resources 5 0 R>>',
      3: '<</Type/Page/Parent 2 0 R/Contents 6 0 R>>',
      4: '<</Type/Page/Parent 2 0 R/Contents 7 0 R>>',
      5: `<</XObject<</A 8 0 R/B#20b 9 0 R${borrowing}>>>>`,
      6: streamObject('', '/A Do'),
      7: streamObject('', '/B#20b Do'),
      8: image(10_000),
      9: image(20_000),
      10: streamObject('/Type/XObject/Subtype/Form/BBox[0 0 1 1]', '/A Do'),
    });
  const imagesOf = (pdf: Uint8Array) => {
    const file = new PdfReader(pdf);
    const page = file.resolve(
      file.array(
        file.resolve(file.array(file.dict(file.catalog, 'Pages') as never, 'Kids')?.[0]) as never,
        'Kids',
      )?.[0],
    );
    const list = file.dict(file.dict(page as never, 'Resources') as never, 'XObject') ?? new Map();
    return [...list].map(([name, item]) => [name, (file.resolve(item) as PdfStream).data.length]);
  };

  it('do not go with a page that does not draw with them', () => {
    expect(imagesOf(chosen(document(), [0]))).toEqual([['A', 10_000]]);
    expect(imagesOf(chosen(document(), [1]))).toEqual([['B b', 20_000]]);
    expect(imagesOf(chosen(document(), [1, 0]))).toHaveLength(2);
  });

  it('do not go with a page that has a list of its own of them', () => {
    const own = buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 99 99]>>',
      3: '<</Type/Page/Parent 2 0 R/Contents 6 0 R/Resources<</XObject<</A 8 0 R/B#20b 9 0 R>>>>>>',
      4: '<</Type/Page/Parent 2 0 R/Contents 7 0 R/Resources<</XObject<</A 8 0 R/B#20b 9 0 R>>>>>>',
      6: streamObject('', '/A Do'),
      7: streamObject('', '/B#20b Do'),
      8: image(10_000),
      9: image(20_000),
    });
    expect(imagesOf(chosen(own, [0]))).toEqual([['A', 10_000]]);
    expect(imagesOf(chosen(own, [1]))).toEqual([['B b', 20_000]]);
    expect(imagesOf(chosen(own, [1, 0]))).toHaveLength(2);
  });

  it('stay where a drawing may use them', () => {
    expect(imagesOf(chosen(document('/F 10 0 R'), [1]))).toHaveLength(3);
  });
});

it('private data of a page do not keep the content of pages that go', () => {
  const pdf = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 99 99]>>',
    3: '<</Type/Page/Parent 2 0 R/Contents 5 0 R/Other 6 0 R/PieceInfo<</App<</Private[6 0 R 7 0 R]>>>>>>',
    4: '<</Type/Page/Parent 2 0 R/Contents[6 0 R 5 0 R]/Thumb 7 0 R>>',
    5: streamObject('', '(kept) Tj'),
    6: streamObject('', '(secret) Tj'),
    7: streamObject('/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray', 'thumb'),
  });
  const text = Buffer.from(chosen(pdf, [0])).toString('latin1');
  expect(['kept', 'secret', 'thumb'].filter((word) => text.includes(word))).toEqual(['kept']);
  const both = Buffer.from(chosen(pdf, [1])).toString('latin1');
  expect(['kept', 'secret', 'thumb'].filter((word) => both.includes(word))).toEqual([
    'kept',
    'secret',
    'thumb',
  ]);
});

it('pages that are written into their parents become objects, and contents only have streams', () => {
  const pdf = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 2/MediaBox[0 0 99 99]/Kids[<</Type/Pages/Parent 2 0 R/Count 2/Kids[<</Type/Page/Contents[4 0 R null 9 0 R]>><</Type/Page/Contents 4 0 R>>]>>]>>',
    4: streamObject('', '0 0 9 9 re f'),
  });
  for (const result of [arrangePages(pdf, () => ({})).pdf, chosen(pdf, [1, 0]), mergeFiles([pdf])]) {
    const file = new PdfReader(result);
    const pages = [...getPages(file)];
    expect(
      pages.map(({ ref, dict }) => [ref !== undefined, toList(file.get(dict, 'Contents')).length]),
    ).toEqual([
      [true, 1],
      [true, 1],
    ]);
  }
});

it('an XFA form is rejected, whose own pages would contradict those of the file', () => {
  const xfa = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]/XFA[]>>>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 99 99]>>',
    3: '<</Type/Page/Parent 2 0 R>>',
  });
  expect(() => chosen(xfa, [0])).toThrow(
    /^The PDF is a dynamic XFA form: .* Save it as a static PDF form first/,
  );
});

it('parts of a document begin where entries of the outline lead, by any kind of destination', () => {
  const entry = (title: string, rest: string) => `<</Title(${title})/Parent 20 0 R${rest}>>`;
  const pdf = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R/Outlines 20 0 R/Dests<</old[4 0 R/Fit]>>/Names<</Dests<</Names[(new)<</D[5 0 R/Fit]>>]>>>>>>',
    2: '<</Type/Pages/Count 5/Kids[3 0 R 4 0 R 5 0 R 6 0 R 7 0 R]/MediaBox[0 0 99 99]>>',
    ...Object.fromEntries([3, 4, 5, 6, 7].map((number) => [number, '<</Type/Page/Parent 2 0 R>>'])),
    20: '<</First 21 0 R/Last 26 0 R/Count 5>>',
    21: entry('By name', '/Dest/old/Next 22 0 R/First 27 0 R/Last 27 0 R/Count 1'),
    22: entry('By text', '/Dest(new)/Next 23 0 R'),
    23: entry('By action', '/A<</S/GoTo/D[6 0 R/XYZ 0 0 0]>>/Next 24 0 R'),
    24: entry('Same page', '/Dest[6 0 R/Fit]/Next 25 0 R'),
    25: entry('An address', '/A<</S/URI/URI(https://example.com)>>/Next 26 0 R'),
    26: entry('By number', '/Dest[0/Fit]'),
    27: '<</Title(Below)/Parent 21 0 R/Dest[7 0 R/Fit]>>',
  });
  const first = [
    { page: 0, title: 'By number' },
    { page: 1, title: 'By name' },
    { page: 2, title: 'By text' },
    { page: 3, title: 'By action' },
  ];
  expect(readOutlineStarts(pdf, 1)).toEqual(first);
  expect(readOutlineStarts(pdf, 2)).toEqual([...first, { page: 4, title: 'Below' }]);
});
