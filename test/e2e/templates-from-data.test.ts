/** `templates new --from-data`, `--from-schema` and `templates schema`. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { templateFromData } from '../../src/cli/commands/templates/new/template-from-data.ts';
import { checkTemplate } from '../../src/template/check/check-template.ts';
import { memoryTree } from '../../src/template/load/memory-tree.ts';
import { compile } from '../../src/twig/index.ts';
import { readPdf } from '../support/read-pdf.ts';
import { run } from '../support/run.ts';

const cwd = mkdtempSync(join(tmpdir(), 'pdfapi-from-data-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const write = (name: string, value: unknown) => writeFileSync(join(cwd, name), JSON.stringify(value));
const read = (name: string) => JSON.parse(readFileSync(join(cwd, name), 'utf8'));

const order = {
  title: 'Order 7',
  date: '2026-11-25',
  total: 99.5,
  is_paid: false,
  customer: { name: 'Ada {{ x }} <b>', address: { city: 'Paris' } },
  lines: [
    { sku: 'a', unit_price: 10.5, tags: ['x', 'y'] },
    { sku: 'b', unit_price: 78.5, note: 'fragile' },
  ],
  in: 3,
};

describe('templates new', () => {
  it('--from-data writes numbers and dates in the language of --lang, or of the data where that is clear', async () => {
    const auftrag = {
      nummer: 'A 7',
      datum: '2026-11-25',
      summe: 1234.5,
      bezahlt: true,
      hinweis:
        'Bitte überweisen Sie den Betrag auf das Konto, das wir Ihnen mit der Lieferung genannt haben. Die Ware ' +
        'bleibt bis zur Zahlung unser Eigentum, und wenn Sie Fragen zu der Rechnung haben, sind wir gern für Sie da ' +
        'und helfen Ihnen auch am Telefon weiter, denn uns ist wichtig, dass Sie mit allem zufrieden sind.',
    };
    write('auftrag.json', auftrag);
    const printed = async (name: string, ...options: string[]) => {
      const made = await run(['templates', 'new', name, '--from-data', 'auftrag.json', ...options], { cwd });
      expect(made.exitCode, made.stderr).toBe(0);
      expect(await run(['templates', 'check', name, '--strict'], { cwd })).toMatchObject({ exitCode: 0 });
      const generated = await run(['generate', `./${name}`, '--strict', '-o', `${name}.pdf`], { cwd });
      expect(generated.exitCode, generated.stderr).toBe(0);
      return (await readPdf(readFileSync(join(cwd, `${name}.pdf`)))).pages
        .join(' ')
        .replaceAll('\u202f', ' ');
    };
    expect(await printed('detected')).toMatch(/25\. November 2026.*1\.234,50.*\bja\b/s);
    expect(readFileSync(join(cwd, 'detected/template.html'), 'utf8')).toContain('<html lang="de">');
    expect(await printed('fr', '--lang', 'fr')).toMatch(/25 novembre 2026.*1 234,50.*\boui\b/s);
    expect(await printed('en', '--lang', 'en')).toMatch(/25 November 2026.*1,234\.50.*\byes\b/s);
  });

  it('--from an example writes its language, if that is translated', async () => {
    const make = async (name: string, ...more: string[]) =>
      await run(['templates', 'new', name, ...more], { cwd });
    expect((await make('rechnung', '--from', 'invoice', '--lang', 'de-AT')).exitCode).toBe(0);
    const settings = JSON.parse(readFileSync(join(cwd, 'rechnung/template.json'), 'utf8'));
    expect(settings).toMatchObject({ name: 'rechnung', lang: 'de-AT' });
    const { stderr, exitCode } = await run(['generate', './rechnung', '-o', 'rechnung.pdf'], { cwd });
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('warning')]);
    expect((await readPdf(readFileSync(join(cwd, 'rechnung.pdf')))).pages[0]).toContain('Rechnungsnummer');
    const french = await make('facture', '--from', 'invoice', '--lang', 'fr');
    expect([french.exitCode, french.stderr]).toEqual([
      2,
      expect.stringMatching(/invoice is not translated into fr\.\s+Its languages: en, de\./),
    ]);
    const blank = await make('x', '--lang', 'de');
    expect([blank.exitCode, blank.stderr]).toEqual([
      2,
      expect.stringContaining('Its language is in <html lang>'),
    ]);
    expect(existsSync(join(cwd, 'facture'))).toBe(false);
  });

  it.each([
    [{ sprache: 'de', number: 'A 7' }, 'de (named by the data; --lang en changes it)'],
    [
      { rechnungsnummer: 'A 7', faellig_am: '2026-11-25', kunde: { name: 'Ada' } },
      'de (guessed; --lang en changes it)',
    ],
    [{ number: 'A 7', total: 3.5 }, 'en (the data does not show it; --lang de changes it)'],
  ])('--from-data %j: says that its language is %s', async (data, language) => {
    const name = mkdtempSync(join(cwd, 'said-'));
    writeFileSync(join(name, 'd.json'), JSON.stringify(data));
    const made = await run(['templates', 'new', 't', '--from-data', 'd.json'], { cwd: name });
    expect([made.exitCode, made.stderr]).toEqual([0, expect.stringContaining(`Language: ${language}\n`)]);
    expect(readFileSync(join(name, 't/template.html'), 'utf8')).toContain(
      `<html lang="${language.slice(0, 2)}">`,
    );
  });

  it('--from-data makes a template that prints the data and passes its check', async () => {
    write('order.json', order);
    const made = await run(['templates', 'new', 'order', '--from-data', 'order.json'], { cwd });
    expect(made).toMatchObject({ exitCode: 0, stdout: 'order\n' });
    expect(made.stderr).toContain('Made 6 files from order.json');
    expect(await run(['templates', 'check', 'order', '--strict'], { cwd })).toMatchObject({ exitCode: 0 });
    expect(await run(['generate', './order', '--strict', '-o', 'order.pdf'], { cwd })).toMatchObject({
      exitCode: 0,
    });
    const text = (await readPdf(readFileSync(join(cwd, 'order.pdf')))).pages.join(' ');
    for (const part of [
      'Order 7',
      '25 November 2026',
      '99.50',
      'Ada {{ x }} <b>',
      'Paris',
      '78.50',
      'x, y',
      'fragile',
    ]) {
      expect(text).toContain(part);
    }
    expect(read('order/data.json')).toEqual(order);
  });

  it('--from-data makes a table whose columns stay on the page if a word is too long for it', async () => {
    const long = 'Donaudampfschifffahrt'.repeat(5);
    const lines = [
      { pos: 1, text: 'Work in the field on several days', code: 'A-1', price: 1250.5, vat: '19 %' },
      { pos: 2, text: long, code: 'A-2', price: 1250.5, vat: '7 %' },
    ];
    write('long.json', { title: 'Order 8', customer: { name: long }, lines });
    await run(['templates', 'new', 'long', '--from-data', 'long.json'], { cwd });
    const made = await run(['generate', './long', '--strict', '-o', 'long.pdf'], { cwd });
    expect(made).toMatchObject({ exitCode: 0 });
    const [text = ''] = (await readPdf(readFileSync(join(cwd, 'long.pdf')))).pages;
    for (const part of ['A-2', '1,250.50', '7 %']) expect(text).toContain(part);
  });

  it('--from-data reads stdin', async () => {
    const made = await run(['templates', 'new', 'piped', '--from-data', '-', '--json'], {
      cwd,
      input: '{"a":1}',
    });
    expect(made.exitCode).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({ path: 'piped', from: 'stdin' });
  });

  it('--from-schema makes a template with sample data', async () => {
    write('given.json', {
      type: 'object',
      properties: {
        email: { type: 'string', format: 'email' },
        rows: { type: 'array', items: { type: 'number' } },
      },
    });
    const made = await run(['templates', 'new', 'from-schema', '--from-schema', 'given.json'], { cwd });
    expect(made).toMatchObject({ exitCode: 0 });
    expect(read('from-schema/data.json')).toEqual({ email: 'ada@example.com', rows: [1, 1] });
    expect(read('from-schema/schema.json')).toEqual(read('given.json'));
    expect(await run(['templates', 'check', 'from-schema', '--strict'], { cwd })).toMatchObject({
      exitCode: 0,
    });
  });

  it.each([
    [
      ['--from', 'invoice', '--from-data', 'order.json'],
      2,
      '--from-data and --from invoice are mutually exclusive',
    ],
    [['--from-data', 'missing.json'], 9, 'missing.json'],
    [['--from-data', 'list.json'], 5, 'list.json'],
  ])('refuses %j and makes no folder', async (args, exitCode, message) => {
    write('list.json', [1]);
    const made = await run(['templates', 'new', 'refused', ...args], { cwd });
    expect(made).toMatchObject({ exitCode, stderr: expect.stringContaining(message) });
    expect(await run(['templates', 'check', 'refused'], { cwd })).not.toMatchObject({ exitCode: 0 });
  });

  it('--from-data prints every value of any data, without a fault', async () => {
    const name = fc.stringMatching(/^[a-zA-Z_][\w {%'"<]{0,8}$/);
    const leaf = fc.oneof(fc.stringMatching(/^[a-z]{1,8}$/), fc.integer(), fc.boolean(), fc.constant(null));
    const { data } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, leaf, tie('data'), fc.array(tie('value'), { maxLength: 3 })),
      data: fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    }));
    await fc.assert(
      fc.asyncProperty(data, async (value) => {
        const given = JSON.parse(JSON.stringify(value));
        const files = templateFromData(given, 'any');
        const tree = memoryTree(
          new Map(Object.entries(files).map(([file, text]) => [file, Buffer.from(text)])),
        );
        const { errors, warnings } = await checkTemplate(tree);
        expect([...errors, ...warnings]).toEqual([]);
        const html = compile(files['template.html'] ?? '', { strict: true }).render(given);
        for (const text of texts(given)) expect(html).toContain(text);
      }),
      { numRuns: 200 },
    );
  });
});

/** Of lists of lists, which are printed as JSON, too. */
function texts(value: unknown): string[] {
  if (typeof value === 'string' && /^[a-z]+$/.test(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

describe('templates schema', () => {
  it('writes the schema of what a template reads, to stdout or into its folder', async () => {
    write('fresh.json', { number: 'A-1', lines: [{ price: 2 }] });
    await run(['templates', 'new', 'fresh', '--from-data', 'fresh.json'], { cwd });
    rmSync(join(cwd, 'fresh/schema.json'));
    const shown = await run(['templates', 'schema', 'fresh'], { cwd });
    expect(JSON.parse(shown.stdout)).toMatchObject({
      properties: {
        number: { type: 'string' },
        lines: { items: { properties: { price: { type: 'number' } } } },
      },
      required: ['number', 'lines'],
    });
    expect(await run(['templates', 'schema', 'fresh', '--write'], { cwd })).toMatchObject({
      exitCode: 0,
      stdout: `${join('fresh', 'schema.json')}\n`,
    });
    expect(read('fresh/schema.json')).toEqual(JSON.parse(shown.stdout));
    const again = await run(['templates', 'schema', 'fresh', '--write'], { cwd });
    expect(again).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Replace it with --force') });
    expect(await run(['templates', 'schema', 'fresh', '--write', '--force'], { cwd })).toMatchObject({
      exitCode: 0,
    });
  });

  it('--sample writes data that the schema allows', async () => {
    const { stdout } = await run(['templates', 'schema', 'order', '--sample'], { cwd });
    writeFileSync(join(cwd, 'sample.json'), stdout);
    const printed = await run(['generate', './order', '-d', 'sample.json', '--strict', '-o', 'sample.pdf'], {
      cwd,
    });
    expect(printed).toMatchObject({ exitCode: 0 });
  });

  it('names the line of an error in the template', async () => {
    await run(['templates', 'new', 'broken'], { cwd });
    writeFileSync(join(cwd, 'broken/template.html'), '<p>\n{{ a|nope }}');
    const { exitCode, stdout, stderr } = await run(['templates', 'schema', 'broken'], { cwd });
    expect({ exitCode, stdout }).toEqual({ exitCode: 5, stdout: '' });
    expect(stderr).toContain('template.html:2');
  });
});
