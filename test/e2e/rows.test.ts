/** `--rows`, and `rows` of `template.json`: lists of the data that are read row by row, with the real browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPdf } from '../support/read-pdf.ts';
import { run } from '../support/run.ts';

const template =
  '<h1>{{ title }}</h1><p>{% for i in items %}{{ loop.index }}/{{ loop.length }} {{ i.name }} {{ (i.price * 2)|number_format(2) }}{{ loop.last ? "." : "," }} {% else %}No items{% endfor %}</p>';
const schema = JSON.stringify({
  type: 'object',
  required: ['title', 'items'],
  properties: {
    title: { type: 'string' },
    items: {
      type: 'array',
      minItems: 1,
      items: { $ref: '#/$defs/item' },
    },
  },
  $defs: {
    item: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 2 } } },
  },
});
const files = {
  'report/template.html': template,
  'report/schema.json': schema,
  'report/data.json': '{ "title": "Items" }',
  'items.csv': 'name;price\nInk;12.5\n"Pen; red";1\n',
  'items.ndjson': '{"name":"Ink","price":12.5}\n{"name":"Pen; red","price":1}\n',
  'items.json': '[{"name":"Ink","price":12.5},\n {"name":"Pen; red","price":1}]',
};
const printed = 'Items 1/2 Ink 25.00, 2/2 Pen; red 2.00.';
const textOf = async (folder: string, name = 'report.pdf') =>
  (await readPdf(readFileSync(join(folder, name)))).pages.join(' ').split(/\s+/).join(' ');

describe('--rows', () => {
  it.each(['items.csv', 'items.ndjson', 'items.json'])('reads %s', async (name) => {
    const cwd = temporaryFolder(files);
    const { stdout, stderr, exitCode } = await run(['generate', './report', '--rows', `items=${name}`], {
      cwd,
    });
    expect([stdout, exitCode, stderr]).toEqual(['report.pdf\n', 0, expect.any(String)]);
    expect(await textOf(cwd)).toBe(printed);
  });

  it.each([files['items.csv'], files['items.ndjson'], files['items.json']])(
    'reads stdin: %s',
    async (input) => {
      const cwd = temporaryFolder(files);
      const { exitCode } = await run(['generate', './report', '--rows', 'items=-'], { cwd, input });
      expect(exitCode).toBe(0);
      expect(await textOf(cwd)).toBe(printed);
    },
  );

  it('is the variable rows without a name, also for html files, and reads typed cells', async () => {
    const html =
      '{% for r in rows %}{{ r.n === 1 ? "number" : "text" }} {{ r.n }};{% endfor %}{{ rows|length }}';
    const cwd = temporaryFolder({ 'page.html': html, 'rows.csv': 'n\n1\n' });
    expect((await run(['html', 'page.html', '--rows', 'rows.csv'], { cwd })).exitCode).toBe(0);
    expect(await textOf(cwd, 'page.pdf')).toBe('text 1;1');
    const typed = ['html', 'page.html', '--rows', 'rows.csv', '--typed', '-o', 'typed.pdf'];
    expect((await run(typed, { cwd })).exitCode).toBe(0);
    expect(await textOf(cwd, 'typed.pdf')).toBe('number 1;1');
  });

  it('names the row that is wrong, and writes nothing', async () => {
    const cwd = temporaryFolder({
      ...files,
      'wide.csv': 'name,price\nInk,1\nPen,1,2\n',
      'broken.ndjson': '{"name":"Ink"}\n\n{"name":\n',
      'short.csv': 'name\nInk\n\nx\n',
      'none.csv': 'name\n',
      'zero.csv': 'name\nInk\nPen\n',
      'divide/template.html': '<p>\n{% for i in items %}{{ 1 / (i.name == "Pen" ? 0 : 1) }}{% endfor %}',
    });
    const fail = async (rows: string, folder = './report') => {
      const { stdout, stderr, exitCode } = await run(['generate', folder, '--rows', `items=${rows}`], {
        cwd,
      });
      expect([stdout, exitCode]).toEqual(['', expect.any(Number)]);
      return `${exitCode} ${stderr}`;
    };
    expect(await fail('wide.csv')).toMatch(
      /^5 .*wide\.csv:3: The header names 2 columns, but this row has 3\./s,
    );
    expect(await fail('broken.ndjson')).toMatch(/^5 .*broken\.ndjson:3/s);
    const short = await fail('short.csv');
    expect(short).toMatch(/^5 .*short\.csv:4: short\.csv does not match schema\.json: row 2\./s);
    expect(short).toMatch(/items\.1\.name.*must have at least 2 characters/);
    expect(await fail('none.csv')).toMatch(/^5 .*items.*must have at least 1 items/s);
    expect(await fail('missing.csv')).toMatch(/^9 .*Cannot read missing\.csv: no such file/s);
    expect(await fail('report')).toMatch(/^9 .*Cannot read report: it is a folder/s);
    expect(await fail('zero.csv', './divide')).toMatch(
      /^5 .*template\.html:2.*Division by zero\. In row 2 \(zero\.csv:3\)\./s,
    );
    await expect(textOf(cwd)).rejects.toThrow('ENOENT');
  });

  it('is a usage error that says what is right', async () => {
    const cwd = temporaryFolder({ ...files, 'report/schema.json': '{}' });
    const fail = async (...args: string[]) => {
      const { stderr, exitCode } = await run(['generate', './report', ...args], { cwd, input: '' });
      return `${exitCode} ${stderr}`;
    };
    expect(await fail('--rows', '-', '-d', '-')).toMatch(/^2 .*stdin can be read only once/s);
    expect(await fail('--rows', 'a=-', '--rows', 'b=-')).toMatch(/^2 .*stdin can be read only once/s);
    expect(await fail('--rows', 'items.csv', '--rows', 'rows=items.csv')).toMatch(
      /^2 .*already rows for the variable rows/s,
    );
    expect(await fail('--rows', 'items=')).toMatch(/^2 .*must be a file, such as/s);
    expect(await fail('--typed')).toMatch(/^2 .*--typed is for the rows of --rows/s);
    expect(await fail('--rows', 'items=items.csv', '-o', 'items.csv', '--force')).toMatch(/^2 .*items\.csv/s);
    expect(readFileSync(join(cwd, 'items.csv'), 'utf8')).toBe(files['items.csv']);
  });

  it('is only for local renders', async () => {
    const cwd = temporaryFolder(files);
    const env = { PDFAPI_URL: 'http://127.0.0.1:9', PDFAPI_TOKEN: 'token' };
    const { stderr, exitCode } = await run(['generate', '12', '--rows', 'items.csv'], { cwd, env });
    expect(stderr).toContain('--rows works only for local renders.');
    expect(exitCode).toBe(2);
  });

  it('prints more than strangers may, all rows in order', async () => {
    const count = 1_500;
    const cell = 'x'.repeat(10_000);
    const html =
      '{% for r in rows %}<p data-cell="{{ r.cell }}">{{ r.n }}</p>{% endfor %}<p>{{ rows|length }} rows</p>';
    const rows = Array.from({ length: count }, (_, n) => JSON.stringify({ n, cell })).join('\n');
    const cwd = temporaryFolder({ 'page.html': html, 'rows.ndjson': rows });
    const args = ['html', 'page.html', '--rows', 'rows.ndjson', '--no-tags', '--timeout', '2m'];
    expect(await run(args, { cwd })).toMatchObject({ exitCode: 0 });
    const numbers = (await textOf(cwd, 'page.pdf')).split(' ');
    expect(numbers.slice(0, -1)).toEqual([...Array(count).keys(), count].map(String));
  });
});

describe('rows of template.json', () => {
  const folder = (rows: unknown, more: Record<string, string> = {}) =>
    temporaryFolder({
      'report/template.html': template,
      'report/data.json': '{ "title": "Items" }',
      'report/template.json': JSON.stringify({ rows }),
      'report/items.csv': files['items.csv'],
      ...more,
    });

  it('are read if neither the data nor an option has the list', async () => {
    const cwd = folder({ items: 'items.csv' }, { 'other.csv': 'name,price\nOther,1\n' });
    const { stderr } = await run(['generate', './report'], { cwd });
    expect(stderr).toContain('Read items from report/items.csv.');
    expect(await textOf(cwd)).toBe(printed);
    await run(['generate', './report', '--rows', 'items=other.csv', '--force'], { cwd });
    expect(await textOf(cwd)).toBe('Items 1/1 Other 2.00.');
    await run(['generate', './report', '-s', 'title=Set', '-s', 'items=[]', '--force'], { cwd });
    expect(await textOf(cwd)).toBe('Set No items');
  });

  it('are read by merge and by batch', async () => {
    const cwd = folder(
      { items: { file: 'items.csv', typed: true } },
      { 'titles.csv': 'title\nFirst\nSecond\n' },
    );
    expect((await run(['merge', './report', '-o', 'all.pdf'], { cwd })).exitCode).toBe(0);
    expect(await textOf(cwd, 'all.pdf')).toBe(printed);
    const batch = ['batch', './report', 'titles.csv', '--merge-into', 'batch.pdf'];
    expect((await run(batch, { cwd })).exitCode).toBe(0);
    expect(await textOf(cwd, 'batch.pdf')).toBe(
      `${printed.replace('Items', 'First')} ${printed.replace('Items', 'Second')}`,
    );
  });

  it('are read with decimal commas if they say so', async () => {
    const rows = { items: { file: 'items.csv', typed: true, decimal: ',' } };
    const cwd = folder(rows, { 'report/items.csv': 'name;price\nInk;12,50\n' });
    expect((await run(['generate', './report', '--strict'], { cwd })).exitCode).toBe(0);
    expect(await textOf(cwd)).toBe('Items 1/1 Ink 25.00.');
  });

  it('name the columns of decimal commas, and are an error where a cell may be a number or not', async () => {
    const items = { file: 'items.csv', decimal: ',:price' };
    const csv = { 'report/items.csv': 'name;price\n4.711;1.000\n' };
    const cwd = folder({ items }, csv);
    expect((await run(['generate', './report', '--strict'], { cwd })).exitCode).toBe(0);
    expect(await textOf(cwd)).toBe('Items 1/1 4.711 2,000.00.');
    const { stderr, exitCode } = await run(['generate', './report'], {
      cwd: folder({ items: { ...items, decimal: ',' } }, csv),
    });
    expect([exitCode, stderr]).toEqual([5, expect.stringContaining('items.csv:2: "4.711" in column "name"')]);
    const option = ['--rows', 'items=report/items.csv', '--decimal'];
    const plain = await run(['generate', './report', ...option, ',', '--force'], { cwd });
    expect([plain.exitCode, plain.stderr]).toEqual([
      0,
      expect.stringContaining('warning: report/items.csv:2: "4.711" in column "name" stays as it is'),
    ]);
    const strict = await run(['generate', './report', ...option, ',', '--strict', '--force'], { cwd });
    expect(strict.exitCode).toBe(5);
    expect((await run(['generate', './report', ...option, ';'], { cwd })).stderr).toContain(
      'such as ,:price,qty',
    );
  });

  it('are checked by templates check', async () => {
    const check = async (cwd: string) => {
      const { stdout, stderr, exitCode } = await run(['templates', 'check', './report'], { cwd });
      return `${exitCode} ${stdout}${stderr}`;
    };
    expect(await check(folder({ items: 'items.csv' }))).toMatch(/^0 /);
    expect(await check(folder({ items: 'item.csv' }))).toMatch(/^5 .*report\/item\.csv: no such file/s);
    expect(await check(folder({ items: '../items.csv' }))).toMatch(/^5 .*rows/s);
    expect(await check(folder('items.txt'))).toMatch(
      /^5 .*must be a file of this folder that ends in \.csv/s,
    );
    expect(await check(folder({ items: 'items.csv' }, { 'report/schema.json': schema }))).toMatch(/^0 /);
    const short = folder(
      { items: 'items.csv' },
      { 'report/schema.json': schema, 'report/items.csv': 'name\nInk\nx\n' },
    );
    expect(await check(short)).toMatch(/^5 .*items\.csv:3.*does not match schema\.json: row 2/s);
    const wide = folder({ items: 'items.csv' }, { 'report/items.csv': 'name\nInk\nx,y\n' });
    expect(await check(wide)).toMatch(/^5 .*items\.csv:3.*this row has 2/s);
    const both = folder({ items: 'items.csv' }, { 'report/data.json': '{ "title": "", "items": [] }' });
    expect(await check(both)).toMatch(/^0 .*data\.json has "items" too, and is used in place of/s);
    const fault = folder(
      { items: 'items.csv' },
      { 'report/template.html': '{{ title }}{% for i in items %}{{ 1 / (i.price - 1) }}{% endfor %}' },
    );
    expect(await check(fault)).toMatch(/^5 .*Division by zero\. In row 2 \(.*items\.csv:3\)/s);
  });
});
