/** Input built to break a reader ends in a result or a `PdfError`, quickly and in little memory. */
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rewriteFile } from '../../../src/pdf/copying/rewrite-file.ts';
import { compactPdf, countPages, makeReproducible, PdfError, setMetadata } from '../../../src/pdf/index.ts';
import { inspectPdf } from '../../../src/pdf/inspect-pdf.ts';
import { mergeFiles } from '../../../src/pdf/merge/merge-files.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { underlay } from '../../../src/pdf/underlay/underlay.ts';
import { attached } from '../../support/pdf/attached.ts';
import { buildPdf, minimalObjects, streamObject } from '../../support/pdf/build-pdf.ts';
import { fixture, fixtures } from '../../support/pdf/fixture.ts';

// Without limits, each of these files takes minutes or all memory, and the test fails at the runner's timeout.
const date = new Date('2026-01-31T12:34:56Z');

const plain = fixture('plain');

const actions = {
  inspectPdf,
  countPages,
  setMetadata: (pdf: Uint8Array) => setMetadata(pdf, { title: 'T' }, { date }),
  makeReproducible: (pdf: Uint8Array) => makeReproducible(pdf, { date }),
  compactPdf,
  mergeFiles: (pdf: Uint8Array) => mergeFiles([plain, pdf, pdf]),
  underlay: (pdf: Uint8Array) => underlay(plain, pdf),
  underlayUnder: (pdf: Uint8Array) => underlay(pdf, plain),
  attach: (pdf: Uint8Array) => attached(pdf, [{ name: 'a', data: Buffer.from('a') }]),
  /** The steps that cleaning performs in its thread. */
  repair: (pdf: Uint8Array) =>
    rewriteFile(new PdfReader(pdf, { password: '', repair: true }), { compact: false }),
};

/** Runs all operations. Any error must be a `PdfError`. Returns the codes. */
function survive(pdf: Uint8Array): Set<string> {
  const ends = new Set<string>();
  for (const action of Object.values(actions)) {
    try {
      action(pdf);
      ends.add('result');
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      ends.add(error.code);
    }
  }
  return ends;
}

describe('survives damage', () => {
  const tokens = [
    '0',
    '9',
    '-1',
    '99999999999',
    ' R',
    '<<',
    '>>',
    '[',
    ']',
    '(',
    ')',
    '/',
    '/Kids',
    '/Prev',
    '/K',
    'stream',
  ];
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat(12),
    insert: fc.oneof(
      fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom(...tokens).map((token) => Buffer.from(token)),
    ),
  });

  it.each(fixtures)('anywhere in %s', (name) => {
    const whole = fixture(name);
    // Most files have their structure at the end, so half of the edits are made near it.
    const place = (at: number) =>
      Math.floor(at < 0.5 ? at * 2 * whole.length : whole.length * (0.9 + (at - 0.5) / 5));
    const property = fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      let pdf: Buffer = whole;
      for (const { at, remove, insert } of edits) {
        pdf = Buffer.concat([pdf.subarray(0, place(at)), insert, pdf.subarray(place(at) + remove)]);
      }
      survive(pdf);
    });
    fc.assert(property, { numRuns: 60 });
  });

  it('that keeps the length, so that the table remains valid', () => {
    const whole = fixture('report');
    const overwrite = fc.tuple(fc.nat(whole.length - 20), fc.constantFrom(...tokens));
    const property = fc.property(fc.array(overwrite, { minLength: 1, maxLength: 30 }), (edits) => {
      const pdf = Buffer.from(whole);
      for (const [at, token] of edits) pdf.write(token, at, 'latin1');
      survive(pdf);
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('that truncates the file anywhere', () => {
    const whole = fixture('report-object-streams');
    for (let length = 0; length < whole.length; length += 97) survive(whole.subarray(0, length));
  });

  it('to important objects in otherwise intact files', () => {
    const scalar = fc.constantFrom(
      '1 0 R',
      '2 0 R',
      '3 0 R',
      '4 0 R',
      '-1',
      '1e9',
      '(s)',
      '/N',
      '[4 0 R 4 0 R]',
      '<</K 4 0 R>>',
    );
    const key = fc.constantFrom(
      'Type',
      'Kids',
      'Count',
      'K',
      'S',
      'First',
      'Next',
      'Names',
      'Length',
      'Filter',
      'A',
      'ID',
    );
    const dict = fc
      .array(fc.tuple(key, scalar), { maxLength: 5 })
      .map((entries) => `<<${entries.map(([name, value]) => `/${name} ${value}`).join('')}>>`);
    const root = dict.map(
      (tail) => `<</Pages 2 0 R/Outlines 4 0 R/StructTreeRoot 4 0 R/Metadata 4 0 R${tail.slice(2)}`,
    );
    const property = fc.property(root, dict, dict, dict, (one, two, three, four) => {
      const trailer = '/Root 1 0 R/Info 4 0 R';
      survive(
        buildPdf({ 1: one, 2: two, 3: three, 4: four, 5: `${four}\nstream\nx\nendstream` }, { trailer }),
      );
    });
    fc.assert(property, { numRuns: 300 });
  });
});

describe('structures combined from several documents', () => {
  it('survive any value in place of a dictionary, a list or a name', () => {
    const catalogKeys = [
      'Names',
      'Dests',
      'Outlines',
      'StructTreeRoot',
      'AcroForm',
      'OCProperties',
      'PageLabels',
    ];
    const innerKeys = [
      ...[
        'Names',
        'Nums',
        'Kids',
        'Dests',
        'EmbeddedFiles',
        'First',
        'Last',
        'Next',
        'Prev',
        'Parent',
        'Count',
      ],
      ...[
        'K',
        'P',
        'S',
        'C',
        'A',
        'ID',
        'ParentTree',
        'IDTree',
        'RoleMap',
        'ClassMap',
        'Headers',
        'Lang',
        'Dest',
        'D',
      ],
      ...[
        'Fields',
        'T',
        'DR',
        'DA',
        'CO',
        'OCGs',
        'ON',
        'OFF',
        'Order',
        'BaseState',
        'Configs',
        'Annots',
        'AP',
        'N',
      ],
      ...[
        'Resources',
        'Font',
        'XObject',
        'F',
        'Contents',
        'StructParents',
        'Subtype',
        'Encoding',
        'DescendantFonts',
      ],
      ...[
        'FontDescriptor',
        'FontFile2',
        'ToUnicode',
        'W',
        'DW',
        'CIDToGIDMap',
        'BaseFont',
        'MediaBox',
        'Type',
      ],
    ];
    const reference = fc.nat(9).map((n) => `${n} 0 R`);
    const leaf = fc.oneof(
      reference,
      fc.constantFrom(
        '0',
        '-1',
        '1e99',
        '0.5',
        '(s)',
        '(s)',
        '/Type0',
        '/Identity-H',
        '/CIDFontType2',
        '/Identity',
      ),
      fc.constantFrom(
        '/OFF',
        '/GoTo',
        '/Page',
        '/Pages',
        '/Catalog',
        '/AAAAAA+F',
        'true',
        'null',
        '<FEFF>',
        '[]',
      ),
    );
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(' ')}]`),
        fc
          .array(fc.tuple(fc.constantFrom(...innerKeys), tie('value')), { maxLength: 5 })
          .map((entries) => `<<${entries.map(([key, item]) => `/${key} ${item}`).join('')}>>`),
      ),
    }));
    const catalog = fc
      .array(fc.tuple(fc.constantFrom(...catalogKeys), value), { minLength: 1, maxLength: 4 })
      .map((entries) => entries.map(([key, item]) => `/${key} ${item}`).join(''));
    const dict = fc
      .array(fc.tuple(fc.constantFrom(...innerKeys), value), { maxLength: 6 })
      .map((entries) => entries.map(([key, item]) => `/${key} ${item}`).join(''));
    const property = fc.property(
      catalog,
      dict,
      fc.array(value, { maxLength: 5 }),
      dict,
      (root, page, more, stream) => {
        const objects: Record<number, string> = {
          ...minimalObjects,
          1: `<</Type/Catalog/Pages 2 0 R${root}>>`,
          3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]${page}>>`,
          9: streamObject(stream, 'x'),
        };
        for (const [i, text] of more.entries()) objects[4 + i] = text;
        survive(buildPdf(objects));
      },
    );
    fc.assert(property, { numRuns: 400 });
  });
});

describe('limits the cost of', () => {
  const withCatalog = (entries: string, more: Record<number, string>) =>
    buildPdf({ ...minimalObjects, 1: `<</Type/Catalog/Pages 2 0 R${entries}>>`, ...more });

  it('drawings that all use the same large object, on every page and in every appearance', () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `/X${i} 5 0 R`).join('');
    const pages = Array.from({ length: 5_000 }, (_, i) => i + 10);
    const many = Object.fromEntries(
      pages.map((n) => [n, '<</Type/Page/Annots 6 0 R/Contents[7 0 R]/Resources 8 0 R>>']),
    );
    const pdf = buildPdf({
      ...minimalObjects,
      2: `<</Type/Pages/Kids[${pages.map((n) => `${n} 0 R`).join(' ')}]/Resources<</XObject<<${names}>>>>>>`,
      5: streamObject('', 'x'),
      6: `[${'4 0 R '.repeat(5_000)}]`,
      7: streamObject('', 'y'),
      8: `<</XObject<<${names}>>>>`,
      4: `<</Type/Annot/AP<</N<<${names}>>>>>>`,
      ...many,
    });
    expect(survive(pdf)).toEqual(new Set(['result']));
    const inheriting = Object.fromEntries(pages.map((n) => [n, '<</Type/Page>>']));
    const merged = mergeFiles([
      buildPdf({
        ...minimalObjects,
        2: `<</Type/Pages/Kids[${pages.map((n) => `${n} 0 R`).join(' ')}]/Resources<</XObject<<${names}>>>>>>`,
        5: streamObject('', 'x'),
        ...inheriting,
      }),
    ]);
    expect(merged.length).toBeLessThan(1_000_000);
  });

  it('a dictionary that contains itself when plain values are compared', () => {
    const pdf = withCatalog('/StructTreeRoot<</ClassMap<</A 1 0 R/B[4 0 R]>>>>', { 4: '[4 0 R[4 0 R]]' });
    expect(survive(pdf)).toEqual(new Set(['result']));
  });

  it('fonts that share one long list of widths', () => {
    const fonts = Array.from({ length: 2_000 }, (_, i) => i + 20);
    const font = (n: number) =>
      `<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+F${n}/Encoding/Identity-H/DescendantFonts[7 0 R]>>`;
    const pdf = buildPdf({
      ...minimalObjects,
      3: `<</Type/Page/Parent 2 0 R/Resources<</Font<<${fonts.map((n) => `/F${n} ${n} 0 R`).join('')}>>>>>>`,
      7: '<</Subtype/CIDFontType2/BaseFont/ABCDEF+F/CIDToGIDMap/Identity/FontDescriptor 8 0 R/W 9 0 R>>',
      8: '<</FontFile2 10 0 R>>',
      9: `[${'0 65535 1 '.repeat(50_000)}]`,
      10: streamObject('', 'x'),
      ...Object.fromEntries(fonts.map((n) => [n, font(n)])),
    });
    expect(survive(pdf).size).toBeGreaterThan(0);
  });

  it('deep nesting', () => {
    expect(survive(buildPdf({ ...minimalObjects, 1: '['.repeat(500_000) }))).toEqual(new Set(['malformed']));
    const circles = withCatalog(
      '/Outlines 1 0 R/StructTreeRoot 1 0 R/K[1 0 R 1 0 R]/First 1 0 R/IDTree 1 0 R/S/A',
      {},
    );
    expect(survive(circles).size).toBeGreaterThan(0);
  });

  it('pages below themselves, and one page listed repeatedly', () => {
    const kids = `<</Type/Pages/Kids[${'2 0 R 3 0 R '.repeat(100_000)}]>>`;
    const ends = survive(buildPdf({ ...minimalObjects, 2: kids }));
    expect(ends).toEqual(new Set(['result', 'too_large']));
  });

  it('a chain of streams, each with its length in the next one', () => {
    const chain: Record<number, string> = {};
    for (let i = 4; i < 20_000; i++) chain[i] = `<</Length ${i + 1} 0 R>>\nstream\nx\nendstream`;
    survive(withCatalog('/Metadata 4 0 R', chain));
  });

  it('streams that never end, each searched to the end of the file', () => {
    const many: Record<number, string> = {};
    for (let i = 4; i < 5_000; i++) many[i] = '<</Length 1>>\nstream\nxx';
    const kids = Array.from({ length: 4_996 }, (_, i) => `${i + 4} 0 R`).join(' ');
    const pdf = buildPdf({ ...many, ...minimalObjects, 2: `<</Type/Pages/Kids[${kids}]>>` });
    expect(survive(pdf).size).toBeGreaterThan(0);
  });

  it('a stream that decompresses to gigabytes', () => {
    const bomb = deflateSync(Buffer.alloc(200_000_000)).toString('latin1');
    const pdf = withCatalog('/Metadata 4 0 R', { 4: streamObject('/Filter/FlateDecode', bomb) });
    expect(() => makeReproducible(pdf, { date })).toThrow(expect.objectContaining({ code: 'too_large' }));
    const twice = deflateSync(Buffer.from(bomb, 'latin1')).toString('latin1');
    const chained = streamObject('/Filter[/FlateDecode/FlateDecode]', twice);
    expect(() => makeReproducible(withCatalog('/Metadata 4 0 R', { 4: chained }), { date })).toThrow(
      expect.objectContaining({ code: 'too_large' }),
    );
    expect(survive(pdf).size).toBeGreaterThan(0);
  });

  it('thousands of packed objects that share one large array', () => {
    const count = 20_000;
    const list = Array.from({ length: count }, (_, i) => `${i + 10} 0`).join(' ');
    const data = `${list} [${'0 '.repeat(200_000)}]`;
    const packed = streamObject(
      `/Type/ObjStm/N ${count}/First ${list.length + 1}/Filter/FlateDecode`,
      deflateSync(Buffer.from(data)).toString('latin1'),
    );
    const kids = Array.from({ length: count }, (_, i) => `${i + 10} 0 R`).join(' ');
    const base = buildPdf({ ...minimalObjects, 2: `<</Type/Pages/Kids[${kids}]>>`, 4: packed });
    let rows = '';
    for (let i = 1; i < 5; i++) {
      const offset = base.indexOf(`\n${i} 0 obj`) + 1;
      rows += String.fromCharCode(1, offset >> 16, (offset >> 8) & 255, offset & 255, 0);
    }
    rows += '\x02\0\0\x04\0'.repeat(count);
    const dict = `/Type/XRef/Size ${count + 10}/W[1 3 1]/Index[1 4 10 ${count}]/Root 1 0 R`;
    const end = `9 0 obj\n${streamObject(dict, rows)}\nendobj\nstartxref\n${base.length}\n%%EOF\n`;
    const pdf = Buffer.concat([base, Buffer.from(end, 'latin1')]);
    const ends = survive(pdf);
    expect(ends).toContain('too_large');
  });

  it('overlapping tables, each with all the rows of the file', () => {
    const sections = 200;
    const row = '0000000000 00001 f \n';
    const [starts, ends, filler] = [sections * 40, sections * 100, row.repeat(20_000)];
    const start = `%PDF-1.4\n${' '.repeat(10)}\n`;
    let heads = '';
    let tails = '';
    for (let i = 0; i < sections; i++) {
      // The rows run from this head through the later heads, the filler and the earlier tails to its own trailer.
      const rows = (starts - i * 40 - 20 + filler.length + i * 100 + 20) / 20;
      heads += `xref\n5 ${rows}\n`.padEnd(20) + row;
      const previous = i > 0 ? `/Prev ${start.length + (i - 1) * 40}` : '';
      tails += row + `trailer<</Size 9/Root 1 0 R${previous}>>`.padEnd(80);
    }
    expect([heads.length, tails.length]).toEqual([starts, ends]);
    const pdf = `${start}${heads}${filler}${tails}startxref\n${start.length + (sections - 1) * 40}\n%%EOF\n`;
    const outcome = survive(Buffer.from(pdf, 'latin1'));
    // Repairing does not read the tables.
    expect(outcome).toEqual(new Set(['too_large', 'malformed']));
  });

  it.each([
    ['texts that do not end', '9 0 obj ('],
    ['lists that do not end', '9 0 obj ['],
    ['dictionaries that do not end', '9 0 obj <<'],
    ['streams that do not end', '9 0 obj <<>>stream '],
    ['trailers that do not end', 'trailer ('],
    ['numbers of objects that there cannot be', '99999999999999999999 0 obj 1 endobj '],
    ['object streams that hold each other', '9 0 obj <</Type/ObjStm/N 9/First 9>>stream 9 0 9 0 endstream '],
  ])('a damaged file with many %s', (_, text) => {
    const pdf = Buffer.from(`%PDF-1.4\n${text.repeat(200_000)}`, 'latin1');
    expect(survive(pdf).has('result')).toBe(false);
  });

  it('megabytes of empty dictionaries', () => {
    const pdf = withCatalog('', { 4: `[${'<<>>'.repeat(100_000)}]` });
    const packed = deflateSync(Buffer.from(`4 0 [${'<<>>'.repeat(1_500_000)}]`)).toString('latin1');
    const compressed = buildPdf({
      ...minimalObjects,
      5: streamObject('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', packed),
    });
    const rows = [1, 2, 3]
      .map((n) => compressed.indexOf(`\n${n} 0 obj`) + 1)
      .concat(0, compressed.indexOf('\n5 0 obj') + 1);
    const data = rows
      .map((offset, i) => String.fromCharCode(i === 3 ? 2 : 1, offset >> 8, offset & 255, 0))
      .join('');
    const fixed = data.replace('\x02\0\0', '\x02\0\x05');
    const dict = '/Type/XRef/Size 9/W[1 2 1]/Index[1 5]/Root 1 0 R/Info 4 0 R';
    const end = `9 0 obj\n${streamObject(dict, fixed)}\nendobj\nstartxref\n${compressed.length}\n%%EOF\n`;
    const ends = survive(Buffer.concat([compressed, Buffer.from(end, 'latin1')]));
    expect(ends).toContain('too_large');
    expect(survive(pdf).size).toBeGreaterThan(0);
  });
});
