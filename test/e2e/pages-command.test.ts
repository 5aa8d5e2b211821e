/** `pdfapi pages`: PDFs that exist, arranged and split. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFileProtection, protectPdf, readBookmarks } from '../../src/pdf/index.ts';
import { PdfReader } from '../../src/pdf/reading/reader.ts';
import { readProperties } from '../../src/pdf/xmp/named-properties.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { fixture } from '../support/pdf/fixture.ts';
import { viewed } from '../support/pdf/merge/viewed.ts';
import { readPdf } from '../support/read-pdf.ts';
import { run } from '../support/run.ts';

const report = fixture('report');
const files = { 'report.pdf': report, 'form.pdf': fixture('form') };
const whole = (await readPdf(report)).pages;

const textsOf = async (folder: string, file: string) =>
  (await readPdf(readFileSync(join(folder, file)))).pages;

it('chooses, repeats, reorders and turns pages', async () => {
  const cwd = temporaryFolder(files);
  const { stdout, stderr, exitCode } = await run(
    [
      'pages',
      'report.pdf',
      '--pages',
      'r1,1-2,1',
      '--rotate',
      '+90:even',
      '--rotate',
      'left:1',
      '-o',
      'out.pdf',
    ],
    { cwd },
  );
  expect([stdout, exitCode], stderr).toEqual(['out.pdf\n', 0]);
  expect(await textsOf(cwd, 'out.pdf')).toEqual([2, 0, 1, 0].map((page) => whole[page]));
  const { geometry } = await viewed(readFileSync(join(cwd, 'out.pdf')));
  expect(geometry.map((page) => page[4])).toEqual([270, 90, 0, 90]);
});

it('makes one document of several PDFs, and of the pages behind a colon', async () => {
  const cwd = temporaryFolder(files);
  const args = ['pages', 'report.pdf:2-,2', 'form.pdf', '-', '--pages', 'odd,1', '-o', 'out.pdf', '--json'];
  const { stdout, exitCode, stderr } = await run(args, { cwd, input: report });
  expect(exitCode, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ path: 'out.pdf', pages: 5, target: 'local', warnings: [] });
  const all = [whole[1], whole[2], whole[1], (await readPdf(fixture('form'))).pages[0], ...whole];
  expect(await textsOf(cwd, 'out.pdf')).toEqual([0, 2, 4, 6, 0].map((page) => all[page]));
});

it('splits by number of pages, by chapters and by size', async () => {
  const cwd = temporaryFolder(files);
  const every = await run(['pages', 'report.pdf', '--split-every', '2'], { cwd });
  expect(every.stdout).toBe('report-1.pdf\nreport-2.pdf\n');
  expect(await textsOf(cwd, 'report-2.pdf')).toEqual([whole[2]]);
  const chapters = ['--split-outline', '2', '-o', 'out/{{ part }} {{ title }} {{ first }}-{{ last }}.pdf'];
  const { stdout } = await run(['pages', 'report.pdf', '--pages', '2-', ...chapters, '--json'], { cwd });
  expect(JSON.parse(stdout).files).toMatchObject([
    { path: 'out/1 Chapter two 1-1.pdf', first_page: 1, pages: 1, title: 'Chapter two' },
    { path: 'out/2 Third (with "parens") 2-2.pdf', first_page: 2, pages: 1 },
  ]);
  expect(await textsOf(cwd, 'out/1 Chapter two 1-1.pdf')).toEqual([whole[1]]);
  await run(['merge', ...Array.from({ length: 12 }, () => 'report.pdf'), '-o', 'long.pdf'], { cwd });
  const bySize = await run(['pages', 'long.pdf', '--split-size', '45KB', '-o', 'parts/'], { cwd });
  const parts = bySize.stdout.trim().split('\n');
  expect(parts.length).toBeGreaterThan(1);
  const texts = await Promise.all(parts.map((part) => textsOf(cwd, part)));
  expect(texts.flat()).toEqual(Array.from({ length: 12 }, () => whole).flat());
  for (const part of parts) expect(statSync(join(cwd, part)).size).toBeLessThanOrEqual(45_000);
});

it('writes a page that is larger than the size alone, with a warning', async () => {
  const cwd = temporaryFolder(files);
  const { stdout, stderr } = await run(['pages', 'report.pdf', '--split-size', '1kb'], { cwd });
  expect(stdout.split('\n')).toHaveLength(4);
  expect(stderr).toContain('page 2 alone takes');
});

it('opens and protects PDFs, each part with a key of its own', async () => {
  const locked = protectPdf(report, createFileProtection({ userPassword: 'in' }));
  const cwd = temporaryFolder({ 'locked.pdf': locked, 'in.txt': 'in\n', 'out.txt': 'out\n' });
  const failed = await run(['pages', 'locked.pdf', '--pages', '1', '-o', 'out.pdf'], { cwd });
  expect(failed.stderr).toContain('locked.pdf: The PDF is protected by a password.');
  expect(failed.exitCode).toBe(5);
  const args = ['--input-password-file', 'in.txt', '--password-file', 'out.txt', '--split-every', '2'];
  const { exitCode, stderr } = await run(['pages', 'locked.pdf', ...args], { cwd });
  expect(exitCode, stderr).toBe(0);
  const part = readFileSync(join(cwd, 'locked-1.pdf'));
  expect((await viewed(part, 'out')).text).toHaveLength(2);
  await expect(viewed(part, 'in')).rejects.toMatchObject({ name: 'PasswordException' });
});

it('keeps PDF/A where it is still true, and makes none that is not', async () => {
  const cwd = temporaryFolder({
    ...files,
    'a.html':
      '<!doctype html><html lang="en"><title>A</title><h1>One</h1><h1 style="break-before: page">Two</h1>',
  });
  await run(['html', 'a.html', '-o', 'a.pdf', '--pdfa', '2a'], { cwd });
  await run(['pages', 'a.pdf', '--pages', '2,2,1', '-o', 'b.pdf'], { cwd });
  const checked = await run(['check', 'b.pdf', '--json'], { cwd });
  expect(checked.stdout, checked.stderr).toContain('pdfa-2a');
  expect(checked.exitCode).toBe(0);
  const asked = ['pages', 'form.pdf', '--pdfa', '2a', '-o', 'c.pdf', '--password-file', 'a.html'];
  expect((await run(asked, { cwd })).stderr).toMatch(/PDF\/A|lines/);
  expect(existsSync(join(cwd, 'c.pdf'))).toBe(false);
});

it.each([
  [['--pages', '1,3..4'], 2, '"3..4" is none. Pages are numbers and ranges from 1 on'],
  [['--pages', '4'], 5, 'report.pdf: The document has 3 pages; 4 selects none.'],
  [['--pages', 'r4'], 5, 'report.pdf: The document has 3 pages; r4 goes beyond the first one.'],
  [['--rotate', '45'], 2, "'45' is invalid. Turns are +90, 180 or -90"],
  [['--rotate', '90:x'], 2, 'Pages are numbers and ranges'],
  [['--pages', '1', '--rotate', '90:2'], 5, '90:2: The document has 1 page; 2 selects none.'],
  [['--split-every', '0'], 2, 'It must be a whole number of at least 1.'],
  [['--split-size', '10'], 2, 'It must be a size of at least 1KB'],
  [['--split-every', '1', '--split-outline', '1'], 2, 'A PDF is split in one way.'],
  [['--split-every', '1', '-o', 'x.pdf'], 2, 'names the same file for every part'],
  [['--split-every', '1', '-o', '-'], 2, 'Several PDFs cannot be written to stdout.'],
  [
    ['--split-every', '1', '-o', 'out/{{ title }}.pdf'],
    5,
    'Parts 1 and 2 have the same file: out/report.pdf.',
  ],
  [['--split-every', '1', '--filename', 'x.pdf'], 2, '--filename names one PDF'],
  [['-o', 'report.pdf'], 2, 'report.pdf is read, and cannot be overwritten.'],
  [['--input-password-file', 'other.pdf=x'], 2, 'other.pdf, which is no input'],
  [['--property', 'Title'], 2, '--property "Title" has no value.'],
  [['--property', 'ModDate=soon'], 2, '--property "ModDate" must be a date'],
  [['--image-quality', '101'], 2, 'It must be a whole number from 1 to 100.'],
  [['--bookmarks', 'report.pdf'], 5, 'report.pdf is not JSON'],
  [['--bookmarks', 'none.json'], 9, 'none.json'],
])('%j ends with exit code %i and writes nothing', async (args, code, message) => {
  const cwd = temporaryFolder(files);
  const { stderr, exitCode } = await run(['pages', 'report.pdf', ...args], { cwd });
  expect(stderr).toContain(message);
  expect(exitCode).toBe(code);
  expect(readdirSync(cwd).toSorted()).toEqual(['form.pdf', 'report.pdf']);
  expect(readFileSync(join(cwd, 'report.pdf')).equals(report)).toBe(true);
});

it('flattens, replaces the outline, attaches a file and sets properties', async () => {
  const bookmarks = [{ title: 'End', page: 3, children: [{ title: 'Begin', page: 1 }] }];
  const cwd = temporaryFolder({
    ...files,
    'outline.json': JSON.stringify(bookmarks),
    'wrong.json': '[{"title":"x","page":9}]',
    'bad.json': '[{"title":"x"}]',
    'table.csv': '1;2',
  });
  const changes = [
    '--bookmarks',
    'outline.json',
    '--attach',
    'table.csv',
    '--property',
    'dc:rights=© Example',
  ];
  const described = await run(['pages', 'report.pdf', ...changes, '-o', 'out.pdf'], { cwd });
  expect(described.exitCode, described.stderr).toBe(0);
  const file = new PdfReader(readFileSync(join(cwd, 'out.pdf')));
  expect(readBookmarks(file)).toEqual(bookmarks);
  expect(readProperties(file)['dc:rights']).toBe('© Example');
  const listed = await run(['attachments', 'out.pdf', '--json'], { cwd });
  expect(listed.stdout).toContain('table.csv');
  const flat = await run(['pages', 'form.pdf', '--flatten', '--image-quality', '80', '-o', 'flat.pdf'], {
    cwd,
  });
  expect(flat.exitCode, flat.stderr).toBe(0);
  expect(readFileSync(join(cwd, 'flat.pdf')).includes('/Widget')).toBe(false);
  for (const [name, message] of [
    ['wrong.json', 'The bookmark "x" leads to page 9, but the document has 3 pages.'],
    ['bad.json', 'bad.json: 0.page must be a whole number.'],
  ]) {
    const refused = await run(['pages', 'report.pdf', '--bookmarks', name ?? '', '-o', 'no.pdf'], { cwd });
    expect(refused.stderr).toContain(message);
    expect(refused.exitCode).toBe(5);
  }
});

it('does not overwrite files that -o did not name', async () => {
  const cwd = temporaryFolder({ ...files, 'report-2.pdf': 'mine' });
  const { stderr, exitCode } = await run(['pages', 'report.pdf', '--split-every', '1'], { cwd });
  expect(stderr).toContain('report-2.pdf already exists.');
  expect(exitCode).not.toBe(0);
  expect(existsSync(join(cwd, 'report-1.pdf'))).toBe(false);
});
