/** The XML of an e-invoice without a PDF. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkEInvoice } from '../../src/e-invoice/index.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { root, run } from '../support/run.ts';

/** A path without a program: whatever starts a browser fails. */
const env = { PDFAPI_BROWSER: '/nowhere/chromium' };

function folder(): string {
  const cwd = temporaryFolder({});
  cpSync(join(root, 'templates-examples/e-invoice'), join(cwd, 'rechnung'), { recursive: true });
  return cwd;
}

it('generate --xml-only writes the checked XML without a browser', async () => {
  const cwd = folder();
  const args = ['generate', './rechnung', '--xml-only'];
  const data = ['-d', 'rechnung/data.json', '-s', 'number=2026-7'];
  const first = await run([...args, ...data], { cwd, env });
  expect(first.stdout).toBe('rechnung.xml\n');
  const xml = readFileSync(join(cwd, 'rechnung.xml'), 'utf8');
  expect(checkEInvoice(xml)).toMatchObject({ profile: 'EN 16931', number: '2026-7', findings: [] });
  const again = await run(args, { cwd, env });
  expect(again.exitCode).not.toBe(0);
  expect(again.stderr).toContain('rechnung.xml already exists');
  expect((await run([...args, ...data, '-o', '-'], { cwd, env })).stdout).toBe(xml);
  const json = JSON.parse((await run([...args, '-o', 'x.xml', '--json'], { cwd, env })).stdout);
  expect(json).toMatchObject({ target: 'local', path: 'x.xml', warnings: [] });
  expect(json.bytes).toBe(readFileSync(join(cwd, 'x.xml')).length);
});

it('generate --xml-only writes nothing if a rule is broken, and names it', async () => {
  const cwd = folder();
  const file = join(cwd, 'rechnung/invoice.xml');
  const xml = readFileSync(file, 'utf8');
  writeFileSync(file, xml.replace(/<ram:DuePayableAmount>[^<]*</, '<ram:DuePayableAmount>1.00<'));
  const { exitCode, stderr } = await run(['generate', './rechnung', '--xml-only'], { cwd, env });
  expect(exitCode).toBe(5);
  expect(stderr).toContain('BR-CO-16');
  expect(existsSync(join(cwd, 'rechnung.xml'))).toBe(false);
});

it('generate --xml-only warns of what a receiver may ask about, and refuses it with --strict', async () => {
  const cwd = folder();
  const args = ['generate', './rechnung', '--xml-only', '-d', 'rechnung/cases/xrechnung.json'];
  const wrong = ['-s', 'payment.iban=DE00370400440532013000', '-s', 'seller.contact.phone=-'];
  const { exitCode, stderr } = await run([...args, ...wrong], { cwd, env });
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('BR-DE-19') });
  expect(stderr).toContain('BR-DE-27: A phone number (BT-42) has three digits at least');
  expect(stderr).toContain('In the data: seller.contact.phone');
  const strict = await run([...args, ...wrong, '--strict', '-o', 'strict.xml'], { cwd, env });
  expect(strict.exitCode).toBeGreaterThan(0);
  expect(strict.stderr).toContain('BR-DE-19');
  expect(existsSync(join(cwd, 'strict.xml'))).toBe(false);
});

it('generate --xml-only refuses what is about a PDF, and templates without an invoice', async () => {
  const cwd = folder();
  const args = ['generate', './rechnung', '--xml-only'];
  for (const [more, message] of [
    [['--pdfa', '3b'], '--pdfa is about a PDF'],
    [['-o', 'rechnung.pdf'], 'Write: -o rechnung.xml'],
    [['-s', 'number=7', '-s', 'items=none'], 'items'],
  ] as const) {
    const { exitCode, stderr } = await run([...args, ...more], { cwd, env });
    expect(exitCode).toBeGreaterThan(0);
    expect(stderr).toContain(message);
  }
  const none = await run(['generate', join(root, 'templates-examples/letter'), '--xml-only'], { cwd, env });
  expect(none.stderr).toContain('The template has no e-invoice.');
});

it('generate --xml-only writes an XML for each file of data', async () => {
  const cwd = folder();
  const base = JSON.parse(readFileSync(join(cwd, 'rechnung/data.json'), 'utf8'));
  writeFileSync(join(cwd, 'a.json'), JSON.stringify(base));
  writeFileSync(join(cwd, 'b.json'), JSON.stringify({ ...base, number: 'B-2' }));
  writeFileSync(join(cwd, 'wrong.json'), JSON.stringify({ ...base, items: 'none' }));
  const args = ['generate', './rechnung', 'a.json', 'b.json', '--xml-only', '-o', 'x/'];
  const { stdout, exitCode, stderr } = await run(args, { cwd, env });
  expect({ stdout, exitCode, stderr }).toMatchObject({ stdout: 'x/a.xml\nx/b.xml\n', exitCode: 0 });
  expect(checkEInvoice(readFileSync(join(cwd, 'x/b.xml'), 'utf8'))).toMatchObject({ number: 'B-2' });
  const mixed = ['generate', './rechnung', 'wrong.json', 'b.json', '--xml-only', '--continue-on-error'];
  const failed = await run([...mixed, '-o', 'y/'], { cwd, env });
  expect(failed).toMatchObject({ stdout: 'y/b.xml\n', stderr: expect.stringContaining('wrong.json') });
  expect(failed.exitCode).not.toBe(0);
  const same = await run(['generate', './rechnung', 'a.json', 'b.json', '--xml-only', '-o', 'z.xml'], {
    cwd,
    env,
  });
  expect(same.stderr).toContain('An XML of each, in a folder: -o out/.');
});
