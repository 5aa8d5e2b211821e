/** What becomes of the parts of a document of which some pages are chosen. Built by hand to isolate each of them. */
import { describe, expect, it } from 'vitest';
import { choosePages, startMerge } from '../../../../src/pdf/index.ts';
import { mergeFiles } from '../../../../src/pdf/merge/merge-files.ts';
import { isDict, type PdfDict, PdfRef, PdfStream, type PdfValue } from '../../../../src/pdf/object.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { buildPdf, streamObject } from '../../../support/pdf/build-pdf.ts';
import { viewed } from '../../../support/pdf/merge/viewed.ts';

type Objects = Record<number, string>;

/** Three pages, objects 11 to 13, with two marked contents each; 1 is the catalog, 2 the page tree. */
function threePages(catalog: string, objects: Objects, pages: readonly string[] = []): Buffer {
  const all: Objects = {
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: '<</Type/Pages/Count 3/Kids[11 0 R 12 0 R 13 0 R]/MediaBox[0 0 300 200]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>',
    ...objects,
  };
  for (const [i, number] of [11, 12, 13].entries()) {
    all[number] =
      `<</Type/Page/Parent 2 0 R/Contents ${number + 10} 0 R/StructParents ${i}${pages[i] ?? ''}>>`;
    const say = (id: number) =>
      `/P<</MCID ${id}>>BDC BT /F 24 Tf 20 ${100 - 40 * id} Td (Page ${i + 1}, ${id}) Tj ET EMC`;
    all[number + 10] = streamObject('', `${say(0)} ${say(1)}`);
  }
  return buildPdf(all, { header: '%PDF-1.7\n' });
}

/** A tagged document: `elements` from 40 on, 40 is the document, `parents` the elements of the two contents of each page. */
const tagged = (elements: Objects, parents: readonly (readonly [number, number])[], root = '') =>
  threePages('/StructTreeRoot 30 0 R/MarkInfo<</Marked true>>/Lang(en)', {
    30: `<</Type/StructTreeRoot/K[40 0 R]/ParentTree 31 0 R${root}>>`,
    31: `<</Nums[${parents.map(([a, b], i) => `${i}[${a} 0 R ${b} 0 R]`).join(' ')}]>>`,
    ...elements,
  });

const element = (role: string, parent: number, page: number, kids: string, more = '') =>
  `<</Type/StructElem/S/${role}/P ${parent} 0 R/Pg 1${page} 0 R/K ${kids}${more}>>`;

const group = (role: string, parent: number, kids: readonly number[], more = '') =>
  `<</Type/StructElem/S/${role}/P ${parent} 0 R/K[${kids.map((kid) => `${kid} 0 R`).join(' ')}]${more}>>`;

/** The tree in one line, as `Document(P H1(Span))`. */
function outlineOfTags(pdf: Uint8Array): string {
  const file = new PdfReader(pdf);
  const describeElement = (value: PdfValue): string => {
    const dict = file.resolve(value);
    if (!isDict(dict) || !dict.has('S')) return '';
    const kids = file.get(dict, 'K');
    const below = (Array.isArray(kids) ? kids : [dict.get('K') ?? null]).map(describeElement).filter(Boolean);
    return `${file.name(dict, 'S')}${below.length > 0 ? `(${below.join(' ')})` : ''}`;
  };
  const tree = file.dict(file.catalog, 'StructTreeRoot') ?? new Map();
  const kids = file.get(tree, 'K');
  return (Array.isArray(kids) ? kids : [kids]).map(describeElement).join(' ');
}

/** All objects that the file has, by following every reference from its trailer. */
function reachable(pdf: Uint8Array): { readonly dicts: readonly PdfDict[]; readonly missing: number } {
  const file = new PdfReader(pdf);
  const seen = new Set<PdfValue>();
  const dicts: PdfDict[] = [];
  let missing = 0;
  const waiting: PdfValue[] = [file.trailer];
  while (waiting.length > 0) {
    const value = waiting.pop() ?? null;
    const target = file.resolve(value);
    if (value instanceof PdfRef && target === null) missing++;
    if (target === null || typeof target !== 'object' || seen.has(target)) continue;
    seen.add(target);
    const dict = target instanceof PdfStream ? target.dict : target;
    if (isDict(dict)) dicts.push(dict);
    for (const item of Array.isArray(target) ? target : isDict(dict) ? dict.values() : []) waiting.push(item);
  }
  return { dicts, missing };
}

const countOf = (pdf: Uint8Array, key: string) => reachable(pdf).dicts.filter((dict) => dict.has(key)).length;

describe('tags', () => {
  const paragraphs = tagged(
    {
      40: group('Document', 30, [41, 44]),
      41: group('Sect', 40, [42, 43]),
      42: element('P', 41, 1, '[0 1]'),
      43: element('P', 41, 1, '[<</Type/MCR/Pg 12 0 R/MCID 0>>]'),
      44: element('P', 40, 2, '[1 45 0 R]', '/Alt(Stays)'),
      45: '<</Type/MCR/Pg 13 0 R/MCID 0>>',
      46: element('P', 40, 3, '1'),
    },
    [
      [42, 42],
      [43, 44],
      [44, 46],
    ],
  );

  it('of other pages disappear, with the groups that become empty', async () => {
    expect(outlineOfTags(choosePages(paragraphs, [0]))).toBe('Document(Sect(P))');
    expect(outlineOfTags(choosePages(paragraphs, [2]))).toBe('Document(P)');
    expect((await viewed(choosePages(paragraphs, [1]))).tags).toEqual([
      ['Root', 'Document', 'Sect', 'P', 'P'],
    ]);
  });

  it('that continue on another page lose only that part', () => {
    const file = new PdfReader(choosePages(paragraphs, [2]));
    const [part] = reachable(choosePages(paragraphs, [2])).dicts.filter((dict) => dict.has('Alt'));
    expect(part?.has('Pg')).toBe(false);
    const kids = part ? (file.array(part, 'K') ?? []) : [];
    expect(kids).toHaveLength(1);
  });

  it('leave nothing behind: no element, no page, no reference into nothing', () => {
    for (const indexes of [[0], [1], [2], [2, 0]]) {
      const pdf = choosePages(paragraphs, indexes);
      const { dicts, missing } = reachable(pdf);
      expect(dicts.filter((dict) => dict.has('Contents'))).toHaveLength(indexes.length);
      expect(missing).toBe(0);
      expect(pdf.length).toBeLessThan(choosePages(paragraphs, [0, 1, 2]).length);
    }
  });

  it('follow the pages into another order', () => {
    const file = choosePages(paragraphs, [2, 1, 0]);
    expect(outlineOfTags(file)).toBe('Document(P Sect(P P))');
  });

  it('a document without tagged content keeps its root element', () => {
    const empty = tagged({ 40: group('Document', 30, [41]), 41: element('P', 40, 1, '0') }, [
      [41, 41],
      [41, 41],
      [41, 41],
    ]).toString('latin1');
    const untaggedPage = Buffer.from(empty.replace('/StructParents 2', '/StructParentz 2'), 'latin1');
    expect(outlineOfTags(choosePages(untaggedPage, [2]))).toBe('Document');
  });

  it('headings begin at the first level and skip none', () => {
    const headings = tagged(
      {
        40: group('Document', 30, [41, 42, 43, 44, 45, 46]),
        41: element('H1', 40, 1, '0'),
        42: element('H2', 40, 1, '1'),
        43: element('H3', 40, 2, '0'),
        44: element('H2', 40, 2, '1'),
        45: element('Kapitel', 40, 3, '0'),
        46: element('H2', 40, 3, '1'),
      },
      [
        [41, 42],
        [43, 44],
        [45, 46],
      ],
      '/RoleMap<</Kapitel/H1>>',
    );
    expect(outlineOfTags(choosePages(headings, [0]))).toBe('Document(H1 H2)');
    expect(outlineOfTags(choosePages(headings, [1]))).toBe('Document(H1 H1)');
    expect(outlineOfTags(choosePages(headings, [1, 2]))).toBe('Document(H1 H1 Kapitel H2)');
    expect(outlineOfTags(choosePages(headings, [0, 1]))).toBe('Document(H1 H2 H3 H2)');
  });
});

describe('tables', () => {
  const cell = (row: number, page: number, kids: string, attributes = '') =>
    element('TD', row, page, kids, attributes && `/A<</O/Table${attributes}>>`);

  it('keep the number of columns in every row, and the rows that share a cell', () => {
    const table = tagged(
      {
        40: group('Document', 30, [41]),
        41: group('Table', 40, [42, 43, 44, 45]),
        42: group('TR', 41, [50, 51]),
        50: element('TH', 42, 1, '0', '/ID(head)/A<</O/Table/Scope/Column>>'),
        51: element('TH', 42, 1, '1'),
        43: group('TR', 41, [52, 53]),
        52: cell(43, 2, '0', '/RowSpan 2/Headers[(head)]'),
        53: cell(43, 1, '[]'),
        44: group('TR', 41, [54]),
        54: cell(44, 3, '0', '/Headers[(head)]'),
        45: group('TR', 41, [55, 56]),
        55: cell(45, 3, '1'),
        56: cell(45, 2, '1'),
      },
      [
        [50, 51],
        [52, 56],
        [54, 55],
      ],
    );
    expect(outlineOfTags(choosePages(table, [0]))).toBe('Document(Table(TR(TH TH)))');
    // The row before the two that are there has a cell that reaches into them.
    expect(outlineOfTags(choosePages(table, [2]))).toBe('Document(Table(TR(TD TD) TR(TD) TR(TD TD)))');
    const [own, empty] = [choosePages(table, [0, 2]), choosePages(table, [2])].map((pdf) =>
      countOf(pdf, 'Headers'),
    );
    expect([own, empty]).toEqual([2, 0]);
  });
});

describe('links and bookmarks', () => {
  const link = (target: string) => `<</Type/Annot/Subtype/Link/Rect[20 20 80 50]${target}>>`;
  const linked = threePages(
    '/Outlines 50 0 R/OpenAction[11 0 R/Fit]/Dests<</one[11 0 R/Fit]/two[12 0 R/Fit]>>/Names<</Dests<</Names[(t)<</D[13 0 R/Fit]>>]>>>>',
    {
      50: '<</First 51 0 R/Last 54 0 R/Count 3>>',
      51: '<</Title(One)/Parent 50 0 R/Next 53 0 R/First 52 0 R/Last 52 0 R/Count -1/Dest/one>>',
      52: '<</Title(One and two)/Parent 51 0 R/A<</S/GoTo/D[12 0 R/Fit]>>>>',
      53: '<</Title(Three)/Parent 50 0 R/Prev 51 0 R/Next 54 0 R/Dest(t)>>',
      54: '<</Title(Nowhere)/Parent 50 0 R/Prev 53 0 R>>',
    },
    [
      `/Annots[${link('/Dest/two')} ${link('/A<</S/GoTo/D(t)>>')} ${link('/A<</S/URI/URI(https://example.com/)>>')}]`,
      `/Annots[${link('/Dest[0/Fit]')} ${link('/Dest[12 0 R/Fit]')}]`,
    ],
  );

  it('lead to the pages that stay, and nowhere else', async () => {
    const { links, outline } = await viewed(choosePages(linked, [1, 0]));
    expect(links).toEqual([
      [1, 0],
      [0, undefined, 'https://example.com/'],
    ]);
    expect(outline).toEqual([
      { title: 'One', page: 1, items: [{ title: 'One and two', page: 0, items: [] }] },
      { title: 'Nowhere', page: undefined, items: [] },
    ]);
    const file = new PdfReader(choosePages(linked, [1, 0]));
    expect(file.dict(file.catalog, 'Outlines')?.get('Count')).toBe(2);
    expect(file.catalog.has('OpenAction')).toBe(true);
    expect(file.dict(file.catalog, 'Names')?.has('Dests')).toBe(false);
    const other = new PdfReader(choosePages(linked, [1]));
    expect(other.catalog.has('OpenAction')).toBe(false);
    expect([...(other.dict(other.catalog, 'Dests')?.keys() ?? [])]).toEqual(['two']);
  });
});

describe('forms', () => {
  const widget = (page: number, more: string) =>
    `<</Type/Annot/Subtype/Widget/Rect[20 20 80 50]/P 1${page} 0 R${more}>>`;
  const form = threePages(
    '/AcroForm<</Fields[50 0 R 51 0 R 54 0 R]/CO[50 0 R 51 0 R]>>',
    {
      50: widget(1, '/FT/Tx/T(one)/V(1)'),
      51: '<</FT/Tx/T(both)/V(b)/Kids[52 0 R 53 0 R]>>',
      52: widget(1, '/Parent 51 0 R'),
      53: widget(2, '/Parent 51 0 R'),
      54: '<</FT/Tx/T(hidden)/V(h)>>',
    },
    ['/Annots[50 0 R 52 0 R]', '/Annots[53 0 R]'],
  );

  it('keep the fields that have a place, and those that never had one', async () => {
    expect((await viewed(choosePages(form, [1]))).fields).toEqual({ both: ['b'] });
    const file = new PdfReader(choosePages(form, [1]));
    const kept = file.dict(file.catalog, 'AcroForm') ?? new Map();
    expect(file.array(kept, 'Fields')).toHaveLength(2);
    expect(file.array(kept, 'CO')).toHaveLength(1);
    expect(countOf(choosePages(form, [1]), 'Rect')).toBe(1);
    expect(countOf(choosePages(form, [2]), 'Rect')).toBe(0);
  });
});

describe('page labels', () => {
  const labels = '/PageLabels<</Nums[0<</S/r/St 4>>2<</S/D/P(A-)>>]>>';

  it('stay with their pages; pages without any get their numbers', async () => {
    const chosen = async (pdf: Uint8Array, indexes: readonly number[]) =>
      (await viewed(choosePages(pdf, indexes))).labels;
    expect(await chosen(threePages(labels, {}), [1, 2])).toEqual(['v', 'A-1']);
    expect(await chosen(threePages(labels, {}), [2, 0, 1])).toEqual(['A-1', 'iv', 'v']);
    expect(await chosen(threePages('', {}), [1, 2])).toEqual(['2', '3']);
  });

  it('of a merge are those that its documents have', async () => {
    const merge = (pdf: Uint8Array) => {
      const started = startMerge();
      started.add(pdf, { selectPages: (count) => [count - 1, 0] });
      started.add(pdf);
      return started.finish();
    };
    const { labels: none, text } = await viewed(merge(threePages('', {})));
    expect(none).toBeNull();
    expect(text.map((page) => page.slice(5, 6))).toEqual(['3', '1', '1', '2', '3']);
    expect((await viewed(merge(threePages(labels, {})))).labels).toEqual(['A-1', 'iv', 'iv', 'v', 'A-1']);
  });
});

it('a merge of chosen pages has nothing of the others', () => {
  const pdf = threePages('', {});
  const merge = startMerge();
  merge.add(pdf, { selectPages: () => [1] });
  expect(countOf(merge.finish(), 'Contents')).toBe(1);
  expect(countOf(mergeFiles([pdf]), 'Contents')).toBe(3);
  const failing = startMerge();
  const select = () => {
    throw new Error('none of these');
  };
  expect(() => failing.add(pdf, { selectPages: select })).toThrow('none of these');
});

it('hundreds of pages are in nodes that viewers can search', () => {
  const count = 250;
  const numbers = Array.from({ length: count }, (_, i) => 10 + i);
  const many = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Count ${count}/Kids[${numbers.map((n) => `${n} 0 R`).join(' ')}]/MediaBox[0 0 9 9]>>`,
    ...Object.fromEntries(numbers.map((n) => [n, '<</Type/Page/Parent 2 0 R>>'])),
  });
  const file = new PdfReader(choosePages(many, [...numbers.keys()].slice(1)));
  const root = file.dict(file.catalog, 'Pages') ?? new Map();
  expect(file.number(root, 'Count')).toBe(count - 1);
  expect(file.array(root, 'Kids')).toHaveLength(3);
});

describe('a hostile file', () => {
  const ids = (count: number, first: number) => Array.from({ length: count }, (_, i) => i + first);
  const refs = (numbers: readonly number[]) => numbers.map((n) => `${n} 0 R`).join(' ');

  it('whose elements share one long list takes no more than its length allows', () => {
    const elements = ids(4_000, 100);
    const shared = Object.fromEntries(
      elements.map((n) => [n, `<</Type/StructElem/S/Table/P 40 0 R/Pg 11 0 R/K 60 0 R>>`]),
    );
    const objects = { 40: group('Document', 30, elements), 60: `[${refs(elements)}]`, ...shared };
    const pdf = tagged({ ...objects, 31: `<</Nums[0[${refs(elements)}]]>>` }, []);
    expect(() => choosePages(pdf, [0])).toThrow(expect.objectContaining({ code: 'too_large' }));
  });

  it('with elements, fields and bookmarks in circles ends', () => {
    const circles = threePages('/StructTreeRoot 30 0 R/Outlines 50 0 R/AcroForm<</Fields[55 0 R]>>', {
      30: '<</Type/StructTreeRoot/K[40 0 R]/ParentTree 31 0 R>>',
      31: '<</Nums[0[41 0 R]]/Kids[31 0 R]>>',
      40: group('Document', 41, [41]),
      41: group('TR', 40, [40, 41]),
      50: '<</First 51 0 R/Last 51 0 R>>',
      51: '<</Title(a)/Parent 50 0 R/Next 51 0 R/First 51 0 R/Last 51 0 R/Dest[11 0 R/Fit]>>',
      55: '<</T(a)/Kids[55 0 R 56 0 R]>>',
      56: '<</T(b)/Kids[55 0 R]>>',
    });
    for (const indexes of [[0], [2, 1]]) {
      const file = new PdfReader(choosePages(circles, indexes));
      expect(file.number(file.dict(file.catalog, 'Pages') ?? new Map(), 'Count')).toBe(indexes.length);
    }
  });

  it('with a row of a hundred thousand cells is read', () => {
    const cells = ids(130_000, 100);
    const wide = tagged(
      {
        40: group('Document', 30, [41]),
        41: group('Table', 40, [42]),
        42: `<</Type/StructElem/S/TR/P 41 0 R/K[${refs(cells)}]>>`,
        100: element('TD', 42, 1, '0'),
      },
      [[100, 100]],
    );
    expect(choosePages(wide, [0]).length).toBeGreaterThan(1_000);
  });
});
