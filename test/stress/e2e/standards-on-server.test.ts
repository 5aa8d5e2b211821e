/** `--pdfa`, `--pdfua` and `--e-invoice` of commands that a server renders for. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkConformance } from '../../../src/conformance/index.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { minimumInvoice } from '../../support/e-invoice/minimum-invoice.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';
import { readZip } from '../../support/read-zip.ts';
import { run } from '../../support/run.ts';
import { startServe } from '../../support/running-server.ts';

const page = '<!doctype html><html lang="en"><title>Offer</title><h1>Hello {{ name }}</h1>';
const cwd = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const data = join(cwd, 'server');
const server = await startServe(data);
const env = { PDFAPI_URL: server.url, PDFAPI_TOKEN: String(server.token) };

beforeAll(async () => {
  mkdirSync(join(cwd, 'source/letter'), { recursive: true });
  const files = {
    'page.html': page,
    'skips.html': page.replace('h1', 'h2'),
    'invoice.xml': minimumInvoice(),
    'broken.xml': minimumInvoice({ number: '' }),
    'source/letter/template.html': page,
    'data.json': '{ "name": "Ada" }',
    'rows.csv': 'name\nAda\nBob\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const push = ['templates', 'push', './source/letter', '--publish', '--data-dir', data, '--team', '1'];
  const { stderr, exitCode } = await run(push, { cwd });
  expect(exitCode, stderr).toBe(0);
});

const pdfapi = (...args: string[]) => run(args, { cwd, env });
const read = (name: string) => readFileSync(join(cwd, name));

function claimsOf(pdf: Uint8Array): readonly string[] {
  const { claimed, findings } = checkConformance(pdf);
  expect(findings).toEqual([]);
  return claimed;
}

describe('a server makes what the options ask for', () => {
  it.each([
    ['html', 'page.html'],
    ['generate', 'letter', '-d', 'data.json'],
    ['merge', 'letter:data.json', 'letter:data.json'],
    ['batch', 'letter', 'rows.csv', '--async', '--wait', '--merge-into', 'rows.pdf'],
  ])('%s %s', async (...args) => {
    const output = args.includes('--merge-into') ? 'rows.pdf' : `${args[0]}.pdf`;
    const target = args.includes('--merge-into') ? [] : ['-o', output];
    const { stderr, exitCode } = await pdfapi(...args, ...target, '--pdfa', '3a', '--pdfua');
    expect(exitCode, stderr).toBe(0);
    expect(claimsOf(read(output))).toEqual(['pdfa-3a', 'pdfua-1']);
  });

  it.each([
    ['html', 'page.html'],
    ['generate', 'letter', '-d', 'data.json'],
    ['merge', 'letter:data.json', 'letter:data.json'],
  ])('%s %s with an e-invoice', async (...args) => {
    const output = `${args[0]}-invoice.pdf`;
    const { stderr, exitCode } = await pdfapi(...args, '-o', output, '--e-invoice', 'invoice.xml');
    expect(exitCode, stderr).toBe(0);
    expect(claimsOf(read(output))).toEqual(['pdfa-3b']);
    expect((await viewed(read(output))).attachments).toEqual({ 'factur-x.xml': minimumInvoice() });
  });

  it('batch, row by row and as a ZIP', async () => {
    const rows = await pdfapi('batch', 'letter', 'rows.csv', '-o', 'out/{{ name }}.pdf', '--pdfa', '2u');
    expect(rows.exitCode, rows.stderr).toBe(0);
    expect(claimsOf(read('out/Bob.pdf'))).toEqual(['pdfa-2u']);
    const zip = ['--async', '--wait', '-o', 'all.zip', '--filename', '{{ name }}.pdf'];
    const all = await pdfapi('batch', 'letter', 'rows.csv', ...zip, '--pdfua');
    expect(all.exitCode, all.stderr).toBe(0);
    expect(claimsOf((await readZip(read('all.zip'))).get('Ada.pdf') ?? Buffer.alloc(0))).toEqual(['pdfua-1']);
  });

  it('html, as pdfapi.json asks for it', async () => {
    const folder = temporaryFolder({ 'pdfapi.json': '{ "pdfa": "3u" }', 'page.html': page });
    const { stderr, exitCode } = await run(['html', 'page.html', '-d', join(cwd, 'data.json')], {
      cwd: folder,
      env,
    });
    expect(exitCode, stderr).toBe(0);
    expect(stderr).toContain(server.url);
    expect(claimsOf(readFileSync(join(folder, 'page.pdf')))).toEqual(['pdfa-3u']);
  });
});

it('a document that does not conform is not made, and the command says why', async () => {
  const skips = await pdfapi('html', 'skips.html', '-o', 'no.pdf', '--pdfua');
  expect(skips.stderr).toMatch(/does not conform to PDF\/UA-1: .*ISO 14289-1, 7\.4\.2/);
  expect([skips.exitCode, skips.stdout]).toEqual([6, '']);
  const broken = await pdfapi('generate', 'letter', '-o', 'no.pdf', '--e-invoice', 'broken.xml');
  expect(broken.stderr).toContain('BR-02');
  expect([broken.exitCode, broken.stdout]).toEqual([5, '']);
  const contradicting = await pdfapi('html', 'page.html', '--e-invoice', 'invoice.xml', '--pdfa', '2b');
  expect(contradicting.stderr).toContain('An e-invoice needs PDF/A-3');
  expect(() => read('no.pdf')).toThrow();
});
