/** `--pdfa`, `--pdfua` and `--e-invoice` of the command, and where they lead. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkConformance } from '../../src/conformance/index.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { minimumInvoice } from '../support/e-invoice/minimum-invoice.ts';
import { viewed } from '../support/pdf/merge/viewed.ts';
import { root, run } from '../support/run.ts';

const page = '<!doctype html><html lang="en"><title>Offer</title><h1>Hello {{ name }}</h1>';
const read = (folder: string, name: string) => readFileSync(join(folder, name));
const claims = (folder: string, name: string) => {
  const { claimed, findings } = checkConformance(read(folder, name));
  expect(findings).toEqual([]);
  return claimed;
};
const template = {
  'invoice/template.html': page,
  'invoice/invoice.xml': minimumInvoice({ number: '{{ number }}', buyer: '{{ name }}' }),
  'invoice/template.json': '{ "pdfa": "3u" }',
  'invoice/data.json': '{ "name": "Ada", "number": "R-1" }',
};

describe('html', () => {
  it('makes PDF/A and PDF/UA in one file', async () => {
    const cwd = temporaryFolder({ 'page.html': page });
    const { stderr, exitCode } = await run(['html', 'page.html', '--pdfa', '3A', '--pdfua', '-q'], { cwd });
    expect([stderr, exitCode]).toEqual(['', 0]);
    expect(claims(cwd, 'page.pdf')).toEqual(['pdfa-3a', 'pdfua-1']);
  });

  it('embeds an e-invoice in PDF/A-3b', async () => {
    const cwd = temporaryFolder({ 'page.html': page, 'in.xml': minimumInvoice() });
    const { exitCode } = await run(['html', 'page.html', '--e-invoice', 'in.xml'], { cwd });
    expect(exitCode).toBe(0);
    expect(claims(cwd, 'page.pdf')).toEqual(['pdfa-3b']);
    expect((await viewed(read(cwd, 'page.pdf'))).attachments).toEqual({ 'factur-x.xml': minimumInvoice() });
  });

  it.each([
    [['--pdfa', '1b'], 2, '--pdfa "1b" is unknown.'],
    [['--e-invoice', 'missing.xml'], 9, 'missing.xml'],
    [['--e-invoice', 'broken.xml'], 5, 'BR-02'],
    [['--e-invoice', 'latin.xml'], 5, 'latin.xml is not text in UTF-8.'],
    [['--e-invoice', 'in.xml', '--pdfa', '2b'], 5, 'An e-invoice needs PDF/A-3'],
    [['--pdfua', '--no-tags'], 5, 'PDF/UA needs accessibility tags'],
    [
      ['--attach', 'in.xml', '--pdfa', '2u'],
      5,
      'PDF/A-2u allows only PDF/A files as attachments, and in.xml is none',
    ],
  ])('%j ends with exit code %i and writes nothing', async (options, code, message) => {
    const cwd = temporaryFolder({
      'page.html': page,
      'in.xml': minimumInvoice(),
      'broken.xml': minimumInvoice({ number: '' }),
      'latin.xml': Buffer.from('<a>\xfc</a>', 'latin1'),
    });
    const { stderr, exitCode } = await run(['html', 'page.html', ...options], { cwd });
    expect(stderr).toContain(message);
    expect(exitCode).toBe(code);
    expect(existsSync(join(cwd, 'page.pdf'))).toBe(false);
  });

  it('fails with the clause if the document does not conform, and writes nothing', async () => {
    const cwd = temporaryFolder({
      'page.html': '<!doctype html><html lang="en"><title>T</title><h2>Two</h2>',
    });
    const { stderr, exitCode } = await run(['html', 'page.html', '--pdfua'], { cwd });
    expect(stderr).toMatch(/^error: The document does not conform to PDF\/UA-1: .*ISO 14289-1, 7\.4\.2/);
    expect(stderr).toContain('code: not_conforming (exit 6)');
    expect(exitCode).toBe(6);
    expect(existsSync(join(cwd, 'page.pdf'))).toBe(false);
  });
});

describe('a template folder', () => {
  it('sets the level in template.json and the e-invoice in invoice.xml', async () => {
    const cwd = temporaryFolder(template);
    expect((await run(['generate', './invoice'], { cwd })).exitCode).toBe(0);
    expect(claims(cwd, 'invoice.pdf')).toEqual(['pdfa-3u']);
    const { attachments } = await viewed(read(cwd, 'invoice.pdf'));
    expect(attachments['factur-x.xml']).toBe(minimumInvoice({ number: 'R-1', buyer: 'Ada' }));
  });

  it('gives each row of a batch its own e-invoice', async () => {
    const cwd = temporaryFolder({ ...template, 'rows.csv': 'name,number\nAda,R-1\nBob,R-2\n' });
    const { exitCode } = await run(['batch', './invoice', 'rows.csv', '-o', 'out/{{ number }}.pdf'], { cwd });
    expect(exitCode).toBe(0);
    const { attachments } = await viewed(read(cwd, 'out/R-2.pdf'));
    expect(attachments['factur-x.xml']).toBe(minimumInvoice({ number: 'R-2', buyer: 'Bob' }));
    expect(claims(cwd, 'out/R-2.pdf')).toEqual(['pdfa-3u']);
  });

  it('has the e-invoices of a batch, which takes no file of its own', async () => {
    const cwd = temporaryFolder({
      ...template,
      'rows.csv': 'name,number\nAda,R-1\n',
      'in.xml': minimumInvoice(),
    });
    const { stderr, exitCode } = await run(['batch', './invoice', 'rows.csv', '--e-invoice', 'in.xml'], {
      cwd,
    });
    expect(stderr).toContain('each row of a batch has its own');
    expect(exitCode).toBe(2);
  });

  it('is checked with its e-invoice', async () => {
    const cwd = temporaryFolder({ ...template, 'invoice/data.json': '{ "name": "Ada", "number": "" }' });
    const { stdout, stderr, exitCode } = await run(['templates', 'check', './invoice'], { cwd });
    expect(stdout + stderr).toMatch(/invoice\.xml, filled with data\.json: .*BR-02/);
    expect(exitCode).toBe(5);
  });

  it('names the field of the data that is wrong in the invoice of the example', async () => {
    const sample = JSON.parse(readFileSync(join(root, 'templates-examples/e-invoice/data.json'), 'utf8'));
    sample.items[2].unit = 'BO';
    const cwd = temporaryFolder({ 'data.json': JSON.stringify(sample) });
    expect((await run(['templates', 'new', 'mine', '--from', 'e-invoice'], { cwd })).exitCode).toBe(0);
    const { stderr, exitCode } = await run(['generate', './mine', '-d', 'data.json'], { cwd });
    expect(stderr).toContain('Did you mean "XBO"? In the data: items.2.unit, items.2.unit_code.');
    expect(exitCode).toBe(5);
    const misspelt = ['generate', './mine', '-d', 'mine/data.json', '-s', 'seller.vatid=DE1'];
    const { stderr: unknown } = await run(misspelt, { cwd });
    expect(unknown.replace(/ +/g, ' ')).toContain('seller.vatid is unknown. Did you mean "vat_id"?');
    expect(existsSync(join(cwd, 'mine.pdf'))).toBe(false);
    const other = await run(['generate', './mine', '-d', 'mine/cases/credit-note.json'], { cwd });
    expect(other.exitCode).toBe(0);
  });

  it('makes one invoice of the lines of a CSV that have one number', async () => {
    const { seller, payment } = JSON.parse(
      readFileSync(join(root, 'templates-examples/e-invoice/data.json'), 'utf8'),
    );
    const columns =
      'number;date;delivered;buyer.name;buyer.street;buyer.postcode;buyer.city;buyer.country;buyer.vat_id';
    const first = 'R-1;2026-11-02;2026-10-30;Seitenweise OHG;Marktstraße 21;99084;Erfurt;DE;';
    const second = 'R-2;2026-11-03;2026-10-30;De Vuurtoren;Havenkade 12;1011;Amsterdam;NL;NL123456789B01';
    const cwd = temporaryFolder({
      'own.json': JSON.stringify({ seller, payment }),
      'lines.csv': [
        `${columns};name;quantity;unit;price;vat;vat_category`,
        `${first};Regal;4;Stück;389,90;19;`,
        `${first};Montage;5,5;Std.;62,00;19;`,
        `${second};Leuchte;40;Stück;1.074,50;;K`,
      ].join('\n'),
    });
    const example = join(root, 'templates-examples/e-invoice');
    const grouping = ['--group-by', 'number', '--items', 'items:name,quantity,unit,price,vat,vat_category'];
    const files = ['lines.csv', '-d', 'own.json', '--decimal', ',', '-o', 'out/{{ number }}.pdf'];
    const { stderr, exitCode } = await run(['batch', example, ...files, ...grouping], { cwd });
    expect(exitCode, stderr).toBe(0);
    const xmlOf = async (name: string) =>
      (await viewed(read(cwd, `out/${name}.pdf`))).attachments['factur-x.xml'];
    expect(await xmlOf('R-1')).toMatch(/<ram:LineTotalAmount>1559\.60<.*<ram:LineTotalAmount>341\.00</s);
    expect(await xmlOf('R-2')).toMatch(
      /<ram:LineTotalAmount>42980\.00<.*<ram:ExemptionReasonCode>VATEX-EU-IC</s,
    );
  });

  it('names file and line of an error in invoice.xml', async () => {
    const cwd = temporaryFolder({ ...template, 'invoice/invoice.xml': '<a>\n{{ name|nope }}</a>' });
    const { stderr } = await run(['generate', './invoice'], { cwd });
    expect(stderr).toMatch(/invoice\/invoice\.xml:2:\d+: /);
  });
});

describe('an editor template', () => {
  const invoice = join(root, 'templates-examples/editor-invoice');

  it('makes every level of PDF/A, and PDF/UA', async () => {
    const cwd = temporaryFolder({
      'rows.ndjson': readFileSync(join(invoice, 'data.json'), 'utf8').replaceAll('\n', ''),
    });
    for (const level of ['2b', '2a']) {
      const { stderr, exitCode } = await run(
        ['generate', invoice, '--pdfa', level, '-o', 'a.pdf', '--force'],
        { cwd },
      );
      expect({ stderr, exitCode }).toMatchObject({ exitCode: 0 });
      expect(claims(cwd, 'a.pdf')).toEqual([`pdfa-${level}`]);
    }
    await run(['generate', invoice, '--pdfa', '3a', '--pdfua', '-o', 'ua.pdf'], { cwd });
    expect(claims(cwd, 'ua.pdf')).toEqual(['pdfa-3a', 'pdfua-1']);
    await run(['batch', invoice, 'rows.ndjson', '--pdfua', '-o', 'rows/{{ row_number }}.pdf'], { cwd });
    expect(claims(cwd, 'rows/1.pdf')).toEqual(['pdfua-1']);
  });

  it('is rejected for PDF/UA with the element that lacks something, and without tags', async () => {
    const cwd = temporaryFolder({
      'a/editor.json': readFileSync(join(invoice, 'editor.json'), 'utf8').replace(/"alt": .*/, ''),
      'a/template.json': readFileSync(join(invoice, 'template.json'), 'utf8'),
      'a/assets/logo.svg': readFileSync(join(invoice, 'assets/logo.svg'), 'utf8'),
    });
    const found = await run(['generate', 'a', '--pdfua', '-d', join(invoice, 'data.json')], { cwd });
    expect(found.stderr).toMatch(
      /a\/editor\.json:7:\d+: page 1, field logo: say what the picture shows with "alt"/,
    );
    expect(found.exitCode).toBe(6);
    const untagged = await run(['generate', invoice, '--pdfua', '--no-tags'], { cwd });
    expect(untagged.stderr).toContain(
      'PDF/UA needs accessibility tags, but this document is made without them.',
    );
  });
});

describe('merge', () => {
  it('keeps the label that all its files have, and gives another one if it is asked for', async () => {
    const cwd = temporaryFolder({ 'page.html': page, 'plain.html': page.replace('<h1>Hello', '<h2>Hello') });
    await run(['html', 'page.html', '--pdfa', '2a', '--pdfua'], { cwd });
    await run(['html', 'plain.html'], { cwd });
    await run(['merge', 'page.pdf', 'page.pdf', '-o', 'all.pdf'], { cwd });
    expect(claims(cwd, 'all.pdf')).toEqual(['pdfa-2a', 'pdfua-1']);
    await run(['merge', 'page.pdf', 'plain.pdf', '-o', 'some.pdf'], { cwd });
    expect(checkConformance(read(cwd, 'some.pdf')).claimed).toEqual([]);
    const asked = await run(['merge', 'page.pdf', 'plain.pdf', '-o', 'b.pdf', '--pdfa', '3b'], { cwd });
    expect(asked.exitCode).toBe(0);
    expect(claims(cwd, 'b.pdf')).toEqual(['pdfa-3b']);
  });

  it('of rows gives the file of all rows the level', async () => {
    const cwd = temporaryFolder({ 'letter/template.html': page, 'rows.csv': 'name\nAda\nBob\n' });
    const { exitCode } = await run(
      ['batch', './letter', 'rows.csv', '--merge-into', 'all.pdf', '--pdfa', '3u', '--reproducible'],
      { cwd },
    );
    expect(exitCode).toBe(0);
    expect(claims(cwd, 'all.pdf')).toEqual(['pdfa-3u']);
  });
});
