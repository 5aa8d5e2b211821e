/** `--stamp` and `--under`: what is over and under the pages, of every command that writes PDFs. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFileProtection, protectPdf } from '../../src/pdf/index.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { buildPdf, minimalObjects } from '../support/pdf/build-pdf.ts';
import { fixture } from '../support/pdf/fixture.ts';
import { viewed } from '../support/pdf/merge/viewed.ts';
import { root, run } from '../support/run.ts';

const page = '<h1>{{ name }} one</h1><h1 style="break-before: page">two</h1>';
const files = {
  'page.html': `<!doctype html><html lang="en"><title>Page</title>${page}`,
  'letter/template.html': page,
  'letter/data.json': '{ "name": "Sample" }',
  'rows.csv': 'name\nAda\nBob\n',
  'stamp.html':
    '<link rel="stylesheet" href="stamp.css"><p>{{ name|default("no name") }} {{ page.number }}/{{ page.count }}</p>',
  'stamp.css': 'p { position: absolute; right: 10mm; bottom: 10mm; opacity: 0.5 }',
  'report.pdf': fixture('report'),
  'form.pdf': fixture('form'),
};

async function succeed(args: readonly string[], cwd: string): Promise<void> {
  const { stderr, exitCode } = await run(args, { cwd });
  expect(exitCode, stderr).toBe(0);
}

async function textsOf(folder: string, file: string, password?: string): Promise<string[]> {
  const { text } = await viewed(readFileSync(join(folder, file)), password);
  return text.map((each) => each.replace(/\s+/g, ' ').trim());
}

it('html, generate and batch stamp the pages that are left, with their data', async () => {
  const cwd = temporaryFolder(files);
  await succeed(['html', 'page.html', '-s', 'name=Eve', '--stamp', 'stamp.html'], cwd);
  expect(await textsOf(cwd, 'page.pdf')).toEqual(['Eve one Eve 1/2', 'two Eve 2/2']);
  await succeed(['generate', './letter', '--stamp', 'stamp.html', '--pages', '2', '--no-compact'], cwd);
  expect(await textsOf(cwd, 'letter.pdf')).toEqual(['two Sample 1/1']);
  const batch = [
    '--stamp',
    'stamp.html',
    '--under',
    'form.pdf',
    '--stamp-pages',
    'last',
    '-o',
    '{{ name }}.pdf',
  ];
  await succeed(['batch', './letter', 'rows.csv', ...batch], cwd);
  expect(await textsOf(cwd, 'Bob.pdf')).toEqual(['Bob one', 'Form Name Ada two Bob 2/2']);
});

it('templates of the editor are stamped, too', async () => {
  const cwd = temporaryFolder(files);
  const template = join(root, 'templates-examples', 'editor-form');
  await succeed(['generate', template, '--stamp', 'stamp.html', '-o', 'editor-form.pdf'], cwd);
  expect((await textsOf(cwd, 'editor-form.pdf')).at(-1)).toMatch(/1\/1$/);
});

it('templates have stamps of their own, also those of the editor, and check finds what is wrong with them', async () => {
  const cwd = temporaryFolder({
    ...files,
    'letter/template.json':
      '{ "stamp": ["assets/number.html", { "file": "assets/form.pdf", "pages": "2" }] }',
    'letter/assets/number.html': '<p>{{ name }} {{ page.number }}/{{ page.count }}</p>',
    'letter/assets/form.pdf': fixture('form'),
  });
  await succeed(['templates', 'check', 'letter'], cwd);
  await succeed(['generate', './letter'], cwd);
  expect(await textsOf(cwd, 'letter.pdf')).toEqual([
    'Sample one Sample 1/2',
    expect.stringMatching(/two.*Sample 2\/2.*Form|two Sample 2\/2 Form/),
  ]);
  writeFileSync(join(cwd, 'letter/assets/number.html'), '<p>\n{{ page. }}');
  const wrong = await run(['templates', 'check', 'letter'], { cwd });
  expect([wrong.exitCode, `${wrong.stdout}${wrong.stderr}`]).toEqual([
    5,
    expect.stringContaining(join('letter', 'assets', 'number.html:2')),
  ]);
  const editor = join(cwd, 'editor');
  cpSync(join(root, 'templates-examples', 'editor-form'), editor, { recursive: true });
  mkdirSync(join(editor, 'assets'), { recursive: true });
  writeFileSync(join(editor, 'assets', 'draft.html'), '<p>Draft {{ page.number }}</p>');
  const settings = JSON.parse(readFileSync(join(editor, 'template.json'), 'utf8'));
  writeFileSync(join(editor, 'template.json'), JSON.stringify({ ...settings, stamp: 'assets/draft.html' }));
  await succeed(['generate', './editor'], cwd);
  expect((await textsOf(cwd, 'editor.pdf'))[0]).toContain('Draft 1');
});

it('merge and pages stamp finished PDFs, before they are encrypted or split', async () => {
  const cwd = temporaryFolder({ ...files, 'secret.txt': 'secret\n' });
  const merged = ['merge', 'form.pdf', './letter', '--stamp', 'stamp.html', '--password-file', 'secret.txt'];
  await succeed([...merged, '--stamp-pages', '2-', '-o', 'merged.pdf'], cwd);
  expect(await textsOf(cwd, 'merged.pdf', 'secret')).toEqual([
    'Form Name Ada',
    'Sample one no name 2/3',
    'two no name 3/3',
  ]);
  await succeed(['pages', 'report.pdf', '--pages', '2-', '--stamp', 'stamp.html', '--split-every', '1'], cwd);
  expect((await textsOf(cwd, 'report-2.pdf'))[0]).toMatch(/no name 2\/2$/);
});

it('the recipe for Bates numbers counts on over all documents', async () => {
  const recipe = readFileSync(join(root, 'docs/pages.md'), 'utf8').split('### Bates numbers')[1] ?? '';
  const [, html = ''] = /```html\n([\s\S]*?)```/.exec(recipe) ?? [];
  const [, command = ''] = /```sh\nnpx pdfapi (.*)\n```/.exec(recipe) ?? [];
  const pdfs = { 'a.pdf': fixture('plain'), 'b.pdf': fixture('report'), 'c.pdf': fixture('form') };
  const cwd = temporaryFolder({ 'bates.html': html, ...pdfs });
  await succeed(command.split(' '), cwd);
  const numbers = (await textsOf(cwd, 'case.pdf')).map((text) => /ACME\d{6}/.exec(text)?.[0]);
  expect(numbers).toEqual(['ACME000101', 'ACME000102', 'ACME000103', 'ACME000104', 'ACME000105']);
  await succeed(['pages', 'a.pdf', 'b.pdf', 'c.pdf', '--stamp', 'bates.html', '--split-outline', '1'], cwd);
  expect((await textsOf(cwd, 'a-3.pdf'))[0]).toContain('ACME000105');
});

it('PDF/A and PDF/UA hold with stamps of HTML and of a PDF', async () => {
  const cwd = temporaryFolder(files);
  await succeed(['html', 'page.html', '-o', 'under.pdf', '--no-tags'], cwd);
  const labels = ['--pdfa', '2a', '--pdfua', '--stamp', 'stamp.html', '--under', 'under.pdf'];
  await succeed(['html', 'page.html', '-s', 'name=Eve', ...labels, '-o', 'a.pdf'], cwd);
  await succeed(['pages', 'a.pdf', '--pages', '2', '--stamp', 'stamp.html', '-o', 'b.pdf'], cwd);
  for (const file of ['a.pdf', 'b.pdf']) {
    const { stdout, exitCode } = await run(['check', file, '--json'], { cwd });
    expect(stdout).toContain('pdfa-2a');
    expect(stdout).toContain('pdfua-1');
    expect(exitCode, stdout).toBe(0);
  }
});

it.each([
  [['--stamp', 'missing.html'], 9, 'missing.html'],
  [['--stamp', 'wrong.pdf'], 2, '--stamp: wrong.pdf is not a PDF.'],
  [['--under', 'locked.pdf'], 5, 'locked.pdf cannot be used: The PDF is protected by a password.'],
  // There is no use in exporting or flattening it.
  [['--under', 'dynamic.pdf'], 5, 'static PDF form first.\nIn Adobe Acrobat or Reader, print it to a PDF.'],
  [['--stamp', 'broken.html'], 5, 'broken.html:2'],
  [['--stamp-pages', '2'], 2, '--stamp-pages needs --stamp or --under.'],
  [['--stamp', 'form.pdf', '--stamp-pages', 'x'], 2, 'Pages are numbers and ranges'],
  [['--stamp', 'form.pdf', '--stamp-pages', '7'], 5, 'pages; 7 selects none.'],
  [['--stamp', 'form.pdf', '-o', 'form.pdf'], 2, 'form.pdf is read, and cannot be overwritten.'],
])('%j is an error, and nothing is written', async (args, code, message) => {
  const locked = protectPdf(fixture('plain'), createFileProtection({ userPassword: 'x' }));
  const cwd = temporaryFolder({
    ...files,
    'locked.pdf': locked,
    'dynamic.pdf': buildPdf({ ...minimalObjects, 1: '<</Type/Catalog/Pages 2 0 R/NeedsRendering true>>' }),
    'wrong.pdf': '<p>',
    'broken.html': '<p>\n{{ page. }}',
  });
  for (const command of [
    ['html', 'page.html'],
    ['pages', 'report.pdf'],
  ]) {
    const { stderr, exitCode } = await run([...command, ...args], { cwd });
    expect(stderr).toContain(message);
    expect(exitCode).toBe(code);
  }
  for (const name of ['page.pdf', 'report-pages.pdf']) expect(existsSync(join(cwd, name))).toBe(false);
});
