/** `pdfapi batch` with one line per item, with several files, and with a folder of JSON files. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPdf } from '../support/read-pdf.ts';
import { run } from '../support/run.ts';

const template =
  '<h1>{{ number }} {{ customer.name }}</h1>{% for item in items %}<p>{{ item.name }} {{ item.qty * item.price }}</p>{% endfor %}';
const lines =
  'number;customer.name;name;qty;price\n101;Ada;Ink;2;1,50\n102;Bob;Pen;1;3,00\n101;Ada;Paper;1;2,25\n';
const folderWith = (files: Record<string, string>) =>
  temporaryFolder({ 'invoice/template.html': template, ...files });
const textOf = async (cwd: string, path: string) =>
  (await readPdf(readFileSync(join(cwd, path)))).pages.join(' ').split(/\s+/).join(' ');
const pdfsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.pdf'));

describe('batch --group-by', () => {
  const group = ['--group-by', 'number', '--items', 'items:name,qty,price', '--decimal', ',', '--strict'];

  it.each(['lines.csv', '-'])('prints one PDF for all lines of a number, from %s', async (rows) => {
    const cwd = folderWith({ 'lines.csv': lines });
    const { stdout, exitCode } = await run(
      ['batch', './invoice', rows, ...group, '-o', 'out/{{ number }}.pdf'],
      { cwd, input: rows === '-' ? lines : '' },
    );
    expect([stdout, exitCode]).toEqual(['out/101.pdf\nout/102.pdf\n', 0]);
    expect(await textOf(cwd, 'out/101.pdf')).toBe('101 Ada Ink 3 Paper 2.25');
    expect(await textOf(cwd, 'out/102.pdf')).toBe('102 Bob Pen 3');
  });

  it('skips the empty rows that spreadsheets write below a table, and says so', async () => {
    const cwd = folderWith({ 'lines.csv': `${lines};;;;\n;;;;\n` });
    const { stdout, stderr, exitCode } = await run(
      ['batch', './invoice', 'lines.csv', ...group, '-o', 'out/{{ number }}.pdf'],
      { cwd },
    );
    expect([stdout, exitCode]).toEqual(['out/101.pdf\nout/102.pdf\n', 0]);
    expect(stderr).toContain('lines.csv: 2 rows without any value are skipped.');
  });

  it('resumes group by group, and renders again what another line has joined', async () => {
    const cwd = folderWith({ 'lines.csv': lines });
    const batch = ['batch', './invoice', 'lines.csv', ...group, '-o', 'out/{{ number }}.pdf', '--resume'];
    expect((await run(batch, { cwd })).stderr).toContain('2 rendered');
    expect((await run(batch, { cwd })).stderr).toContain('2 skipped');
    writeFileSync(join(cwd, 'lines.csv'), `${lines}102;Bob;Cap;1;1\n`);
    expect((await run(batch, { cwd })).stderr).toContain('1 rendered · 1 skipped');
    expect(await textOf(cwd, 'out/102.pdf')).toBe('102 Bob Pen 3 Cap 1');
  });

  it('leaves nothing but PDFs in the folder when all rows are done, and its journal while some are not', async () => {
    const cwd = folderWith({
      'lines.csv': lines,
      'invoice/schema.json': '{ "properties": { "number": { "const": "102" } } }',
    });
    const env = { PDFAPI_CONFIG_DIR: join(cwd, 'config') };
    const batch = ['batch', './invoice', 'lines.csv', ...group, '-o', 'out/{{ number }}.pdf'];
    const failed = await run([...batch, '--continue-on-error'], { cwd, env });
    expect([failed.exitCode, readdirSync(join(cwd, 'out'))]).toEqual([
      8,
      [expect.stringMatching(/^\.pdfapi-batch-\w+\.ndjson$/), '102.pdf'],
    ]);
    writeFileSync(join(cwd, 'invoice/schema.json'), '{}');
    expect((await run([...batch, '--resume'], { cwd, env })).stderr).toContain('1 rendered · 1 skipped');
    expect(readdirSync(join(cwd, 'out'))).toEqual(['101.pdf', '102.pdf']);
    expect((await run([...batch, '--resume'], { cwd, env })).stderr).toContain('0 rendered · 2 skipped');
    expect(readdirSync(join(cwd, 'out'))).toEqual(['101.pdf', '102.pdf']);
    expect((await run(batch, { cwd, env })).stderr).toContain('This batch was run before.');
  });

  it('leaves no journal in the folder if failed rows have a file, and still resumes', async () => {
    const cwd = folderWith({
      'lines.csv': lines,
      'invoice/schema.json': '{ "properties": { "number": { "const": "102" } } }',
    });
    const env = { PDFAPI_CONFIG_DIR: join(cwd, 'config') };
    const batch = ['batch', './invoice', 'lines.csv', ...group, '-o', 'out/{{ number }}.pdf'];
    const failed = await run([...batch, '--continue-on-error', '--failed-rows', 'again.csv'], { cwd, env });
    expect([failed.exitCode, readdirSync(join(cwd, 'out'))]).toEqual([8, ['102.pdf']]);
    writeFileSync(join(cwd, 'invoice/schema.json'), '{}');
    const again = await run(['batch', './invoice', 'again.csv', ...batch.slice(3)], { cwd, env });
    expect([again.stdout, again.exitCode]).toEqual(['out/101.pdf\n', 0]);
    expect(readdirSync(join(cwd, 'out'))).toEqual(['101.pdf', '102.pdf']);
    expect((await run([...batch, '--resume'], { cwd, env })).stderr).toContain('1 rendered · 1 skipped');
  });

  it('says what --items would do if nothing else is equal in a group', async () => {
    const cwd = folderWith({
      'lines.csv': lines.replace('Ada;Paper', 'Ada L;Paper').replace('Paper;1', 'Paper;3'),
    });
    const args = ['batch', './invoice', 'lines.csv', '--group-by', 'number', '--decimal', ','];
    const { stderr, exitCode } = await run([...args, '-o', 'out/{{ number }}.pdf'], { cwd });
    expect(stderr).toContain('--items items:customer,name,qty,price');
    expect(exitCode).toBe(0);
    const meant = await run([...args, '--items', 'items', '-o', 'out/{{ number }}.pdf'], { cwd });
    expect(meant.stderr).not.toContain('--items');
    expect(meant.exitCode).toBe(0);
  });

  it('writes nothing if a line cannot be read, and keeps all lines of a group that failed', async () => {
    const cwd = folderWith({
      'wide.csv': `${lines}103;Cy;Pen;1;1;1\n`,
      'lines.csv': lines,
      'invoice/schema.json': '{ "properties": { "number": { "const": "102" } } }',
    });
    const more = ['-o', 'out/{{ number }}.pdf', '--continue-on-error', '--failed-rows', 'again.csv'];
    const wide = await run(['batch', './invoice', 'wide.csv', ...group, ...more], { cwd });
    expect([wide.stdout, wide.exitCode]).toEqual(['', 5]);
    expect(wide.stderr).toContain('wide.csv:5: The header names 5 columns, but this row has 6.');
    const { exitCode, stdout } = await run(['batch', './invoice', 'lines.csv', ...group, ...more], { cwd });
    expect([exitCode, stdout]).toEqual([8, 'out/102.pdf\n']);
    const [header, ...rows] = lines.trim().split('\n');
    expect(readFileSync(join(cwd, 'again.csv'), 'utf8')).toBe(`${header}\n${rows[0]}\n${rows[2]}\n`);
  });

  it('warns of a space that divides a group, and with --strict prints nothing', async () => {
    const cwd = folderWith({ 'lines.csv': lines.replace('101;Ada;Paper', '101 ;Ada;Paper') });
    const [by, number, ...rest] = group;
    const args = ['batch', './invoice', 'lines.csv', by ?? '', number ?? '', ...rest];
    const strict = await run([...args, '-o', 'out/{{ number }}.pdf'], { cwd });
    expect([strict.stdout, strict.exitCode]).toEqual(['', 5]);
    expect(strict.stderr).toContain(
      'lines.csv:4: "number" is "101" and "101 " in lines.csv:2 and lines.csv:4',
    );
    const plain = await run([...args.slice(0, -1), '-o', 'out/{{ row_number }}.pdf'], { cwd });
    expect([plain.stdout, plain.exitCode]).toEqual(['out/1.pdf\nout/2.pdf\nout/3.pdf\n', 0]);
    expect(plain.stderr).toContain('warning: lines.csv:4: "number" is "101" and "101 "');
    const same = await run([...args.slice(0, -1), '-o', 'out/{{ number|trim }}.pdf'], { cwd });
    expect(same.stderr).toContain('Groups 1 and 3 have the same file: out/101.pdf.');
  });

  it('is a usage error that names what is right', async () => {
    const cwd = folderWith({ 'lines.csv': lines });
    const fail = async (...args: string[]) => {
      const { stderr, exitCode } = await run(['batch', './invoice', 'lines.csv', ...args], { cwd });
      return `${exitCode} ${stderr}`;
    };
    expect(await fail('--items', 'name')).toMatch(/^2 .*--items needs --group-by/s);
    expect(await fail('--group-by', 'number,')).toMatch(/^2 .*--group-by must be names of columns/s);
    expect(await fail('--group-by', 'nummer')).toMatch(/^5 .*lines\.csv:2: .*Did you mean "number"\?/s);
    expect(await fail('--group-by', 'number', '--items', 'items:name')).toMatch(
      /^5 .*"qty" is not the same/s,
    );
    expect(pdfsIn(cwd)).toEqual([]);
  });
});

it('batch warns of a file without rows, which is an error with --strict', async () => {
  const cwd = folderWith({ 'none.csv': 'number;name\n' });
  const args = ['batch', './invoice', 'none.csv', '-o', 'out/'];
  const plain = await run(args, { cwd });
  expect([plain.exitCode, plain.stderr]).toEqual([
    0,
    expect.stringContaining('warning: none.csv has no rows'),
  ]);
  const strict = await run([...args, '--strict'], { cwd });
  expect([strict.exitCode, strict.stderr]).toEqual([5, expect.stringContaining('none.csv has no rows')]);
});

it('batch names a file where its folder would be', async () => {
  const cwd = folderWith({ 'lines.csv': lines, results: 'mine' });
  const { stderr, exitCode } = await run(['batch', './invoice', 'lines.csv', '-o', 'results/'], { cwd });
  expect([exitCode, stderr]).toEqual([9, expect.stringContaining('results: it is a file, not a folder.')]);
  expect(readFileSync(join(cwd, 'results'), 'utf8')).toBe('mine');
});

describe('batch of several files', () => {
  const object = (number: number) =>
    `{\n  "number": ${number},\n  "customer": { "name": "N${number}" },\n  "items": []\n}\n`;

  it('takes files, a folder and objects one after the other', async () => {
    const cwd = folderWith({
      'rows/2.json': object(2),
      'rows/1.json': object(1),
      'more.json': `[${object(3)}]`,
      'jq.txt': object(4) + object(5),
    });
    const args = [
      'batch',
      './invoice',
      'rows',
      'more.json',
      'jq.txt',
      '-o',
      'out/{{ row_number }}-{{ number }}.pdf',
    ];
    const { stdout, exitCode } = await run(args, { cwd });
    expect([stdout, exitCode]).toEqual([
      [1, 2, 3, 4, 5].map((number) => `out/${number}-${number}.pdf\n`).join(''),
      0,
    ]);
    expect(await textOf(cwd, 'out/5-5.pdf')).toBe('5 N5');
  });

  it('goes on after a file that is broken, which is one failure', async () => {
    const cwd = folderWith({
      'rows/1.json': '{ "number": 1, ',
      'rows/2.json': object(2),
      'rows/3.json': 'nothing',
      'rows/4.json': object(4),
    });
    const args = ['batch', './invoice', 'rows', '-o', 'out/{{ number }}.pdf'];
    const failed = ['--continue-on-error', '--report', 'why.ndjson', '--failed-rows', 'again.json'];
    const { stdout, exitCode, stderr } = await run([...args, ...failed], { cwd });
    expect([stdout, exitCode]).toEqual(['out/2.pdf\nout/4.pdf\n', 8]);
    expect(stderr).toContain('2 of 4 rows failed.');
    const report = readFileSync(join(cwd, 'why.ndjson'), 'utf8').trim().split('\n');
    expect(report.map((line) => JSON.parse(line))).toMatchObject([
      { row: 1, file: 'rows/1.json', error: { code: 'invalid_data' } },
      { row: 3, file: 'rows/3.json', error: { code: 'invalid_data' } },
    ]);
    expect(readFileSync(join(cwd, 'again.json'), 'utf8')).toBe('');
    expect((await run(args, { cwd })).exitCode).toBe(5);
  });

  it('names the file and the line of a row that fails', async () => {
    const cwd = folderWith({
      'a.json': object(1),
      'b.json': `${object(2)}${object(3)}`,
      'invoice/schema.json': '{ "properties": { "number": { "maximum": 2 } } }',
    });
    const args = ['batch', './invoice', 'a.json', 'b.json', '-o', 'out/'];
    const failed = ['--continue-on-error', '--report', 'why.ndjson', '--failed-rows', 'again.json', '--json'];
    const { stdout, exitCode } = await run([...args, ...failed], { cwd });
    const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect([exitCode, last]).toEqual([
      8,
      expect.objectContaining({ row: 3, file: 'b.json', line: 6, ok: false }),
    ]);
    const report = JSON.parse(readFileSync(join(cwd, 'why.ndjson'), 'utf8'));
    expect(report).toMatchObject({ row: 3, file: 'b.json', line: 6 });
    expect(readFileSync(join(cwd, 'again.json'), 'utf8')).toBe(object(3));
    const { stderr } = await run(args, { cwd });
    expect(stderr).toContain('error: b.json:6: ');
  });

  it('does not mix the columns of CSV files in --failed-rows', async () => {
    const cwd = folderWith({ 'a.csv': 'number\n1\n', 'b.csv': 'no\n2\n' });
    const args = ['batch', './invoice', 'a.csv', 'b.csv', '-o', 'out/'];
    expect((await run(args, { cwd })).exitCode).toBe(0);
    const { stderr, exitCode } = await run([...args, '--failed-rows', 'again.csv'], { cwd });
    expect(`${exitCode} ${stderr}`).toMatch(/^2 .*one header line only, and this file has another one: no/s);
  });
});
