/** E-invoices whose pages are arranged or merged: they stay e-invoices, or a warning says that they do not. */
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { doubtfulInvoice } from '../support/e-invoice/doubtful-invoice.ts';
import { root, run } from '../support/run.ts';

const cwd = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const files = {
  'stamp.html': '<html lang="en"><title>Paid</title><p style="margin-top: 8cm">PAID</p></html>',
  'terms.html': '<html lang="en"><title>Terms</title><h1>Terms</h1></html>',
  'password.txt': 'secret',
};

beforeAll(async () => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  cpSync(join(root, 'templates-examples/e-invoice'), join(cwd, 'r'), { recursive: true });
  for (const args of [
    ['generate', './r', '--pdfa', '3a', '--pdfua', '-o', 'invoice.pdf'],
    ['html', 'terms.html', '--pdfa', '3a', '--pdfua', '-o', 'terms.pdf'],
  ]) {
    const { exitCode, stderr } = await run(args, { cwd });
    expect(exitCode, stderr).toBe(0);
  }
});

/** What `check` finds in the invoice of the file, and the levels that it claims. */
async function check(file: string) {
  const { stdout } = await run(['check', file, '--json'], { cwd });
  const { claimed, e_invoice: invoice } = JSON.parse(stdout).files[0];
  return { claimed, profile: invoice?.profile, findings: invoice?.findings };
}

it.each([
  ['pages', '--stamp', 'stamp.html'],
  ['pages', '--pages', '1'],
  ['pages', '--pdfa', '3b'],
  ['pages', '--pdfa', '3a'],
  ['pages', '--pdfua'],
  ['pages', '--rotate', '+90:1'],
  ['merge'],
])('%s of an e-invoice alone %j %j keeps its mark, PDF/A-3 and PDF/UA', async (command, ...more) => {
  const file = `out${more.join('').replaceAll(/\W/g, '')}${command}.pdf`;
  const { exitCode, stderr } = await run([command, 'invoice.pdf', ...more, '-o', file], { cwd });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('warning') });
  const level = more.includes('3b') ? 'pdfa-3b' : 'pdfa-3a';
  expect(await check(file)).toEqual({ claimed: [level, 'pdfua-1'], profile: 'EN 16931', findings: [] });
});

it.each([
  [
    ['pages', 'invoice.pdf', 'terms.pdf'],
    'invoice.pdf is an e-invoice, but the result is not marked as one: it has the pages',
  ],
  [['merge', 'invoice.pdf', 'terms.pdf'], 'it has the pages of other documents too'],
  [['pages', 'invoice.pdf', 'invoice.pdf:1'], 'it has the pages of other documents too'],
  [
    ['pages', 'invoice.pdf', '--password-file', 'password.txt'],
    'PDF/A-3, which an invoice must be, forbids passwords',
  ],
])('%j warns that the result is no e-invoice, and is refused with --strict', async (args, message) => {
  const warned = await run([...args, '-o', 'lost.pdf', '--force'], { cwd });
  expect(warned).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(message) });
  const refused = await run([...args, '--strict', '-o', 'refused.pdf'], { cwd });
  expect(refused).toMatchObject({ exitCode: 6, stderr: expect.stringContaining(message) });
  expect(existsSync(join(cwd, 'refused.pdf'))).toBe(false);
});

it('merge --e-invoice warns of what its receiver may ask about, and is refused with --strict', async () => {
  writeFileSync(join(cwd, 'doubtful.xml'), doubtfulInvoice());
  const args = ['merge', 'terms.pdf', '--e-invoice', 'doubtful.xml'];
  const warned = await run([...args, '-o', 'doubtful.pdf'], { cwd });
  expect(warned).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('config.e_invoice: BR-DE-19'),
  });
  expect((await check('doubtful.pdf')).profile).toBe('XRECHNUNG');
  const refused = await run([...args, '--strict', '-o', 'strict.pdf'], { cwd });
  expect(refused).toMatchObject({ exitCode: 6, stderr: expect.stringContaining('BR-DE-19') });
  expect(existsSync(join(cwd, 'strict.pdf'))).toBe(false);
});

it('pages of an e-invoice cannot be PDF/A-2, which forbids its XML', async () => {
  const { exitCode, stderr } = await run(['pages', 'invoice.pdf', '--pdfa', '2b', '-o', 'two.pdf'], { cwd });
  expect(exitCode).toBe(6);
  expect(stderr).toContain('attach');
});

it('attaches the invoice to a merged PDF as a file like any other, so that the PDF passes its check', async () => {
  await run(['merge', 'invoice.pdf', 'terms.pdf', '-o', 'merged.pdf', '--force'], { cwd });
  expect(await check('merged.pdf')).toEqual({
    claimed: ['pdfa-3a', 'pdfua-1'],
    profile: 'EN 16931',
    findings: [
      {
        rule: 'factur-x',
        path: '',
        message: 'factur-x.xml is only attached: the PDF does not claim to be an e-invoice.',
        severity: 'warning',
      },
    ],
  });
  expect(await run(['check', 'merged.pdf'], { cwd })).toMatchObject({ exitCode: 0 });
});
