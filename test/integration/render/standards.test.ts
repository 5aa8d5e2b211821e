/** Documents that are to conform: what their files have, what prevents it, and what merges keep. */
import { describe, expect, it } from 'vitest';
import { checkConformance } from '../../../src/conformance/index.ts';
import { getPages } from '../../../src/pdf/document/page-tree.ts';
import { compactPdf, startMerge } from '../../../src/pdf/index.ts';
import { inspectPdf } from '../../../src/pdf/inspect-pdf.ts';
import { isDict, type PdfDict, type PdfStream } from '../../../src/pdf/object.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { decodeTextString } from '../../../src/pdf/text-string.ts';
import { labelMerged } from '../../../src/render/merged-standards.ts';
import { render } from '../../../src/render/render.ts';
import type { RenderRequest } from '../../../src/render/render-request.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { memoryTree } from '../../../src/template/load/memory-tree.ts';
import { readTemplate } from '../../../src/template/load/read-template.ts';
import { doubtfulInvoice } from '../../support/e-invoice/doubtful-invoice.ts';
import { minimumInvoice } from '../../support/e-invoice/minimum-invoice.ts';
import { buildPdf, minimalObjects, streamObject } from '../../support/pdf/build-pdf.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';
import { readTagged } from '../../support/pdf/tagged.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { realBrowser } from '../../support/real-browser.ts';

const browser = realBrowser();
const date = new Date('2026-01-31T12:34:56Z');

const page =
  '<!doctype html><html lang="en"><title>Offer</title><h1>Hello</h1><p style="opacity: 0.5"><a href="https://example.com">Link</a></p>';

const print = async (...args: Parameters<typeof printed>): Promise<Uint8Array> =>
  (await printed(...args)).pdf;

async function printed(
  files: Readonly<Record<string, string | Uint8Array>>,
  request: Partial<RenderRequest> = {},
) {
  const tree = memoryTree(new Map(Object.entries(files).map(([path, each]) => [path, Buffer.from(each)])));
  const deadline = new Deadline();
  try {
    const { template } = await readTemplate(tree);
    return await render({ template, data: {}, ...request }, { browser, deadline });
  } finally {
    deadline.close();
  }
}

const html = (request: Partial<RenderRequest>) => print({ 'template.html': page }, request);

/** Black of four colours, which an output intent of three does not define. */
const inCmyk = buildPdf({
  ...minimalObjects,
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595.28 841.89]/Contents 4 0 R>>',
  4: streamObject('', '0 0 0 1 k 0 0 50 50 re f'),
});

describe('a document with a label', () => {
  it('has an output intent with a profile of three colours, an /ID, and the label in its XMP', async () => {
    const pdf = await html({ standards: { pdfa: '3b' } });
    const file = new PdfReader(pdf);
    const [intent = null] = file.array(file.catalog, 'OutputIntents') ?? [];
    const dict = file.resolve(intent) as PdfDict;
    expect(file.name(dict, 'S')).toBe('GTS_PDFA1');
    const profile = file.get(dict, 'DestOutputProfile') as PdfStream;
    expect(profile.dict.get('N')).toBe(3);
    expect(Buffer.from(file.decode(profile)).toString('latin1', 12, 24)).toBe('mntrRGB XYZ ');
    expect(file.array(file.trailer, 'ID')).toHaveLength(2);
    expect((await readPdf(pdf)).xmp).toContain('<pdfaid:conformance>B</pdfaid:conformance>');
    expect(checkConformance(pdf).claimed).toEqual(['pdfa-3b']);
  });

  it.each(['2b', '2u', '3b', '3u'] as const)('conforms to PDF/A-%s, compacted or not', async (pdfa) => {
    for (const compact of [true, false]) {
      const pdf = await html({ standards: { pdfa }, compact });
      expect(checkConformance(pdf)).toMatchObject({ claimed: [`pdfa-${pdfa}`], findings: [] });
    }
  });

  it.each([
    [{ pdfa: '4' }, ['pdfa-4']],
    [{ pdfa: '4e', pdfua: 2 }, ['pdfa-4e', 'pdfua-2']],
    [{ pdfua: 2 }, ['pdfua-2']],
  ] as const)(
    'is PDF 2.0 without an Info dictionary for %j, compacted or not',
    async (standards, claimed) => {
      for (const compact of [true, false]) {
        const pdf = await html({ standards, compact });
        expect(Buffer.from(pdf).toString('latin1', 0, 8)).toBe('%PDF-2.0');
        expect(new PdfReader(pdf).trailer.has('Info')).toBe(false);
        expect(inspectPdf(pdf).metadata).toMatchObject({ title: 'Offer', creator: 'pdfapi' });
        expect(checkConformance(pdf)).toMatchObject({ claimed, findings: [] });
      }
    },
  );

  it('is PDF/A-4f with files of any kind, which PDF/UA-2 wants described', async () => {
    const attachments = [{ name: 'table.csv', data: Buffer.from('1,2'), type: 'text/csv', modified: date }];
    const pdf = await html({ standards: { pdfa: '4f', pdfua: 2 }, attachments });
    expect(checkConformance(pdf)).toMatchObject({ claimed: ['pdfa-4f', 'pdfua-2'], findings: [] });
  });

  it('keeps its title when its label is taken away', async () => {
    const labelledPdf = await html({ standards: { pdfa: '4' } });
    const merged = startMerge();
    for (const [index, pdf] of [labelledPdf, await html({})].entries()) merged.add(pdf, { name: `${index}` });
    const pdf = merged.finish();
    expect((await readPdf(pdf)).xmp).not.toContain('pdfaid');
    expect(inspectPdf(pdf).metadata.title).toBe('Offer');
  });

  it('is the same file for the same input and date', async () => {
    const request = {
      standards: { pdfa: '3b' },
      eInvoice: minimumInvoice(),
      reproducible: { date },
    } as const;
    const [one, two] = [await html(request), await html(request)];
    expect(Buffer.compare(one, two)).toBe(0);
    expect(checkConformance(one).findings).toEqual([]);
  });

  it('takes the label of template.json, which the caller overrides', async () => {
    const files = { 'template.html': page, 'template.json': '{ "pdfa": "2b" }' };
    expect(checkConformance(await print(files)).claimed).toEqual(['pdfa-2b']);
    const other = await print(files, { standards: { pdfa: '3u' } });
    expect(checkConformance(other).claimed).toEqual(['pdfa-3u']);
  });

  it('has none without being asked', async () => {
    expect((await readPdf(await html({}))).xmp).not.toContain('pdfaid');
  });
});

describe('an e-invoice', () => {
  const filespec = (pdf: Uint8Array) => {
    const file = new PdfReader(pdf);
    const list = (file.array(file.catalog, 'AF') ?? []).map((item) => file.resolve(item)).filter(isDict);
    return list.map((dict) => {
      const stream = file.get(file.dict(dict, 'EF') ?? new Map(), 'F') as PdfStream;
      return {
        name: file.string(dict, 'UF')?.bytes,
        relationship: file.name(dict, 'AFRelationship'),
        type: file.name(stream.dict, 'Subtype'),
        modified: file.string(file.dict(stream.dict, 'Params') ?? new Map(), 'ModDate')?.bytes,
      };
    });
  };

  it('is an associated file of a PDF/A-3b, named in the XMP with its profile', async () => {
    const xml = minimumInvoice({ buyer: 'Käufer &amp; Co' });
    const pdf = await html({ eInvoice: xml, reproducible: { date } });
    expect(filespec(pdf)).toEqual([
      { name: 'factur-x.xml', relationship: 'Data', type: 'text/xml', modified: "D:20260131123456+00'00'" },
    ]);
    expect((await viewed(pdf)).attachments).toEqual({ 'factur-x.xml': xml });
    const { xmp } = await readPdf(pdf);
    expect(xmp).toContain('<fx:ConformanceLevel>MINIMUM</fx:ConformanceLevel>');
    expect(checkConformance(pdf)).toMatchObject({ claimed: ['pdfa-3b'], findings: [] });
  });

  it('is filled from invoice.xml of the template with the data of the page, escaped', async () => {
    const files = {
      'template.html': `${page}<p>{{ number }}`,
      'invoice.xml': minimumInvoice({ number: '{{ number }}', buyer: '{{ buyer }}' }),
    };
    const pdf = await print(files, { data: { number: 'R-7', buyer: 'Müller & "Söhne" <KG>' } });
    const { attachments, text } = await viewed(pdf);
    expect(text[0]).toContain('R-7');
    expect(attachments['factur-x.xml']).toContain('<ram:ID>R-7</ram:ID>');
    expect(attachments['factur-x.xml']).toContain('Müller &amp; &quot;Söhne&quot; &lt;KG&gt;');
    const own = minimumInvoice({ number: 'R-8' });
    const overridden = await print(files, { data: { number: 'R-7', buyer: 'B' }, eInvoice: own });
    expect((await viewed(overridden)).attachments['factur-x.xml']).toBe(own);
  });

  it('stays beside other attachments', async () => {
    const attachments = [{ name: 'table.csv', data: Buffer.from('1,2'), type: 'text/csv', modified: date }];
    const pdf = await html({ eInvoice: minimumInvoice(), attachments });
    expect(filespec(pdf).map(({ name }) => name)).toEqual(['factur-x.xml', 'table.csv']);
    expect(checkConformance(pdf).findings).toEqual([]);
  });

  it('that breaks a rule fails with the rule, its path and its line', async () => {
    await expect(html({ eInvoice: minimumInvoice({ number: '' }) })).rejects.toMatchObject({
      code: 'invalid_e_invoice',
      message: expect.stringContaining('BR-02'),
      errors: { 'config.e_invoice': [expect.stringContaining('line 2')] },
    });
    const files = { 'template.html': page, 'invoice.xml': minimumInvoice({ number: '{{ number }}' }) };
    await expect(print(files)).rejects.toMatchObject({
      code: 'invalid_e_invoice',
      errors: { 'invoice.xml': [expect.stringContaining('BR-02')] },
    });
    await expect(html({ eInvoice: 'no XML' })).rejects.toMatchObject({ code: 'invalid_e_invoice' });
  });

  it('warns of what its receiver may ask about, and refuses it in a strict render', async () => {
    const eInvoice = doubtfulInvoice();
    const { report } = await printed({ 'template.html': page }, { eInvoice });
    expect(report.problems).toContainEqual(expect.stringContaining('config.e_invoice: BR-DE-19'));
    await expect(print({ 'template.html': page }, { eInvoice, strict: true })).rejects.toMatchObject({
      code: 'strict',
      message: expect.stringContaining('config.e_invoice: BR-DE-19'),
    });
  });

  it('names the line of invoice.xml for an error in its Twig', async () => {
    const tree = memoryTree(
      new Map([
        ['template.html', Buffer.from(page)],
        ['invoice.xml', Buffer.from('<a>\n{{ 1 // 0 }}</a>')],
      ]),
    );
    const { sources } = await readTemplate(tree);
    const error = await print({ 'template.html': page, 'invoice.xml': '<a>\n{{ 1 // 0 }}</a>' }).catch(
      (thrown) => thrown,
    );
    expect(sources.failure(error).location).toMatchObject({ file: 'invoice.xml', line: 2 });
  });
});

describe('what stands in the way', () => {
  it.each([
    [{ standards: { pdfa: '2b' }, eInvoice: minimumInvoice() }, 'An e-invoice needs PDF/A-3'],
    [{ standards: { pdfa: '2b' }, attachments: [{ name: 'a', data: Buffer.from('a') }] }, 'attachments'],
    [
      { standards: { pdfa: '4' }, attachments: [{ name: 'a', data: Buffer.from('a') }] },
      'PDF/A-4f allows any',
    ],
    [{ standards: { pdfa: '4f' } }, 'PDF/A-4 is for those without'],
    [{ standards: { pdfa: '4f' }, eInvoice: minimumInvoice() }, 'An e-invoice needs PDF/A-3'],
  ] as const)('of contradicting options is an error before the render: %#', async (request, message) => {
    await expect(html(request)).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining(message),
      errors: { 'config.pdfa': [expect.any(String)] },
    });
  });

  it.each([
    [{ pdfa: '4', pdfua: true }, 'PDF/UA-2 goes with it'],
    [{ pdfa: '3a', pdfua: 2 }, 'PDF/A-4, 4f and 4e go with it'],
  ] as const)('of %j is that no file is PDF 2.0 and an earlier version', async (standards, message) => {
    await expect(html({ standards })).rejects.toMatchObject({
      code: 'invalid_option',
      errors: { 'config.pdfua': [expect.stringContaining(message)] },
    });
  });

  it.each([{ pdfa: '3a' }, { pdfua: true }, { pdfua: 2 }] as const)(
    'of %j is a document without tags',
    async (standards) => {
      const files = { 'template.html': page, 'template.json': '{ "tags": false }' };
      await expect(print(files, { standards })).rejects.toMatchObject({
        code: 'invalid_option',
        message: expect.stringContaining('needs accessibility tags'),
      });
    },
  );

  it('of form fields is a document without tags', async () => {
    const message = 'Form fields need accessibility tags, but this document is made without them.';
    const files = { 'template.html': page, 'template.json': '{ "tags": false, "forms": true }' };
    await expect(print(files)).rejects.toMatchObject({
      code: 'invalid_option',
      message,
      errors: { 'config.forms': [message] },
    });
  });

  it.each(['<hr>', '<div style="height: 9mm; background: red"></div>', '<iframe srcdoc="<p>Text"></iframe>'])(
    'of PDF/UA is a page with nothing to read out, and the error says only that: %s',
    async (body) => {
      const files = { 'template.html': `<!doctype html><html lang="en"><title>T</title>${body}` };
      for (const standards of [{ pdfua: true }, { pdfa: '3a', pdfua: true }] as const) {
        const error = await print(files, { standards }).catch((thrown) => thrown);
        expect(error.code).toBe('not_conforming');
        for (const text of error.errors.document) {
          expect(text).toMatch(/has no structure tree.*decoration or in an <iframe>: put text into the page/);
        }
      }
    },
  );

  it('in the finished file is an error with the page, the clause and a remedy', async () => {
    const files = { 'template.html': page, 'base.pdf': inCmyk };
    const error = await print(files, { standards: { pdfa: '3b' } }).catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: 'not_conforming',
      message: expect.stringMatching(/^The document does not conform to PDF\/A-3b: /),
    });
    expect(error.errors.document.join()).toMatch(/page 1.*ISO 19005-3, 6\.2\.4\.3/);
    await print(files);
  });
});

describe('an attachment of PDF/A-2', () => {
  it('is a file of PDF/A-1 or PDF/A-2', async () => {
    const data = await html({ standards: { pdfa: '2b' } });
    const attachments = [{ name: 'a.pdf', data, type: 'application/pdf' }];
    const pdf = await html({ standards: { pdfa: '2a', pdfua: true }, attachments });
    expect(checkConformance(pdf)).toMatchObject({ claimed: ['pdfa-2a', 'pdfua-1'], findings: [] });
    expect(Object.keys((await viewed(pdf)).attachments)).toEqual(['a.pdf']);
  });

  it.each(['3b', undefined] as const)('is no file of PDF/A-%s', async (pdfa) => {
    const attachments = [{ name: 'a.pdf', data: await html({ standards: { pdfa } }) }];
    const error = await html({ standards: { pdfa: '2b' }, attachments }).catch((thrown) => thrown);
    expect(error.code).toBe('not_conforming');
    expect(error.errors.document.join()).toMatch(
      /"a\.pdf" is no PDF\/A-1 or PDF\/A-2 file\. .*6\.8, test 5\) Ask for PDF\/A-3/,
    );
  });
});

it('a character that no font has is named by the error', async () => {
  const files = { 'template.html': '<html lang="en"><p>{{ text }}' };
  const request = { data: { text: 'a \u{10fffd}' }, standards: { pdfa: '2b' } } as const;
  const error = await print(files, request).catch((thrown) => thrown);
  expect(error.code).toBe('not_conforming');
  expect(error.errors.document.join()).toMatch(
    /6\.2\.11\.8, test 1.*\) Use a font that has these characters, or leave them out: U\+10FFFD\./,
  );
  expect(error.facts.findings[0].remedy).toContain('U+10FFFD');
});

describe('a base PDF', () => {
  it('has elements and texts for its links', async () => {
    const base = await print({
      'template.html': `<p><a href="https://example.com/terms">Terms</a> <a href="#x">Down</a></p>
        <p style="break-before: page"><a href="mailto:a@example.com">Mail</a></p><h1 id="x">x</h1>`,
      'template.json': '{ "tags": false }',
    });
    const files = {
      'template.html': `${page}<p style="break-before: page">Two</p><p style="break-before: page">Three</p>`,
      'base.pdf': base,
    };
    const pdf = await print(files, { standards: { pdfa: '3a', pdfua: true } });
    expect(checkConformance(pdf)).toMatchObject({ claimed: ['pdfa-3a', 'pdfua-1'], findings: [] });
    const file = new PdfReader(pdf);
    const texts = [...getPages(file)].map(({ dict }) =>
      (file.array(dict, 'Annots') ?? []).map((item) => {
        const text = file.string(file.resolve(item) as PdfDict, 'Contents');
        return text && decodeTextString(text);
      }),
    );
    const mail = 'mailto:a@example.com';
    expect(texts).toEqual([['Link', 'https://example.com/terms', 'Link'], [mail], [mail]]);
    const { lines } = await readTagged(pdf);
    // The first one is the document's own.
    expect(lines.filter((line) => line.trim() === 'Link').map((line) => line.indexOf('L'))).toEqual([
      4, 2, 2, 2, 2,
    ]);
  });

  it('adds no tags to a document that has none', async () => {
    const base = await print({ 'template.html': '<a href="https://example.com/terms">Terms</a>' });
    const files = { 'template.html': page, 'template.json': '{ "tags": false }', 'base.pdf': base };
    const pdf = await print(files);
    expect((await readTagged(pdf)).lines).toEqual([]);
    expect(Buffer.from(pdf).includes('StructParent')).toBe(false);
  });
});

describe('a merge', () => {
  type MergeOptions = Partial<Parameters<typeof labelMerged>[1]>;
  const labelled = async (parts: readonly Uint8Array[], options: MergeOptions) => {
    const deadline = new Deadline();
    const merged = startMerge();
    for (const [index, pdf] of parts.entries()) merged.add(pdf, { name: `part ${index + 1}` });
    const all = { parts: merged.parts, date, deadline, ...options };
    return await labelMerged(merged.finish(), all).finally(() => deadline.close());
  };
  const merge = async (parts: readonly Uint8Array[], options: MergeOptions) =>
    (await labelled(parts, options)).pdf;

  it('gets the label that is asked for, also of parts without one', async () => {
    const parts = [await html({}), await html({ standards: { pdfa: '2b' } })];
    const pdf = await merge(parts, { asked: { pdfa: '3b' } });
    expect(checkConformance(pdf)).toMatchObject({ claimed: ['pdfa-3b'], findings: [] });
    expect((await viewed(pdf)).text).toHaveLength(2);
  });

  it('keeps the weakest label of its parts, and none if one has none', async () => {
    const [b, u, none] = [
      await html({ standards: { pdfa: '3b' } }),
      await html({ standards: { pdfa: '2u' } }),
      await html({}),
    ];
    expect(checkConformance(await merge([u, b], {})).claimed).toEqual(['pdfa-3b']);
    expect(checkConformance(await merge([b, none], {})).claimed).toEqual([]);
    expect(checkConformance(compactPdf(await merge([b, u], {}))).claimed).toEqual(['pdfa-3b']);
  });

  it('fails with the part and its page if it cannot have the label', async () => {
    const parts = [await html({}), inCmyk];
    const error = await merge(parts, { asked: { pdfa: '3b' } }).catch((thrown) => thrown);
    expect(error.code).toBe('not_conforming');
    expect(error.errors.document.join()).toContain('page 1 of part 2');
  });

  it('is PDF/UA if only elements of a part have languages', async () => {
    const parts = [
      await html({}),
      await print({
        'template.html': '<title>T</title><h1 lang="de">Eins</h1><p lang="fr">Deux <b>trois</b>',
      }),
    ];
    const pdf = await merge(parts, { asked: { pdfua: true } });
    expect(checkConformance(pdf)).toMatchObject({ claimed: ['pdfua-1'], findings: [] });
  });

  it('is not PDF/UA if the language of a part is not known', async () => {
    const parts = [await html({}), await print({ 'template.html': '<title>T</title><h1>1234</h1>' })];
    const error = await merge(parts, { asked: { pdfua: true } }).catch((thrown) => thrown);
    expect(error.code).toBe('not_conforming');
    expect(error.errors.document.join()).toMatch(/language .* not known. \(page 1 of part 2; .*<html lang/);
    const archive = await merge(parts, { asked: { pdfa: '3a' } });
    expect(checkConformance(archive)).toMatchObject({ claimed: ['pdfa-3a'], findings: [] });
  });

  it('warns of what the receiver of its e-invoice may ask about, and of a mark that is lost', async () => {
    const eInvoice = doubtfulInvoice();
    const invoice = await html({ eInvoice });
    const { warnings } = await labelled([await html({})], { eInvoice });
    expect(warnings).toEqual([expect.stringMatching(/^config\.e_invoice: BR-DE-19.*\.$/)]);
    const lost = await labelled([invoice, await html({})], {});
    expect(lost.warnings).toEqual([expect.stringMatching(/^part 1 is an e-invoice, but .* other documents/)]);
    expect((await labelled([invoice], {})).warnings).toEqual([]);
  });

  it('takes an e-invoice for the whole file', async () => {
    const pdf = await merge([await html({}), await html({})], {
      eInvoice: minimumInvoice(),
      isReproducible: true,
    });
    expect(Object.keys((await viewed(pdf)).attachments)).toEqual(['factur-x.xml']);
    expect(checkConformance(pdf)).toMatchObject({ claimed: ['pdfa-3b'], findings: [] });
  });
});
