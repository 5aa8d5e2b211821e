/** Forms on the command line: their fields are listed, and filled. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { makeForm } from '../support/forms/make-form.ts';
import { buildPdf } from '../support/pdf/build-pdf.ts';
import { fixture } from '../support/pdf/fixture.ts';
import { hasPoppler, hasQpdf, qpdf, run as readWith } from '../support/pdf/installed.ts';
import { readPdf } from '../support/read-pdf.ts';
import { root, run, shell } from '../support/run.ts';

const form = await makeForm();

type Ink = readonly (readonly number[])[];

/** How dark each pixel of the first page is, without the white around it, from 0 to 1. */
async function inkOf(pdf: Uint8Array): Promise<Ink> {
  const { pixels, width, height } = await (await readPdf(pdf)).picture(1);
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => 1 - (pixels[4 * (y * width + x)] ?? 255) / 255),
  );
  const isInk = (value: number) => value > 0.2;
  const inked = rows.filter((row) => row.some(isInk));
  const left = Math.min(...inked.map((row) => row.findIndex(isInk)));
  const right = Math.max(...inked.map((row) => row.findLastIndex(isInk)));
  return inked.map((row) => row.slice(left, right + 1));
}

/** The part of the ink that is elsewhere, with the pictures moved by a pixel where that is better. */
function difference(one: Ink = [], other: Ink = []): number {
  const total = one.flat().reduce((sum, value) => sum + value, 0);
  const moves = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const));
  const differences = moves.map(([dx, dy]) =>
    one.reduce(
      (sum, row, y) =>
        sum + row.reduce((all, value, x) => all + Math.abs(value - (other[y + dy]?.[x + dx] ?? 0)), 0),
      0,
    ),
  );
  return Math.min(...differences) / total;
}

function folder(files: Readonly<Record<string, string>> = {}) {
  const cwd = temporaryFolder(files);
  writeFileSync(join(cwd, 'form.pdf'), form);
  return cwd;
}

it('fields lists the fields as rows, and as JSON', async () => {
  const cwd = folder();
  const { stdout, exitCode } = await run(['fields', 'form.pdf'], { cwd });
  expect(exitCode).toBe(0);
  expect(stdout.split('\n')).toEqual([
    'person.name\ttext\tNobody\t1\trequired\t\t',
    'person.zip\ttext\t\t1\tat most 5, comb\t\t',
    'notes\tmultiline\t\t1\t\t\t',
    'agree\tcheckbox\toff\t1\t\tYes\t',
    'colour\tradio\t\t1\t\tred | green\t',
    'country\tcombo\t\t1\t\tAustria | Belgium | Chile\t',
    'tags\tlist\t\t1\tseveral\tone | two | three\t',
    'fixed\ttext\tas it is\t1\tread-only\t\t',
    '',
  ]);
  const { stdout: json } = await shell('pdfapi fields - --json < form.pdf', { cwd });
  expect(JSON.parse(json).fields[1]).toEqual({
    name: 'person.zip',
    type: 'text',
    label: null,
    value: null,
    default: null,
    options: [],
    max_length: 5,
    required: false,
    read_only: false,
    multiple: false,
    editable: false,
    comb: true,
    signed: false,
    places: [{ page: 1, rect: [239.5, 449.5, 340.5, 470.5] }],
  });
});

it('fields says that a PDF has no form', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'plain.pdf'), fixture('plain'));
  const { stdout, stderr, exitCode } = await run(['fields', 'plain.pdf'], { cwd });
  expect([stdout, stderr, exitCode]).toEqual(['', 'The PDF has no form fields.\n', 0]);
});

it.skipIf(!hasQpdf)('fields opens a protected PDF with its password', async () => {
  const cwd = folder({ 'secret.txt': 'secret\n' });
  writeFileSync(join(cwd, 'locked.pdf'), qpdf(form, ['--encrypt', 'secret', 'owner', '256', '--']));
  const without = await run(['fields', 'locked.pdf'], { cwd });
  expect(without.exitCode).toBe(5);
  expect(without.stderr).toContain('locked.pdf: ');
  expect(without.stderr).toContain('--password-file');
  const { stdout } = await run(['fields', 'locked.pdf', '--password-file', 'secret.txt'], { cwd });
  expect(stdout).toContain('person.name\ttext\tNobody');
});

it('fill writes the filled form, and flattens it', async () => {
  const cwd = folder({
    'data.json': JSON.stringify({ person: { name: 'Ada', zip: '01234' }, tags: ['one'] }),
  });
  const args = [
    '-d',
    'data.json',
    '--set',
    'person.name=Grace Hopper',
    '-s',
    'agree=true',
    '--set',
    'notes=01',
  ];
  const { stdout, stderr, exitCode } = await run(['fill', 'form.pdf', ...args], { cwd });
  expect([stdout, exitCode]).toEqual(['form-filled.pdf\n', 0]);
  expect(stderr).not.toContain('warning');
  const { stdout: rows } = await run(['fields', 'form-filled.pdf'], { cwd });
  const values = rows.split('\n').map((row) => row.split('\t')[2]);
  expect(values.slice(0, 7)).toEqual(['Grace Hopper', '01234', '01', 'on', '', '', 'one']);

  await shell(`echo '{"person":{"name":"Ωmega"}}' | pdfapi fill form.pdf -d - --flatten -o - > flat.pdf`, {
    cwd,
  });
  const flat = readFileSync(join(cwd, 'flat.pdf'));
  expect((await readPdf(flat)).pages[0]).toContain('Ωmega');
  expect((await run(['fields', 'flat.pdf'], { cwd })).stdout).toBe('');
});

it.each([
  ['Hebrew', 'OpenSans', 'שָׁלוֹם (דוד) 12 ABC'],
  ['Arabic', 'Vazirmatn', 'السلام (مُحَمَّدٌ) 12 لا پژوهش'],
])('fill draws %s as the browser does, and its words can be read', async (_, font, text) => {
  const fonts = join(root, 'src/template/pdfme/fonts');
  const style = `@font-face { font-family: f; src: url(data:font/ttf;base64,${readFileSync(join(fonts, `${font}-Regular.ttf`), 'base64')}) }
    @page { size: 400pt 100pt; margin: 0 } body { margin: 20pt; font: 30pt f; white-space: nowrap; unicode-bidi: plaintext }`;
  const cwd = folder({
    'page.html': `<meta charset="utf-8"><style>${style}</style><body>${text}`,
    'data.json': JSON.stringify({ a: text }),
  });
  const field = '/Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 390 90]/F 4/P 3 0 R';
  writeFileSync(
    join(cwd, 'form.pdf'),
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/DA(/Helv 30 Tf 0 g)>>>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 100]/Annots[4 0 R]>>',
      4: `<<${field}>>`,
    }),
  );
  for (const args of [
    ['html', 'page.html', '-o', 'page.pdf'],
    ['fill', 'form.pdf', '-d', 'data.json', '-o', 'filled.pdf'],
  ]) {
    expect(await run(args, { cwd })).toMatchObject({ exitCode: 0 });
  }
  const [drawn, printed] = await Promise.all(
    ['filled.pdf', 'page.pdf'].map(async (name) => inkOf(readFileSync(join(cwd, name)))),
  );
  expect(difference(drawn, printed)).toBeLessThan(0.35);
  const values = await run(['fields', 'filled.pdf', '--json'], { cwd });
  expect(JSON.parse(values.stdout).fields[0].value).toBe(text);
  if (!hasPoppler) return console.warn('poppler is not installed: the text was not read.');
  const words = readWith('pdftotext', ['{}', '-'], readFileSync(join(cwd, 'filled.pdf')));
  for (const word of text.replaceAll(/[()]/g, '').split(' ')) expect(words).toContain(word);
});

it('fill names every wrong value at once, and writes nothing', async () => {
  const cwd = folder();
  const wrong = ['--set', 'person.zip=123456', '--set', 'colour=blue', '--set', 'persn.name=Ada'];
  const { stderr, exitCode } = await run(['fill', 'form.pdf', ...wrong], { cwd });
  expect(exitCode).toBe(5);
  expect(stderr).toContain('The data does not fit the form in 3 fields.');
  expect(stderr).toMatch(/person\.zip +has 5 cells, and the text has 6 characters\./);
  expect(stderr).toMatch(/colour +must be "red" or "green"; it is "blue"\./);
  expect(stderr).toMatch(/persn\.name +is no field of the form\. Did you mean "person\.name"\?/);
  expect(readdirSync(cwd)).toEqual(['form.pdf']);
  const { stderr: json } = await run(['fill', 'form.pdf', '--set', 'colour=blue', '--json'], { cwd });
  expect(JSON.parse(json).error).toMatchObject({
    code: 'invalid_data',
    errors: { colour: ['must be "red" or "green"; it is "blue".'] },
  });
  const nothing = await run(['fill', 'form.pdf'], { cwd });
  expect([nothing.exitCode, nothing.stderr]).toEqual([
    2,
    expect.stringContaining('There is nothing to fill in.'),
  ]);
});

it('fields and fill name the option for more time', async () => {
  const cwd = folder();
  for (const args of [
    ['fields', 'form.pdf'],
    ['fill', 'form.pdf', '--set', 'notes=x'],
  ]) {
    const { stderr, exitCode } = await run([...args, '--timeout', '1ms'], { cwd });
    expect(stderr).toContain('takes longer than 0.001 seconds');
    expect(stderr).toContain('For more time: --timeout 2m.');
    expect([exitCode, readdirSync(cwd)]).toEqual([7, ['form.pdf']]);
  }
});
