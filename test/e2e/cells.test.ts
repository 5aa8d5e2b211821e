/** CSV and workbooks as spreadsheets write them, with templates whose `schema.json` says what their cells are. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../support/read-pdf.ts';
import { run } from '../support/run.ts';

const cwd = mkdtempSync(join(tmpdir(), 'pdfapi-cells-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const files = {
  's.json': '{"nr":"R1","kunde":{"plz":"04109","ort":"Leipzig"},"betrag":12.5}',
  'd.csv': 'nr;kunde.plz;kunde.ort;betrag\nR1;79100;Freiburg;12,50\n;;;\n',
  'point.csv': 'nr;kunde.plz;kunde.ort;betrag\n1;79100;Freiburg;12.50\n',
  'unit.csv': 'nr;kunde.plz;kunde.ort;betrag\n1;79100;Freiburg;0,85 €\n',
  'l/template.html': '<p>{{ nr }}{% for i in items %} {{ i.name }} {{ i.preis * 2 }}{% endfor %}</p>',
  'l/schema.json': JSON.stringify({
    required: ['nr', 'items'],
    properties: {
      nr: { type: 'string' },
      items: {
        type: 'array',
        items: { properties: { name: { type: 'string' }, preis: { type: 'number' } } },
      },
    },
  }),
  'lines.csv': 'nr;name;preis\n7;1;1,50\n7;Cap;1.000\n',
  'page.html': '<p>{{ rows|length }} {{ rows|map(r => r.a)|join }}</p>',
  'list.csv': 'a;Preis €\n1;2\n;\n',
};
for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), text);
}
const made = async (command: readonly string[], name: string) => {
  const { stderr, exitCode } = await run([...command, '--force'], { cwd });
  expect(exitCode, stderr).toBe(0);
  return (await readPdf(readFileSync(join(cwd, name)))).pages.join(' ').split(/\s+/).join(' ');
};
const failed = async (...command: string[]) => {
  const { stderr, exitCode } = await run(command, { cwd });
  expect(exitCode).not.toBe(0);
  return stderr.replace(/\s+/g, ' ');
};

describe('batch', () => {
  beforeAll(async () => {
    const { stderr, exitCode } = await run(['templates', 'new', 't', '--from-data', 's.json'], { cwd });
    expect(exitCode, stderr).toBe(0);
  });

  it.each([
    ['d.csv', '--decimal', ','],
    ['d.csv', '--decimal', ',', '--typed'],
    ['d.csv', '--decimal', ',:betrag'],
    ['point.csv'],
    ['point.csv', '--typed'],
  ])('reads cells as the schema of the template wants them, of %s with %s %s', async (file, ...options) => {
    const text = await made(
      ['batch', './t', file, ...options, '--strict', '-o', '{{ row_number }}.pdf'],
      '1.pdf',
    );
    expect(text).toMatch(/Betrag 12,50 .*79100.*Freiburg/);
  });

  it('names the option that a decimal comma needs, and a unit that makes a cell no number', async () => {
    const comma = await failed('batch', './t', 'd.csv');
    expect(comma).toContain('betrag must be a number, not "12,50"');
    expect(comma).toContain('Cells with a decimal comma are numbers with --decimal ,');
    expect(comma).not.toContain('--typed');
    const unit = await failed('batch', './t', 'unit.csv', '--decimal', ',');
    expect(unit).toContain('A number is alone in its cell: 0,85 in place of "0,85 €".');
    expect(unit).not.toContain('--typed');
  });

  it('reads the cells of groups as the schema of their items wants them', async () => {
    for (const items of [[], ['--items', 'items:name,preis']]) {
      const group = ['batch', './l', 'lines.csv', '--group-by', 'nr', ...items, '--decimal', ',', '--typed'];
      expect(await made([...group, '-o', '{{ nr }}.pdf'], '7.pdf')).toBe('7 1 3 Cap 2000');
    }
  });

  it('names --group-by if a list is missing of which the rows are items', async () => {
    const text = await failed('batch', './l', 'lines.csv', '--decimal', ',');
    expect(text).toContain('--group-by nr --items items:name,preis');
  });

  it('names swapped arguments', async () => {
    expect(await failed('batch', 'd.csv', './t')).toContain(
      'd.csv is a file of rows: the template comes first. The arguments are swapped. Write: pdfapi batch ./t d.csv',
    );
  });
});

describe('generate --rows', () => {
  it('reads cells as the schema of the list wants them, and names what a refused one needs', async () => {
    const rows = ['generate', './l', '-s', 'nr=R7', '--rows', 'items=lines.csv'];
    expect(await made([...rows, '--decimal', ',', '-o', 'r.pdf'], 'r.pdf')).toBe('R7 1 3 Cap 2000');
    const text = await failed(...rows, '-o', 'r.pdf');
    expect(text).toContain('Cells with a decimal comma are numbers with --decimal ,');
  });
});

describe('html', () => {
  it('reads rows without those that are empty', async () => {
    const { stderr, exitCode } = await run(['html', 'page.html', '--rows', 'list.csv', '-o', 'p.pdf'], {
      cwd,
    });
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining('list.csv: 1 row without any value is skipped.'),
    ]);
    expect(await made(['html', 'page.html', '--rows', 'list.csv', '-o', 'p.pdf'], 'p.pdf')).toBe('1 1');
  });

  it.each([
    ['s.json', 'pdfapi generate <template> -d s.json'],
    ['d.csv', 'pdfapi batch <template> d.csv'],
    ['d.csv', 'pdfapi html page.html --rows d.csv'],
  ])('refuses %s, and names the command that is meant', async (file, meant) => {
    const text = await failed('html', file);
    expect(text).toContain(`${file} is data, but html needs a page of HTML or Markdown.`);
    expect(text).toContain(meant);
  });

  it('takes a file of data that is missing for no web page, and keeps options in its advice', async () => {
    expect(await failed('html', 'cfg.json')).not.toContain('https://');
    expect(await failed('html', 'page.html', '-s', 'name=x', 'out.pdf')).toContain(
      'Write: pdfapi html page.html -o out.pdf, and the other options as they are',
    );
  });

  it('names the column that --decimal may mean', async () => {
    expect(await failed('html', 'page.html', '--rows', 'list.csv', '--decimal', ',:Preis')).toContain(
      'Did you mean "Preis €"?',
    );
  });
});

describe('--encoding', () => {
  it('reads CSV as Excel saves it in Europe, and is named where text is not UTF-8', async () => {
    writeFileSync(join(cwd, 'ansi.csv'), Buffer.from('a;b\nGr\xfc\xdfe;5 \x80\n', 'latin1'));
    writeFileSync(join(cwd, 'both.html'), '<p>{{ rows|map(r => r.a ~ " " ~ r.b)|join }}</p>');
    const html = ['html', 'both.html', '--rows', 'ansi.csv', '-o', 'e.pdf'];
    expect(await failed(...html)).toContain('--encoding windows-1252');
    expect(await made([...html, '--encoding', 'windows-1252'], 'e.pdf')).toBe('Grüße 5 €');
    writeFileSync(join(cwd, 'l/template.html'), '<p>{{ nr }} {{ items|map(i => i.name)|join }}</p>');
    writeFileSync(join(cwd, 'ansi-lines.csv'), Buffer.from('nr;name\n7;M\xfctze\n', 'latin1'));
    const batch = ['batch', './l', 'ansi-lines.csv', '--group-by', 'nr', '--items', 'items:name'];
    expect(await made([...batch, '-o', 'b-{{ nr }}.pdf', '--encoding', 'Latin1'], 'b-7.pdf')).toBe('7 Mütze');
  });

  it('takes names of encodings only, and is for rows', async () => {
    expect(await failed('html', 'page.html', '--rows', 'list.csv', '--encoding', 'ansi')).toContain(
      'It must be a name such as windows-1252',
    );
    expect(await failed('html', 'page.html', '--encoding', 'utf-8')).toContain(
      '--encoding is for the rows of --rows, which is not given.',
    );
  });
});

it('templates new and merge name what they take', async () => {
  const text = await failed('templates', 'new', './x', '--from-data', 'd.csv');
  expect(text).toContain('d.csv is a file of rows, and --from-data takes the data of one document.');
  expect(text).not.toContain('--data ');
  expect(await failed('merge', 'a.docx', 'b.pdf')).toContain('Cannot read a.docx: no such file.');
  expect(await failed('merge', 'd.xlsx:1', 'b.pdf')).toContain('Cannot read d.xlsx: no such file.');
});
