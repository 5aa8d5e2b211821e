/** Merging documents printed by the browser loses nothing that a reader sees or uses. */
import { beforeAll, describe, expect, it } from 'vitest';
import { compactPdf, makeReproducible, setMetadata } from '../../../../src/pdf/index.ts';
import { inspectPdf } from '../../../../src/pdf/inspect-pdf.ts';
import { mergeFiles } from '../../../../src/pdf/merge/merge-files.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { attached } from '../../../support/pdf/attached.ts';
import { buildPdf, minimalObjects } from '../../../support/pdf/build-pdf.ts';
import { fixture } from '../../../support/pdf/fixture.ts';
import { hasPoppler, hasQpdf, pixels, run } from '../../../support/pdf/installed.ts';
import { type OutlineEntry, type Viewed, viewed } from '../../../support/pdf/merge/viewed.ts';
import { plainJob, realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();
const date = new Date('2026-01-31T12:34:56Z');

/** Uses the same names in every document with different content, to test which objects stay separate. */
const report = (title: string, word: string, language = 'en') => `<!doctype html><html lang="${language}">
<title>${title}</title><style>h1 { break-before: page }</style>
<p><a href="#one">To one</a> <a href="#two">To two</a> <a href="https://example.com/${word}">Out</a></p>
<h1 id="one">One ${word}</h1><table><tr><th id="head">Item<th>Price<tr><td headers="head">${word}<td>1</table>
<h1 id="two">Two ${word}</h1><h2>Below ${word}</h2><p><b>Bold ${word}</b> <i>${word}</i> <a href="#one">Back</a></p>`;

async function print(html: string, tags = true): Promise<Uint8Array> {
  const deadline = new Deadline(30_000);
  try {
    return (await browser.print({ ...plainJob, html, tags }, deadline)).pdf;
  } finally {
    deadline.close();
  }
}

let documents: Uint8Array[];
let single: Viewed[];
let merged: Uint8Array;
let whole: Viewed;

beforeAll(async () => {
  documents = [
    await print(report('First', 'apple')),
    await print('<title>Untagged</title><p>Zebra <b>bold</b>', false),
    await print(report('Zweiter', 'Quitten', 'de')),
    await print('<p>No title, ﬁ — “grapes”'),
  ];
  single = await Promise.all(documents.map((pdf) => viewed(pdf)));
  merged = mergeFiles(documents);
  whole = await viewed(merged);
});

/** Concatenates the features of the single documents, with continuous page numbers. */
const joined = <Item>(of: (document: Viewed, firstPage: number) => readonly Item[]): Item[] => {
  let firstPage = 0;
  return single.flatMap((document) => {
    const items = of(document, firstPage);
    firstPage += document.text.length;
    return items;
  });
};
const onFrom = (firstPage: number, entries: readonly OutlineEntry[]): OutlineEntry[] =>
  entries.map(({ title, page, items }) => ({
    title,
    page: page === undefined ? undefined : page + firstPage,
    items: onFrom(firstPage, items),
  }));

it('keeps the text of every page in sequence', () => {
  expect(single.map(({ text }) => text.length)).toEqual([3, 1, 3, 1]);
  expect(whole.text).toEqual(joined(({ text }) => text));
});

it('keeps every link and its destination within its document', () => {
  expect(single[0]?.links[0]).toEqual([1, 2, 'https://example.com/apple']);
  expect(whole.links).toEqual(
    joined(({ links }, first) =>
      links.map((page) => page.map((target) => (typeof target === 'number' ? target + first : target))),
    ),
  );
});

it('adds one outline entry per document, named after it, above its own entries', () => {
  const titles = ['First', 'Untagged', 'Zweiter', 'Document 4'];
  let firstPage = 0;
  const expected = single.map(({ outline, text }, i) => {
    const entry = { title: titles[i], page: firstPage, items: onFrom(firstPage, outline) };
    firstPage += text.length;
    return entry;
  });
  expect(whole.outline).toEqual(expected);
  expect(whole.outline[2]?.items.map(({ title }) => title)).toEqual(['One Quitten', 'Two Quitten']);
  expect(inspectPdf(merged).outline).toBe(4 + 3 + 3);
});

it('accepts titles for the outline', async () => {
  const { outline } = await viewed(mergeFiles(documents, { titles: ['Erstes — №1', undefined, '3'] }));
  expect(outline.map(({ title }) => title)).toEqual(['Erstes — №1', 'Untagged', '3', 'Document 4']);
});

it('keeps the tags of every page in one tree whose parts keep their language', () => {
  const parts = (tags: readonly string[]) => tags.map((tag) => (tag === 'Document' ? 'Part' : tag));
  expect(single[0]?.tags[1]).toContain('TH');
  const expected = joined(({ tags }) => tags.map(parts));
  // An untagged page beside tagged ones has an empty tree.
  const below = whole.tags.map((tags) =>
    tags.length === 1 ? [] : tags.filter((tag, i) => !(i === 1 && tag === 'Document')),
  );
  expect(below).toEqual(expected);
  expect(inspectPdf(merged).tagged).toBe(true);
  const file = new PdfReader(merged);
  const tree = file.dict(file.catalog, 'StructTreeRoot') ?? new Map();
  const top = file.resolve(file.array(tree, 'K')?.[0]) as Map<string, never>;
  const languages = (file.array(top, 'K') ?? []).map((part) =>
    file.string(file.resolve(part) as Map<string, never>, 'Lang'),
  );
  expect(languages.map((language) => language?.bytes).slice(0, 2)).toEqual(['en', 'de']);
});

it('keeps element names unique, so that table cells find their own headers', () => {
  const file = new PdfReader(mergeFiles([fixture('tables-first-run'), fixture('tables-later-run')]));
  const tree = file.dict(file.catalog, 'StructTreeRoot') ?? new Map();
  const names = file.array(file.dict(tree, 'IDTree') ?? new Map(), 'Names') ?? [];
  const ids = names.filter((_, i) => i % 2 === 0).map((id) => (id as { bytes: string }).bytes);
  expect(ids).toEqual(Array.from({ length: 10 }, (_, i) => `node${String(i + 1).padStart(8, '0')}`));
  for (const [i, id] of ids.entries()) {
    const element = file.resolve(names[2 * i + 1]) as Map<string, never>;
    expect(file.string(element, 'ID')?.bytes).toBe(id);
  }
});

it('keeps the properties of the first document', async () => {
  const first = setMetadata(documents[0] ?? new Uint8Array(), { title: 'T', author: 'Ä' }, { date });
  const { info, title } = await viewed(mergeFiles([first, ...documents]));
  expect(info).toMatchObject({ Title: 'T', Author: 'Ä' });
  expect(title).toBe('T');
  const again = await viewed(setMetadata(merged, { title: 'All' }, { date }));
  expect(again.info.Title).toBe('All');
  expect(again.text).toEqual(whole.text);
});

it('applies given properties, whether or not the first document has any', async () => {
  const described = setMetadata(documents[0] ?? new Uint8Array(), { title: 'T', author: 'Ä' }, { date });
  const properties = { metadata: { title: 'All', keywords: 'one' }, date };
  for (const [first, author] of [
    [described, 'Ä'],
    [fixture('untitled'), undefined],
  ] as const) {
    const pdf = mergeFiles([first, ...documents], { properties });
    const { info, text } = await viewed(pdf);
    expect(info).toMatchObject({ Title: 'All', Keywords: 'one', CreationDate: "D:20260131123456+00'00'" });
    expect(info.Author).toBe(author);
    expect(text.slice(-whole.text.length)).toEqual(whole.text);
    expect(Buffer.from(pdf).toString('latin1').split('startxref')).toHaveLength(2);
  }
});

it('leaves no trace of replaced properties', () => {
  const described = setMetadata(documents[0] ?? new Uint8Array(), { title: 'Secret old title' }, { date });
  const properties = { metadata: { title: 'New' }, date };
  for (const pdf of [mergeFiles([described], { properties }), compactPdf(described, properties)]) {
    const text = Buffer.from(pdf).toString('latin1');
    expect(text).toContain('New');
    expect(text).not.toContain('Secret old title');
  }
});

it('stores a file once that several documents attach, under as many names', async () => {
  const data = Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * i * 31) % 251));
  const one = attached(fixture('plain'), [{ name: 'data.bin', data }]);
  const twice = mergeFiles([one, one, one]);
  expect(twice.length).toBeLessThan(1.3 * one.length);
  expect(Object.keys((await viewed(twice)).attachments)).toHaveLength(3);
});

it('makes URLs absolute that are relative to the base of their document', async () => {
  const link = (uri: string) =>
    `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Border[0 0 0]/A<</S/URI/URI(${uri})>>>>`;
  const based = buildPdf({
    ...minimalObjects,
    1: '<</Type/Catalog/Pages 2 0 R/URI<</Base(https://example.com/d/)>>>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Annots[${link('a.html')}${link('https://example.org/')}]>>`,
  });
  const whole = ['https://example.com/d/a.html', 'https://example.org/'];
  expect((await viewed(mergeFiles([based, fixture('plain'), based]))).links).toEqual([whole, [], whole]);
});

it('unites the subsets of each face', () => {
  const { fonts } = inspectPdf(merged);
  const programs = Buffer.from(merged).toString('latin1');
  expect(fonts.length).toBeGreaterThan(1);
  expect(programs.match(/\/Length1 /g)).toHaveLength(fonts.length);
  expect(merged.length).toBeLessThan(documents.reduce((sum, { length }) => sum + length, 0) / 2);
});

it('produces the same bytes for the same documents, printed at any time, if made reproducible', () => {
  const once = (name: 'tables-first-run' | 'tables-later-run') => {
    const all = mergeFiles([fixture(name), fixture('plain'), fixture(name)]);
    return makeReproducible(setMetadata(all, { title: 'T' }, { date }), { date });
  };
  expect(Buffer.compare(once('tables-first-run'), once('tables-later-run'))).toBe(0);
});

it('can be merged again', async () => {
  const twice = await viewed(mergeFiles([merged, merged]));
  expect(twice.text).toEqual([...whole.text, ...whole.text]);
  expect(twice.links.slice(0, 8)).toEqual(whole.links);
  expect(twice.links[8]).toEqual([9, 10, 'https://example.com/apple']);
});

it('keeps the text and the links of a single document', async () => {
  const [document = new Uint8Array()] = documents;
  const alone = await viewed(mergeFiles([document]));
  expect(alone.text).toEqual(single[0]?.text);
  expect(alone.links).toEqual(single[0]?.links);
});

describe.each([{ compact: true }, { compact: false }])('$compact', (options) => {
  it.runIf(hasPoppler)('keeps the pixels', () => {
    expect(
      Buffer.compare(
        pixels(mergeFiles(documents, options)),
        Buffer.concat(documents.map((pdf) => pixels(pdf))),
      ),
    ).toBe(0);
  });

  it.runIf(hasQpdf)('passes the qpdf check', () => {
    run('qpdf', ['--check', '{}'], mergeFiles(documents, options));
  });

  it('reads the same', async () => {
    const { info: _, ...seen } = await viewed(mergeFiles(documents, options));
    const { info: __, ...expected } = whole;
    expect(seen).toEqual(expected);
  });
});
