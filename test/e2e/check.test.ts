/** `pdfapi check` as its user runs it. */
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { sampleInvoice } from '../support/e-invoice/sample-invoice.ts';
import { attached } from '../support/pdf/attached.ts';
import { buildPdf, minimalObjects, streamObject } from '../support/pdf/build-pdf.ts';
import { metadataObject, taggedPdf, xmpPacket } from '../support/pdf/tagged-pdf.ts';
import { run } from '../support/run.ts';

/** Conforms to PDF/UA-1 and claims it, and claims PDF/A-3a without an output intent for its black. */
const tagged = taggedPdf();

const plain = buildPdf({
  ...minimalObjects,
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
  4: streamObject('', 'BT /F 12 Tf (A) Tj (B) Tj ET'),
  5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
});

async function check(files: Record<string, Uint8Array | string>, ...args: string[]) {
  const cwd = temporaryFolder(files);
  return await run(['check', ...args], { cwd });
}

it('a file that holds what is asked passes', async () => {
  const { stdout, stderr, exitCode } = await check({ 'a.pdf': tagged }, 'a.pdf', '--level', 'ua1');
  expect(stdout).toBe('a.pdf\tPDF/UA-1\theld\t\t\t\t\t\n');
  expect([stderr, exitCode]).toEqual(['', 0]);
});

it('each finding is a row with rule, page, object and count, and the exit code is 5', async () => {
  const { stdout, stderr, exitCode } = await check({ 'a.pdf': plain }, 'a.pdf', '--level', '2b');
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((row) => row.split('\t'));
  expect(rows.every((row) => row.length === 8)).toBe(true);
  expect(rows).toContainEqual([
    'a.pdf',
    'PDF/A-2b',
    'failed',
    '6.2.11.4.1-1',
    '1',
    '5',
    '1',
    'The font Helvetica is not embedded.',
  ]);
  expect(rows).toContainEqual([
    'a.pdf',
    'PDF/A-2b',
    'failed',
    '6.2.4.3-4',
    '1',
    '3',
    '2',
    'The file uses DeviceGray, but it has no output intent.',
  ]);
  expect(stderr).toContain('1 of 1 file did not pass.');
  expect(exitCode).toBe(5);
});

it('--json has the levels, the findings and what else there is to know of each file', async () => {
  const files = { 'tagged.pdf': tagged, 'plain.pdf': plain, 'text.pdf': 'no PDF' };
  const { stdout, exitCode } = await check(files, ...Object.keys(files), '--json');
  const [first, second, third] = JSON.parse(stdout).files;
  expect(first).toMatchObject({
    path: 'tagged.pdf',
    ok: false,
    pages: 1,
    version: '1.7',
    claimed: ['pdfa-3a', 'pdfua-1'],
  });
  expect(first.held).toEqual(['pdfua-1']);
  expect(first).toMatchObject({ encrypted: false, signatures: 0, fonts_not_embedded: [], e_invoice: null });
  // A file that claims nothing is asked for nothing but to be sound.
  expect(second).toMatchObject({ ok: true, claimed: [], checked: ['pdf'], held: ['pdf'], findings: [] });
  expect(second.fonts_not_embedded).toEqual(['Helvetica']);
  expect(third).toMatchObject({ path: 'text.pdf', ok: false, error: { code: 'invalid_pdf' } });
  expect(exitCode).toBe(5);
});

it('a claim of a standard that is not checked is named, and fails only what is asked for', async () => {
  const xmp = xmpPacket('<pdfaid:part>1</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>');
  const files = { 'a.pdf': taggedPdf({ 5: metadataObject(xmp) }) };
  const { stdout, stderr, exitCode } = await check(files, 'a.pdf');
  expect(stdout).toBe('a.pdf\tPDF/A-1b\tnot checked\t\t\t\t\t\n');
  expect([stderr, exitCode]).toEqual(['', 0]);
  expect(JSON.parse((await check(files, 'a.pdf', '--json')).stdout).files[0]).toMatchObject({
    ok: true,
    claimed: [],
    claimed_unsupported: ['pdfa-1b'],
    checked: [],
    held: [],
    findings: [],
  });
  const asked = await check(files, 'a.pdf', '--level', '2b');
  expect(asked.stdout).toMatch(/^a\.pdf\tPDF\/A-1b\tnot checked\t+\na\.pdf\tPDF\/A-2b\tfailed\t/);
  expect(asked.exitCode).toBe(5);
});

it('a file that cannot be read does not hide the others', async () => {
  const { stdout, stderr, exitCode } = await check(
    { 'a.pdf': tagged, 'b.pdf': 'x' },
    'no.pdf',
    'b.pdf',
    'a.pdf',
    '--level',
    'ua1',
  );
  expect(stdout).toBe(
    'no.pdf\t\tunreadable\t\t\t\t\t\nb.pdf\t\tunreadable\t\t\t\t\t\na.pdf\tPDF/UA-1\theld\t\t\t\t\t\n',
  );
  expect(stderr).toContain('b.pdf: This is not a PDF');
  expect(stderr).toContain('2 of 3 files did not pass.');
  expect(exitCode).toBe(5);
});

it('ends with 9 if the only fault is a file that is not there', async () => {
  const alone = await check({}, 'no.pdf');
  expect(alone.stderr).toContain('code: file_unreadable (exit 9)');
  expect(alone.exitCode).toBe(9);
  const beside = await check({ 'a.pdf': tagged }, 'no.pdf', 'a.pdf', '--level', 'ua1');
  expect(beside.stderr).toContain('error: 1 of 2 files could not be read.');
  expect(beside.exitCode).toBe(9);
});

it('reads a PDF from stdin', async () => {
  const input = tagged.toString('latin1');
  const cwd = temporaryFolder();
  const { stdout, exitCode } = await run(['check', '-', '--level', 'PDF/UA-1'], { cwd, input });
  expect(stdout).toBe('-\tPDF/UA-1\theld\t\t\t\t\t\n');
  expect(exitCode).toBe(0);
});

it.each([
  [['a.pdf', '--level', '1b'], 'It can be: 2a, 2b, 2u, 3a, 3b, 3u, 4, 4e, 4f, ua1, ua2, pdf.'],
  [['-', '-'], 'stdin can be read only once.'],
])('rejects %j', async (args, message) => {
  const { stdout, stderr, exitCode } = await check({ 'a.pdf': tagged }, ...args);
  expect(stderr).toContain(message);
  expect([stdout, exitCode]).toEqual(['', 2]);
});

it('an e-invoice in the file is named', async () => {
  const pdf = buildPdf({
    ...minimalObjects,
    1: '<</Type/Catalog/Pages 2 0 R/AF[4 0 R]/Names<</EmbeddedFiles<</Names[(a)4 0 R]>>>>>>',
    4: '<</Type/Filespec/F(factur-x.xml)/UF(factur-x.xml)/AFRelationship/Alternative/EF<</F 5 0 R>>>>',
    5: streamObject('/Type/EmbeddedFile', '<a/>'),
  });
  const { stdout } = await check({ 'a.pdf': pdf }, 'a.pdf', '--json');
  expect(JSON.parse(stdout).files[0].e_invoice).toMatchObject({
    name: 'factur-x.xml',
    relationship: 'Alternative',
    profile: null,
    findings: [{ rule: 'xml', line: 1, severity: 'error' }],
  });
});

it('checks the invoice inside a PDF, and what Factur-X asks of the PDF around it', async () => {
  // The last one is the sum of the lines.
  const xml = sampleInvoice('EN 16931').replace(
    /(.*<ram:LineTotalAmount>)[^<]+/s,
    (_, before) => `${before}1.00`,
  );
  const pdf = attached(plain, [{ name: 'factur-x.xml', data: Buffer.from(xml), relationship: 'Supplement' }]);
  const { stdout, exitCode } = await check({ 'a.pdf': pdf }, 'a.pdf', '--json');
  const { findings, ...invoice } = JSON.parse(stdout).files[0].e_invoice;
  expect(invoice).toEqual({ name: 'factur-x.xml', relationship: 'Supplement', profile: 'EN 16931' });
  const messages = findings.map(({ rule, message }: Record<string, string>) => `${rule}: ${message}`);
  expect(messages).toEqual(
    expect.arrayContaining([
      'factur-x: The PDF does not claim to be PDF/A-3, which an invoice must be.',
      'factur-x: The relationship of factur-x.xml (AFRelationship) is Supplement.',
      'factur-x: The XMP does not name the invoice (fx:DocumentFileName, fx:ConformanceLevel).',
      expect.stringMatching(/^BR-CO-10: .*1\.00/),
    ]),
  );
  expect(exitCode).toBe(5);
  const rows = (await check({ 'a.pdf': pdf }, 'a.pdf', '--level', '2b')).stdout.split('\n');
  expect(rows).toContainEqual(
    expect.stringMatching(/^a\.pdf\te-invoice EN 16931\tfailed\tBR-CO-10\t\t\d+\t1\t/),
  );
});

it('an invoice that pdfapi made has no findings', async () => {
  const cwd = temporaryFolder({
    'a.html': '<!doctype html><html lang="en"><title>Invoice</title><h1>Invoice',
    'a.xml': sampleInvoice('BASIC WL'),
  });
  await run(['html', 'a.html', '--e-invoice', 'a.xml'], { cwd });
  const { stdout, exitCode } = await run(['check', 'a.pdf'], { cwd });
  expect(stdout).toBe('a.pdf\tPDF/A-3b\theld\t\t\t\t\t\na.pdf\te-invoice BASIC WL\theld\t\t\t\t\t\n');
  expect(exitCode).toBe(0);
});

it('a signature that no field holds is a warning, and usage rights are no signature', async () => {
  const signature = '<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>';
  const usageRights = '<</Type/Catalog/Pages 2 0 R/Perms<</UR3 6 0 R>>>>';
  const files = {
    'removed.pdf': buildPdf({ ...minimalObjects, 6: signature }),
    'rights.pdf': buildPdf({ ...minimalObjects, 1: usageRights, 6: signature }),
  };
  const { stdout } = await check(files, 'removed.pdf', 'rights.pdf');
  const rows = stdout.split('\n').filter((row) => row.includes('\tsignature\t'));
  expect(rows).toEqual([
    'removed.pdf\tsignature\twarning\tnot_covered\t\t\t1\tThe file has a signature that no field holds: it protects nothing.',
  ]);
});

it('checks e-invoices that are XML alone, CII and UBL', async () => {
  const cii = sampleInvoice('EN 16931');
  const wrong = cii.replace(/(.*<ram:LineTotalAmount>)[^<]+/s, (_, before) => `${before}1.00`);
  const files = { 'a.xml': cii, 'b.xml': wrong, 'c.xml': '<html/>' };
  const { stdout, exitCode } = await check(files, 'a.xml', 'b.xml', 'c.xml', '--json');
  const [a, b, c] = JSON.parse(stdout).files;
  expect(a).toEqual({
    path: 'a.xml',
    ok: true,
    e_invoice: { name: 'a.xml', relationship: null, profile: 'EN 16931', findings: [] },
  });
  expect(b).toMatchObject({ ok: false, e_invoice: { profile: 'EN 16931' } });
  expect(b.e_invoice.findings.map(({ rule }: { rule: string }) => rule)).toContain('BR-CO-10');
  expect(c).toMatchObject({ ok: false, e_invoice: { profile: null } });
  expect(exitCode).toBe(5);
  const rows = await check(files, 'a.xml', 'b.xml');
  expect(rows.stdout).toMatch(/^a\.xml\te-invoice EN 16931\theld/);
  expect(rows.stdout).toContain('b.xml\te-invoice EN 16931\tfailed\tBR-CO-10');
  const levels = await check(files, 'a.xml', '--level', '3b');
  expect(levels.stderr).toContain('This is not a PDF');
});
