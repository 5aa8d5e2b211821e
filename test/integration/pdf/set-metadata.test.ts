import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../../../src/index.ts';
import { choosePages, compactPdf, makeReproducible, setMetadata } from '../../../src/pdf/index.ts';
import { inspectPdf } from '../../../src/pdf/inspect-pdf.ts';
import { PdfStream } from '../../../src/pdf/object.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { buildPdf, minimalObjects } from '../../support/pdf/build-pdf.ts';
import { fixture, fixtures } from '../../support/pdf/fixture.ts';
import { hasPoppler, hasQpdf, run } from '../../support/pdf/installed.ts';
import { seenByPdfjs } from '../../support/pdf/with-pdfjs.ts';

const date = new Date('2026-01-31T12:34:56.789Z');
const all = {
  title: 'Rechnung № 7 <&> "ü"',
  author: 'Ada 🎉 ليلى',
  subject: '報告書\nzweite Zeile',
  keywords: 'one, zwei; 三、four',
  creator: 'Billing (2)',
};

describe.each(fixtures)('%s', (name) => {
  const before = fixture(name);
  const after = setMetadata(before, all, { date });

  it('keeps its bytes and appends an update', () => {
    expect(Buffer.compare(after.subarray(0, before.length), before)).toBe(0);
    expect(after.length - before.length).toBeLessThan(4000);
  });

  it('has equal properties in Info and XMP', async () => {
    const { info, xmp } = await seenByPdfjs(after);
    const { Producer: producer } = (await seenByPdfjs(before)).info;
    expect(info).toMatchObject({
      Title: all.title,
      Author: all.author,
      Subject: all.subject,
      Keywords: all.keywords,
      Creator: all.creator,
      Producer: producer,
      CreationDate: "D:20260131123456+00'00'",
      ModDate: "D:20260131123456+00'00'",
    });
    expect(Object.fromEntries(xmp ?? [])).toMatchObject({
      'dc:title': all.title,
      'dc:creator': [all.author],
      'dc:description': all.subject,
      'dc:subject': ['one', 'zwei', '三', 'four'],
      'pdf:keywords': all.keywords,
      'pdf:producer': producer,
      'xmp:creatortool': all.creator,
      'xmp:createdate': '2026-01-31T12:34:56+00:00',
      'xmp:modifydate': '2026-01-31T12:34:56+00:00',
    });
  });

  it('keeps text, links, outline and tags', async () => {
    const { info: _1, xmp: _2, ...seenBefore } = await seenByPdfjs(before);
    const { info: _3, xmp: _4, ...seenAfter } = await seenByPdfjs(after);
    expect(seenAfter).toEqual(seenBefore);
  });

  it('accepts properties again', () => {
    const again = setMetadata(after, { title: 'Two' }, { date });
    expect(inspectPdf(again).metadata).toMatchObject({ ...all, title: 'Two' });
  });

  it.runIf(hasQpdf)('passes the qpdf check', () => {
    // For a linearised file, qpdf reports after any update that the linearisation is no longer in effect.
    if (!name.includes('linearized')) run('qpdf', ['--check', '{}'], after);
    else run('qpdf', ['{}', '/dev/null'], after);
  });

  it.runIf(hasPoppler)('passes the poppler check', () => {
    expect(run('pdfinfo', ['{}'], after)).toContain(`Author:          ${all.author}\n`);
    expect(run('pdftotext', ['{}', '-'], after)).toBe(run('pdftotext', ['{}', '-'], before));
  });
});

const titled = (title: string) =>
  buildPdf(
    { ...minimalObjects, 4: `<</Title(${title})/Creator(Mozilla/5.0 \\(X11\\) Chrome/153)/Producer(Skia)>>` },
    {
      trailer: '/Root 1 0 R/Info 4 0 R',
    },
  );

describe('without a title from the caller', () => {
  it('keeps a real one', () => {
    expect(inspectPdf(setMetadata(fixture('report'), {}, { date })).metadata.title).toBe(
      'Ünïcode Report — 報告',
    );
    for (const title of ['About: us', 'Data: 2026', 'file 7', 'https explained']) {
      expect(inspectPdf(setMetadata(titled(title), {}, { date })).metadata.title).toBe(title);
    }
  });

  it.each([
    'about:blank',
    'document.pdfapi.invalid',
    'document.pdfapi.invalid/pages/a%20b.html',
    'http://localhost:3000/x',
    'https://example.com',
    'file:///tmp/a.html',
    'data:text/html,<p>a b',
  ])('does not count %s as one', (title) => {
    const { metadata } = inspectPdf(setMetadata(titled(title), {}, { date }));
    expect(metadata.title).toBeUndefined();
  });
});

it("replaces the browser's name as creator and keeps other creators and the producer", () => {
  expect(inspectPdf(setMetadata(fixture('plain'), {}, { date })).metadata.creator).toBe('pdfapi');
  const once = setMetadata(titled('T'), {}, { date });
  expect(inspectPdf(once).metadata).toMatchObject({ creator: 'pdfapi', producer: 'Skia' });
  const named = setMetadata(once, { creator: 'Chromatic' }, { date });
  expect(inspectPdf(setMetadata(named, {}, { date })).metadata.creator).toBe('Chromatic');
});

it('removes a property given as an empty text', async () => {
  const set = setMetadata(fixture('plain'), all, { date });
  const { info, xmp } = await seenByPdfjs(setMetadata(set, { title: '', keywords: ' \u0007' }, { date }));
  expect(info).not.toHaveProperty('Title');
  expect(info).not.toHaveProperty('Keywords');
  expect([...(xmp?.keys() ?? [])]).not.toContain('dc:title');
});

it('writes any text equally to Info and to well-formed XMP', async () => {
  const anyText = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(anyText, async (title) => {
      const { info, xmp } = await seenByPdfjs(
        setMetadata(fixture('plain'), { title: `x${title}y` }, { date }),
      );
      expect(xmp?.get('dc:title')).toBe(info.Title);
    }),
    { numRuns: 40 },
  );
});

it('removes control characters and lone surrogates', async () => {
  const { info } = await seenByPdfjs(
    setMetadata(fixture('plain'), { title: 'a\0\u001bb\ud800\ufffec\r\nd' }, { date }),
  );
  expect(info.Title).toBe('ab\ufffdc\nd');
});

describe('properties of a foreign file that XML cannot have', () => {
  const foreign = buildPdf(
    {
      ...minimalObjects,
      4: '<</Title(a\\001\\013b & <c>)/Author<FEFF0061FFFE0001D8000062>/Subject<EFBBBF6101EFBFBF62>/Keywords(x\\002, \\177y)/Creator(\\000c)/Producer(\\003p)>>',
    },
    { trailer: '/Root 1 0 R/Info 4 0 R' },
  );
  const properties = { metadata: {}, date };
  const written: [string, () => Uint8Array | Promise<Uint8Array>][] = [
    ['set again', () => setMetadata(foreign, {}, { date })],
    ['compacted', () => compactPdf(foreign, properties)],
    ['made reproducible', () => makeReproducible(foreign, { date, properties })],
    ['chosen pages', () => choosePages(foreign, [0], properties)],
    ['merged', async () => (await mergePdfs([foreign, foreign], { metadata: { creator: 'c' } })).pdf],
  ];

  it.for(written)(
    'are removed from the XMP that an independent parser reads: %s',
    async ([, write], context) => {
      const file = new PdfReader(await write());
      const xmp = file.get(file.catalog, 'Metadata');
      if (!(xmp instanceof PdfStream)) throw new Error('There is no XMP.');
      const { status, error, stdout, stderr } = spawnSync('python3', ['-c', readXmp], {
        input: file.decode(xmp),
        encoding: 'utf8',
      });
      if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
        return context.skip('python3 is not installed');
      expect([status, stderr]).toEqual([0, '']);
      expect(JSON.parse(stdout)).toMatchObject({
        title: 'ab & <c>',
        creator: 'a\ufffdb',
        description: 'ab',
        Keywords: 'x, y',
        CreatorTool: 'c',
        Producer: 'p',
      });
    },
  );
});

/** Prints the properties in the XMP on stdin, by the local names of their elements. */
const readXmp = `
import sys, json, xml.etree.ElementTree as tree
rdf = '{http://www.w3.org/1999/02/22-rdf-syntax-ns#}'
found = {}
for description in tree.fromstring(sys.stdin.buffer.read()).iter(rdf + 'Description'):
    for each in description:
        found[each.tag.split('}')[1]] = ''.join(each.itertext())
print(json.dumps(found))
`;

it('requests that viewers show the title and keeps language and tags', () => {
  const { catalog } = new PdfReader(setMetadata(fixture('report'), {}, { date }));
  const plain = new PdfReader(setMetadata(fixture('plain'), { title: 'T' }, { date }));
  expect(plain.get(plain.dict(plain.catalog, 'ViewerPreferences') ?? new Map(), 'DisplayDocTitle')).toBe(
    true,
  );
  expect([...catalog.keys()]).toEqual(
    expect.arrayContaining([
      'Lang',
      'MarkInfo',
      'StructTreeRoot',
      'Outlines',
      'Dests',
      'ViewerPreferences',
      'Metadata',
    ]),
  );
});

it('keeps the first identifier and changes the second', () => {
  const ids = (pdf: Uint8Array) => new PdfReader(pdf).trailer.get('ID') as { bytes: string }[];
  const once = setMetadata(fixture('plain'), { title: 'One' }, { date });
  const twice = setMetadata(once, { title: 'Two' }, { date });
  expect(ids(once)[0]?.bytes).toHaveLength(16);
  expect(ids(twice)[0]).toEqual(ids(once)[0]);
  expect(ids(twice)[1]).not.toEqual(ids(once)[1]);
});
