/** The PDF engines of Gotenberg's routes, over HTTP: what a client sends, and the files that it gets. */
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { extractAttachments } from '../../../src/index.ts';
import { createFileProtection, protectPdf, readBookmarks } from '../../../src/pdf/index.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { minimumInvoice } from '../../support/e-invoice/minimum-invoice.ts';
import { makeForm } from '../../support/forms/make-form.ts';
import { buildPdf } from '../../support/pdf/build-pdf.ts';
import { fixture } from '../../support/pdf/fixture.ts';
import { hasQpdf, run } from '../../support/pdf/installed.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { readZip } from '../../support/read-zip.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0', gotenberg: '1' } });
const member = await server.team();

type Part = string | readonly [name: string, bytes: Uint8Array];

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly disposition: string;
  readonly bytes: Buffer;
  readonly text: string;
}

/** A part with a name is a file. */
async function post(
  route: string,
  parts: readonly (readonly [field: string, value: Part])[],
): Promise<Reply> {
  const body = new FormData();
  for (const [field, value] of parts) {
    if (typeof value === 'string') body.append(field, value);
    else body.append(field, new Blob([new Uint8Array(value[1])]), value[0]);
  }
  const response = await fetch(`${server.url}/forms/pdfengines/${route}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}` },
    body,
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  const disposition = response.headers.get('content-disposition') ?? '';
  return { status: response.status, type, disposition, bytes, text: bytes.toString() };
}

async function pdfOf(reply: Promise<Reply>): Promise<Buffer> {
  const { status, type, bytes, text } = await reply;
  expect([status, type, status === 200 ? '' : text]).toEqual([200, 'application/pdf', '']);
  return bytes;
}

const report = fixture('report');
const plain = fixture('plain');
const file = (name: string, bytes: Uint8Array) => ['files', [name, bytes]] as const;
const { text: pagesOfReport } = await viewed(report);
const { text: pagesOfPlain } = await viewed(plain);

describe('merge', () => {
  it('gives each file a name of its own, since clients save it under that', async () => {
    const files = [file('1.pdf', plain), file('2.pdf', report)];
    const names = await Promise.all(
      [1, 2].map(async () => /filename="?([^";]+)/.exec((await post('merge', files)).disposition)?.[1]),
    );
    expect(names[0]).toMatch(/^[\da-f-]{36}\.pdf$/);
    expect(names[1]).not.toBe(names[0]);
  });

  it('follows the numbers of the names', async () => {
    const pdf = await pdfOf(post('merge', [file('10.pdf', plain), file('2.pdf', report)]));
    expect((await viewed(pdf)).text).toEqual([...pagesOfReport, ...pagesOfPlain]);
    expect(readBookmarks(new PdfReader(pdf))).toEqual([]);
  });

  it('keeps outlines, or names the files, if that is asked for', async () => {
    const files = [file('a.pdf', plain), file('b.pdf', report)];
    const own = readBookmarks(new PdfReader(report));
    const indexed = await pdfOf(post('merge', [...files, ['autoIndexBookmarks', 'true']]));
    expect(readBookmarks(new PdfReader(indexed))[0]?.title).toBe(own[0]?.title);
    const titled = await pdfOf(post('merge', [...files, ['titleBookmarks', 'true']]));
    expect(readBookmarks(new PdfReader(titled))).toMatchObject([
      { page: 1 },
      { page: pagesOfPlain.length + 1, children: expect.anything() },
    ]);
  });

  it('does all steps on the merged file', async () => {
    const pdf = await pdfOf(
      post('merge', [
        file('a.pdf', report),
        file('b.pdf', plain),
        ['rotateAngle', '90'],
        ['metadata', '{"Title":"Both","Copyright":"© Example"}'],
        ['bookmarks', '{"b.pdf":[{"title":"Second","page":1}]}'],
        ['embeds', ['data.xml', Buffer.from('<a/>')]],
        ['watermarkSource', 'text'],
        ['watermarkExpression', 'DRAFT'],
      ]),
    );
    const { geometry, text } = await viewed(pdf);
    expect(geometry.map((page) => page[4])).toEqual(geometry.map(() => 90));
    expect(text.every((page) => page.includes('DRAFT'))).toBe(true);
    expect(readBookmarks(new PdfReader(pdf))).toEqual([{ title: 'Second', page: pagesOfReport.length + 1 }]);
    expect((await extractAttachments(pdf)).map(({ name }) => name)).toEqual(['data.xml']);
    if (hasQpdf) run('qpdf', ['--check', '{}'], pdf);
  });
});

it('tells a stamp from a file with its name', async () => {
  const pdf = await pdfOf(
    post('stamp', [file('a.pdf', report), ['stampSource', 'pdf'], ['stamp', ['a.pdf', plain]]]),
  );
  expect((await viewed(pdf)).text[0]).toContain(pagesOfPlain[0] ?? '?');
});

describe('split', () => {
  it('makes a PDF for every so many pages of each file', async () => {
    const reply = await post('split', [
      file('r.pdf', report),
      ['splitMode', 'intervals'],
      ['splitSpan', '2'],
    ]);
    expect([reply.status, reply.type]).toEqual([200, 'application/zip']);
    const files = await readZip(reply.bytes);
    expect([...files.keys()]).toEqual(['r_0.pdf', 'r_1.pdf']);
    expect((await viewed(files.get('r_1.pdf') ?? reply.bytes)).text).toEqual(pagesOfReport.slice(2));
  });

  it('takes pages out, each alone or united', async () => {
    const fields = [file('r.pdf', report), ['splitMode', 'pages'], ['splitSpan', '2 - 3']] as const;
    expect([...(await readZip((await post('split', fields)).bytes)).keys()]).toEqual(['r_0.pdf', 'r_1.pdf']);
    const united = await pdfOf(post('split', [...fields, ['splitUnify', 'true']]));
    expect((await viewed(united)).text).toEqual(pagesOfReport.slice(1, 3));
  });
});

it('flattens forms', async () => {
  const pdf = await pdfOf(post('flatten', [file('form.pdf', await makeForm())]));
  expect(Buffer.from(pdf).includes('/Widget')).toBe(false);
  expect((await readPdf(pdf)).pages[0]).toContain('as it is');
});

describe('convert', () => {
  it('makes archives, and says why it cannot', async () => {
    const pdf = await pdfOf(post('convert', [file('a.pdf', report), ['pdfa', 'PDF/A-3b']]));
    expect(pdf.toString('latin1')).toContain('<pdfaid:part>3</pdfaid:part>');
    const font = buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>',
      3: '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>',
      4: '<</Length 30>>stream\nBT /F 12 Tf 9 9 Td (a) Tj ET   \nendstream',
    });
    const refused = await post('convert', [file('f.pdf', font), ['pdfa', 'PDF/A-2b']]);
    expect([refused.status, refused.type]).toEqual([400, 'text/plain; charset=UTF-8']);
    expect(refused.text).toContain('font');
    const first = await post('convert', [file('a.pdf', report), ['pdfa', 'PDF/A-1b']]);
    expect([first.status, first.text]).toEqual([400, expect.stringContaining('Ask for PDF/A-2b')]);
  });

  it('makes an invoice of a document and its data', async () => {
    const xml = Buffer.from(minimumInvoice());
    const pdf = await pdfOf(
      post('factur-x', [
        file('a.pdf', report),
        ['facturxConformanceLevel', 'MINIMUM'],
        ['facturxXml', ['any.xml', xml]],
      ]),
    );
    const [attached] = await extractAttachments(pdf);
    expect(attached?.name).toBe('factur-x.xml');
    expect(pdf.toString('latin1')).toContain('<fx:ConformanceLevel>MINIMUM');
  });
});

describe('metadata', () => {
  it('is read as it was written', async () => {
    const metadata = {
      Title: 'Prüfung',
      Keywords: ['one', 'two'],
      CreateDate: '2020-02-03T04:05:06+01:00',
      'XMP-xmpRights:Marked': true,
      Department: 'Sales',
    };
    const pdf = await pdfOf(
      post('metadata/write', [file('a.pdf', report), ['metadata', JSON.stringify(metadata)]]),
    );
    const read = await post('metadata/read', [file('a.pdf', pdf)]);
    expect(read.type).toBe('application/json');
    expect(JSON.parse(read.text)['a.pdf']).toMatchObject({
      Title: 'Prüfung',
      Keywords: ['one', 'two'],
      CreateDate: '2020:02:03 04:05:06+01:00',
      Marked: true,
      Department: 'Sales',
      FileType: 'PDF',
      PageCount: pagesOfReport.length,
    });
    expect(read.text).toContain('"Title":"Prüfung",');
  });

  it.each([
    ['{"Title":{"a":1}}'],
    ['{"Bad name":"x"}'],
    ['{"CreateDate":"yesterday"}'],
    ['{"Title":"a\\nb"}'],
  ])('%s is refused', async (metadata) => {
    const { status, text } = await post('metadata/write', [file('a.pdf', report), ['metadata', metadata]]);
    expect([status, text]).toEqual([
      400,
      expect.stringContaining('The requested metadata could not be written'),
    ]);
  });
});

it('encrypts, with restrictions that qpdf reads', async () => {
  const pdf = await pdfOf(
    post('encrypt', [
      file('a.pdf', report),
      ['userPassword', 'usér'],
      ['ownerPassword', 'usér'],
      ['allowCopying', 'false'],
    ]),
  );
  expect((await viewed(pdf, 'usér')).text).toEqual(pagesOfReport);
  if (hasQpdf) {
    const shown = run('qpdf', ['--password=usér', '--show-encryption', '{}'], pdf);
    expect(shown).toMatch(/extract for any purpose: not allowed/);
    expect(shown).toMatch(/print high resolution: allowed/);
  }
});

it('embeds files with their types', async () => {
  const pdf = await pdfOf(
    post('embed', [
      file('a.pdf', report),
      ['embeds', ['a.csv', Buffer.from('1;2')]],
      ['embedsMetadata', '{"a.csv":{"mimeType":"text/csv","relationship":"Source"}}'],
    ]),
  );
  const [attached] = await extractAttachments(pdf);
  expect(attached).toMatchObject({ name: 'a.csv', type: 'text/csv', relationship: 'Source' });
});

it('writes and reads bookmarks', async () => {
  const bookmarks = [{ title: 'Ende', page: 3, children: [{ title: 'Anfang', page: 1 }] }];
  const fields = [file('a.pdf', report), ['bookmarks', JSON.stringify(bookmarks)]] as const;
  const pdf = await pdfOf(post('bookmarks/write', fields));
  const read = await post('bookmarks/read', [file('b.pdf', pdf)]);
  expect(JSON.parse(read.text)).toEqual({ 'b.pdf': bookmarks });
  const beyond = await post('bookmarks/write', [
    file('a.pdf', report),
    ['bookmarks', '[{"title":"X","page":9}]'],
  ]);
  expect([beyond.status, beyond.text]).toEqual([400, expect.stringContaining('leads to page 9')]);
});

it('rotates pages', async () => {
  const pdf = await pdfOf(
    post('rotate', [file('a.pdf', report), ['rotateAngle', '90'], ['rotatePages', '1,3']]),
  );
  expect((await viewed(pdf)).geometry.map((page) => page[4])).toEqual([90, 0, 90]);
});

describe('stamp and watermark', () => {
  it('draw texts and pictures, and leave Twig and HTML as they are written', async () => {
    const pdf = await pdfOf(
      post('stamp', [
        file('a.pdf', report),
        ['stampSource', 'text'],
        ['stampExpression', '{{ 7*7 }} <b> %p/%P'],
        ['stampPages', '2'],
        ['stampOptions', '{"rot":"0","pos":"tl","scale":"0.4 rel","fillc":"#FF0000"}'],
      ]),
    );
    const { text } = await viewed(pdf);
    expect(text[0]).toBe(pagesOfReport[0]);
    expect(text[1]).toContain('{{ 7*7 }} <b> 2/3');
  });

  it('lay a PDF under the pages', async () => {
    const pdf = await pdfOf(
      post('watermark', [file('a.pdf', report), ['watermarkSource', 'pdf'], ['watermark', ['w.pdf', plain]]]),
    );
    expect((await viewed(pdf)).text[0]).toContain(pagesOfPlain[0] ?? '?');
  });

  it.each([
    ['{"size":"1"}', "unknown option 'size'"],
    ['{"scale":"huge"}', 'invalid syntax'],
    ['[]', "form field 'stampOptions' is invalid"],
  ])('refuse the options %s', async (options, message) => {
    const { status, text } = await post('stamp', [
      file('a.pdf', report),
      ['stampSource', 'text'],
      ['stampExpression', 'x'],
      ['stampOptions', options],
    ]);
    expect([status, text]).toEqual([400, expect.stringContaining(message)]);
  });
});

it('makes pictures smaller', async () => {
  const samples = Buffer.from(
    Array.from({ length: 300 * 300 * 3 }, (_, i) => ((i * i) % 97) + ((i >> 5) % 60)),
  );
  const data = deflateSync(samples).toString('latin1');
  const pdf = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 300]>>',
    3: '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>',
    4: '<</Length 26>>stream\nq 300 0 0 300 0 0 cm /I Do Q\nendstream',
    5: `<</Type/XObject/Subtype/Image/Width 300/Height 300/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode/Length ${data.length}>>stream\n${data}\nendstream`,
  });
  const small = await pdfOf(post('optimize', [file('a.pdf', pdf), ['imageQuality', '30']]));
  expect(small.length).toBeLessThan(pdf.length / 2);
});

describe('a PDF that cannot be read', () => {
  const locked = protectPdf(report, createFileProtection({ userPassword: 'secret word' }));

  it.each([
    'merge',
    'flatten',
    'rotate',
    'convert',
    'encrypt',
    'embed',
    'optimize',
    'split',
    'stamp',
    'metadata/read',
    'metadata/write',
    'bookmarks/read',
    'bookmarks/write',
  ])('ends %s with a text that names it', async (route) => {
    const fields: readonly (readonly [string, Part])[] = [
      ['rotateAngle', '90'],
      ['pdfa', 'PDF/A-2b'],
      ...(route === 'encrypt' ? ([['userPassword', 'a']] as const) : []),
      ['embeds', ['a.xml', Buffer.from('<a/>')]],
      ['splitMode', 'intervals'],
      ['splitSpan', '1'],
      ['metadata', '{"Title":"a"}'],
      ['bookmarks', '[{"title":"a","page":1}]'],
      ['stampSource', 'text'],
      ['stampExpression', 'a'],
    ];
    const wanted =
      route === 'merge' || route === 'split' ? fields.filter(([name]) => name !== 'embeds') : fields;
    for (const broken of [Buffer.from('%PDF-1.7\nno file'), locked]) {
      const { status, type, text } = await post(route, [file('broken.pdf', broken), ...wanted]);
      expect([status, type, text]).toEqual([
        400,
        'text/plain; charset=UTF-8',
        expect.stringContaining('broken.pdf'),
      ]);
      expect(text).not.toContain('secret word');
    }
  });
});

it('charges one PDF for files, and nothing for what is read or refused', async () => {
  const before = await member.used();
  await post('bookmarks/read', [file('a.pdf', report)]);
  await post('rotate', [file('a.pdf', report), ['rotateAngle', '45']]);
  expect(await member.used()).toBe(before);
  await post('rotate', [file('a.pdf', report), file('b.pdf', plain), ['rotateAngle', '90']]);
  expect(await member.used()).toBe(before + 1);
});
