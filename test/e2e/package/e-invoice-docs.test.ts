/** Runs the commands of docs/e-invoices.md, as a reader who copies them would. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkEInvoice } from '../../../src/e-invoice/index.ts';
import { sampleInvoice, sampleProfiles } from '../../support/e-invoice/sample-invoice.ts';

const root = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'pdfapi-e-invoice-docs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => {
  // The reader has these already.
  mkdirSync(join(folder, 'letterhead'));
  writeFileSync(
    join(folder, 'letterhead/template.html'),
    '<!DOCTYPE html><html lang="de"><head><title>Rechnung</title></head><body><h1>Rechnung</h1></body></html>',
  );
  writeFileSync(join(folder, '2026-0733.xml'), sampleInvoice('XRECHNUNG'));
  mkdirSync(join(folder, 'bin'));
  const npx = join(folder, 'bin/npx');
  writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, 'bin/pdfapi.js')}" "$@"\n`);
  chmodSync(npx, 0o755);
});

const text = readFileSync(join(root, 'docs/e-invoices.md'), 'utf8');
const commands = [...text.matchAll(/```sh\n(.*?)```/gs)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  // Mustang is not part of the project; the tests of the folder stress/conformance ask it.
  .filter((command) => !command.startsWith('java '));

it('the commands work one after the other', async () => {
  expect(commands).toHaveLength(5);
  for (const command of commands) {
    const { exitCode, stderr } = await execa('sh', ['-c', command], {
      cwd: folder,
      env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` },
      reject: false,
    });
    expect(exitCode, `${command}\n${stderr}`).toBe(0);
  }
  for (const [name, file] of [
    ['rechnung', 'factur-x.xml'],
    ['2026-0732', 'factur-x.xml'],
    ['2026-0733', 'xrechnung.xml'],
  ] as const) {
    expect(readFileSync(join(folder, `${name}.pdf`)).includes(file), name).toBe(true);
  }
}, 60_000);

it('the table has the identifier of each profile', () => {
  for (const profile of sampleProfiles) {
    const [, identifier = ''] = new RegExp(`^\\| ${profile} +\\| \`([^\`]+)\``, 'm').exec(text) ?? [];
    expect(sampleInvoice(profile)).toContain(`<ram:ID>${identifier}</ram:ID>`);
  }
});

it('the example of an error is what the check says', () => {
  const xml = sampleInvoice('EN 16931').replace('unitCode="H87">10', 'unitCode="pieces">10');
  const messages = checkEInvoice(xml).findings.map(({ message }) => message);
  expect(messages.some((message) => text.includes(`\`${message}\``))).toBe(true);
});
