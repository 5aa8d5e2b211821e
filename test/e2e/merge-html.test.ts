/** `pdfapi merge` of HTML and Markdown beside PDFs and template folders. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPdf } from '../support/read-pdf.ts';
import { run } from '../support/run.ts';

const files = {
  'cover.html': '<!doctype html><link rel="stylesheet" href="style.css"><h1>Cover for {{ name }}</h1>',
  'style.css': 'h1::after { content: ", styled" }',
  'notes.md': '# Notes\n\nSome text',
  'two.htm': '<p>first</p><p style="break-before:page">second</p>',
  'letter/template.html': '<p>Dear {{ name }}</p>',
  'ada.json': '{ "name": "Ada" }',
};

it('renders HTML with its assets, Markdown and folders, and takes PDFs as they are', async () => {
  const cwd = temporaryFolder(files);
  await run(['html', 'two.htm', '-o', 'terms.pdf'], { cwd });
  const args = ['merge', 'cover.html:ada.json', 'notes.md', 'terms.pdf', './letter:ada.json', 'two.htm:2'];
  const { stdout, stderr, exitCode } = await run([...args, '-o', 'new/all.pdf'], { cwd });
  expect({ stdout, exitCode }, stderr).toEqual({ stdout: 'new/all.pdf\n', exitCode: 0 });
  const { pages } = await readPdf(readFileSync(join(cwd, 'new/all.pdf')));
  expect(pages.map((page) => page.trim().replaceAll(/\s+/g, ' '))).toEqual([
    'Cover for Ada, styled',
    '1 Notes Some text',
    'first',
    'second',
    'Dear Ada',
    'second',
  ]);
});

it('prints braces without data as they are, and says so', async () => {
  const cwd = temporaryFolder(files);
  const { stderr } = await run(['merge', 'cover.html', 'notes.md', '-o', 'all.pdf'], { cwd });
  expect(stderr).toContain(
    'warning: cover.html: no data was given, so {{ … }} is printed as it is: cover.html:data.json fills it in.\n',
  );
  const { pages } = await readPdf(readFileSync(join(cwd, 'all.pdf')));
  expect(pages[0]).toContain('Cover for {{ name }}');
});

it('names the command that prints braces of another language, which merge has no option for', async () => {
  const cwd = temporaryFolder({ 'my page.html': '<p>{{#each items}}' });
  const { stderr, exitCode } = await run(['merge', 'my page.html', 'my page.html', '-o', 'all.pdf'], { cwd });
  expect(stderr).toContain("a page of Handlebars; pdfapi html 'my page.html' --no-twig prints it as it is.");
  expect(exitCode).toBe(5);
});

it.each([
  [['broken.html'], 5, /^error: broken\.html:1:\d+: Unexpected end of tag/],
  [['gone.html'], 9, /^error: Cannot read gone\.html: no such file\./],
  [['cover.html:gone.json'], 9, /^error: Cannot read gone\.json: no such file\./],
])('%j is refused, and nothing is written', async (items, code, message) => {
  const cwd = temporaryFolder({ ...files, 'broken.html': '{% if %}' });
  const before = readdirSync(cwd);
  const { stderr, exitCode } = await run(['merge', 'notes.md', ...items, '-o', 'new/all.pdf'], { cwd });
  expect(stderr).toMatch(message);
  expect(exitCode).toBe(code);
  expect(readdirSync(cwd)).toEqual(before);
});

it('never overwrites a page that it reads', async () => {
  const cwd = temporaryFolder(files);
  const { stderr, exitCode } = await run(['merge', 'cover.html', 'notes.md', '-o', 'notes.md'], { cwd });
  expect(stderr).toContain('pdfapi writes only PDF');
  expect(exitCode).toBe(2);
});
