/** Objects keep their meaning, whether they are copied as text or, if unusual, parsed. */
import { describe, expect, it } from 'vitest';
import { compactPdf } from '../../../../src/pdf/index.ts';
import { mergeFiles } from '../../../../src/pdf/merge/merge-files.ts';
import { PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from '../../../../src/pdf/object.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { buildPdf, minimalObjects, streamObject } from '../../../support/pdf/build-pdf.ts';

/** Returns the value with everything it refers to, as JSON. */
function meaning(file: PdfReader, value: PdfValue): unknown {
  if (value instanceof PdfRef) return meaning(file, file.resolve(value));
  if (value instanceof PdfName) return { name: value.value };
  if (value instanceof PdfString) return { string: value.bytes };
  if (value instanceof PdfStream)
    return { stream: Buffer.from(file.decode(value)).toString('latin1'), kind: value.dict.get('Kind') };
  if (Array.isArray(value)) return value.map((item) => meaning(file, item));
  if (value instanceof Map) {
    const entries = [...value].map(([key, item]) => [`/${key}`, meaning(file, item)]);
    // A null entry is equivalent to a missing one.
    return Object.fromEntries(entries.filter(([, item]) => item !== null));
  }
  return value;
}

function extra(pdf: Uint8Array): unknown {
  const file = new PdfReader(pdf);
  return meaning(file, file.catalog.get('Extra') ?? null);
}

const written = (text: string) =>
  buildPdf({
    ...minimalObjects,
    1: '<</Type/Catalog/Pages 2 0 R/Extra 9 0 R>>',
    9: `[4 0 R 5 0 R]`,
    4: text,
    5: '<</Back 6 0 R>>',
    6: '(six)',
    7: streamObject('/Kind/Seven', 'seven'),
    8: '42',
  });

const texts = {
  'dictionaries close together': '<</A<</B[1 2]>>/C/D/E(f)/G<0a>>>',
  'white space of all kinds': '<<\0/A\t1\f/B\r\n[ 2\n3 ]\r/C  <<  >>  >>',
  comments: '<</A 1 % one >> \n/B % two\r[2 % three )\n3]>>',
  'a comment inside a reference': '<</A 6 % six 0 R\n0 R/B 6%\r0%%%\nR>>',
  references: '[6 0 R 5 0 R 6 0 R 1 0 5 0 R]',
  'numbers that look like references': '[6 0 6 0 R 0 6 0]',
  'references that lead nowhere': '<</A 99 0 R/B 6 1 R/C[99 0 R]>>',
  'a reference to a stream': '[7 0 R]',
  'a stream whose length stands elsewhere': '<</Kind/Four/Length 8 0 R>>\nstream\nabc\nendstream',
  'a stream behind a comment': '<</Kind/Four/Length 3>> % data\nstream\nabc\nendstream',
  'numbers of all forms': '[0 -1 +2 3. .4 -.5 -6.70 00012 1234567890 0.000001]',
  'numbers that readers forgive': '[--5 5- 1.2.3 .]',
  words: '[true false null]',
  'keys without a value': '<</A null/B 1>>',
  'names with numbers of characters': '<</A#42 /B#20C/D/#2fE>>',
  'an empty name': '[/ 1]',
  'text with everything': String.raw`[(a\)b) (c(d)e) (\\) (\101\7\0010) (f\
g)]`,
  'line ends in text': '[(a\rb) (a\r\nb) (a\nb)]',
  'hexadecimal text': '[<> <4> <41 42\n4>]',
  'deep nesting': `${'['.repeat(150)}1${']'.repeat(150)}`,
  'a number at the top': '17',
  'a reference at the top': '6 0 R',
};

describe('copies objects with the same meaning', () => {
  it.each(Object.entries(texts))('%s', (_, text) => {
    const pdf = written(text);
    expect(extra(mergeFiles([pdf]))).toEqual(extra(pdf));
    expect(extra(compactPdf(pdf))).toEqual(extra(pdf));
    // Including objects in object streams.
    const packed = mergeFiles([pdf]);
    expect(extra(mergeFiles([written('(first)'), packed, packed]))).toEqual(extra(written('(first)')));
    expect(extra(mergeFiles([packed]))).toEqual(extra(pdf));
  });
});

it('never copies a page outside the tree or the old page tree', () => {
  const pdf = buildPdf({
    ...minimalObjects,
    1: '<</Type/Catalog/Pages 2 0 R/Extra[4 0 R]>>',
    4: '<</Lost 5 0 R/Tree 2 0 R/Root 1 0 R/Page 3 0 R>>',
    5: '<</Type/Page/Parent 2 0 R>>',
  });
  const file = new PdfReader(mergeFiles([pdf, pdf]));
  const list = file.array(file.catalog, 'Extra') ?? [];
  const links = file.resolve(list[0]);
  if (!(links instanceof Map)) throw new Error('There is no dictionary.');
  expect(['Lost', 'Tree', 'Root'].map((key) => file.get(links, key))).toEqual([null, null, null]);
  expect(file.name(file.dict(links, 'Page') ?? new Map(), 'Type')).toBe('Page');
});
