/** `pdfapi generate <folder>` and `pdfapi templates`, with the real browser. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { root, run } from '../../support/run.ts';

const invoice = {
  'invoice/template.html':
    '<link rel=stylesheet href="assets/a.css"><h1>No. {{ number }}</h1>{% include "row.html" %}',
  'invoice/template.json': '{ "format": "A5", "metadata": { "title": "Invoice {{ number }}" } }',
  'invoice/footer.html': 'Page <span class="pageNumber"></span>',
  'invoice/partials/row.html': '<p>Row of {{ name }}',
  'invoice/assets/a.css': 'h1 { color: red }',
  'invoice/data.json': '{ "number": "S-1", "name": "Sample" }',
  'invoice/schema.json': '{ "required": ["number"], "properties": { "number": { "type": "string" } } }',
};
const read = (folder: string, name: string) => readPdf(readFileSync(join(folder, name)));

describe('generate', () => {
  it('fills a template with its sample data if none is given, and reports that', async () => {
    const cwd = temporaryFolder(invoice);
    const { stdout, stderr, exitCode } = await run(['generate', './invoice', '--strict'], { cwd });
    expect(stderr).toMatch(
      /^No --data given; filled with the template’s sample data\.json\.\ninvoice\.pdf {2}local · 1 page · /,
    );
    expect(stdout).toBe('invoice.pdf\n');
    expect(exitCode).toBe(0);
    const pdf = await read(cwd, 'invoice.pdf');
    expect(pdf.pages[0]).toMatch(/No\. S-1[\s\S]*Row of Sample[\s\S]*Page 1/);
    expect(pdf.sizes).toEqual([{ width: 148, height: 210 }]);
    expect(pdf.info.Title).toBe('Invoice S-1');
  });

  it('prefers given data, settings and properties to those of the template', async () => {
    const cwd = temporaryFolder({ ...invoice, 'd.json': '{"number":"7"}' });
    const args = [
      'generate',
      'invoice',
      '-d',
      'd.json',
      '--format',
      'A6',
      '--meta',
      'title=Mine',
      '-o',
      'out.pdf',
    ];
    const { stderr, stdout } = await run(args, { cwd });
    expect(stdout).toBe('out.pdf\n');
    expect(stderr).not.toContain('sample');
    const pdf = await read(cwd, 'out.pdf');
    expect(pdf.pages[0]).toContain('No. 7');
    expect(pdf.pages[0]).not.toContain('Sample');
    expect(pdf.sizes).toEqual([{ width: 105, height: 148 }]);
    expect(pdf.info.Title).toBe('Mine');
  });

  it('rejects data that does not match the schema', async () => {
    const cwd = temporaryFolder(invoice);
    const { stderr, exitCode } = await run(['generate', 'invoice', '-s', 'number=7'], { cwd });
    expect(stderr).toContain('  number  must be text, not 7\n');
    expect(exitCode).toBe(5);
    expect(existsSync(join(cwd, 'invoice.pdf'))).toBe(false);
  });

  it('points at the partial that contains an error', async () => {
    const cwd = temporaryFolder({ ...invoice, 'invoice/partials/row.html': '<p>\n{{ name|upercase }}' });
    const { stderr, exitCode } = await run(['generate', 'invoice'], { cwd });
    expect(stderr).toMatch(/^error: invoice\/partials\/row\.html:2:\d+: /m);
    expect(exitCode).toBe(5);
  });

  it('points at the property that contains an error', async () => {
    const json = '{\n  "metadata": {\n    "title": "{{ number|nope }}"\n  }\n}';
    const cwd = temporaryFolder({ ...invoice, 'invoice/template.json': json });
    const { stderr, exitCode } = await run(['generate', './invoice'], { cwd });
    expect(stderr).toMatch(/^error: \.?\/?invoice\/template\.json:3:25: .*nope/m);
    expect(exitCode).toBe(5);
  });

  it('never overwrites the template’s own files', async () => {
    const cwd = temporaryFolder(invoice);
    const { exitCode } = await run(['generate', 'invoice', '-o', 'invoice/template.html'], { cwd });
    expect(exitCode).toBe(2);
    expect(readFileSync(join(cwd, 'invoice/template.html'), 'utf8')).toContain('No. {{ number }}');
  });

  it('points at an invalid setting', async () => {
    const cwd = temporaryFolder({ ...invoice, 'invoice/template.json': '{\n  "formta": "A4"\n}' });
    const { stderr, exitCode } = await run(['generate', './invoice'], { cwd });
    expect(stderr).toMatch(/^error: \.?\/?invoice\/template\.json:2:3: /);
    expect(stderr).toContain('  formta  is unknown. Did you mean "format"?');
    expect(exitCode).toBe(5);
  });
});

describe('templates new', () => {
  it.each([
    'blank',
    'invoice',
    'e-invoice',
    'report',
    'book',
    'certificate',
    'letter',
    'application-form',
    'editor',
    'editor-invoice',
    'editor-form',
  ])('%s creates a template that renders', async (from) => {
    const cwd = temporaryFolder();
    const made = await run(['templates', 'new', 'mine', '--from', from], { cwd });
    expect(made.stdout).toBe('mine\n');
    expect(made.stderr).toMatch(/template\.html|editor\.json/);
    expect(made.stderr).toContain('Next: pdfapi generate ./mine');
    expect(readdirSync(cwd)).toEqual(['mine']);
    const { stdout, stderr } = await run(['generate', './mine', '--strict'], { cwd });
    expect(stderr).not.toContain('error:');
    expect(stdout).toBe('mine.pdf\n');
    const checked = await run(['templates', 'check', 'mine'], { cwd });
    expect(checked).toMatchObject({
      stdout: 'mine\tok\t0 errors\t0 warnings\t0 hints\n',
      stderr: '',
      exitCode: 0,
    });
  });

  it('never writes into a folder that is not empty', async () => {
    const cwd = temporaryFolder({ 'mine/keep.txt': 'x' });
    const { stderr, exitCode } = await run(['templates', 'new', 'mine'], { cwd });
    expect(stderr).toContain('The folder mine already exists and is not empty.');
    expect(exitCode).toBe(2);
    expect(readdirSync(join(cwd, 'mine'))).toEqual(['keep.txt']);
  });

  it('suggests the nearest example', async () => {
    const { stderr, exitCode } = await run(['templates', 'new', 'x', '--from', 'invioce'], {
      cwd: temporaryFolder(),
    });
    expect(stderr).toContain('Did you mean "invoice"?');
    expect(exitCode).toBe(4);
  });
});

it('generate names a file outside the template', async () => {
  const cwd = temporaryFolder({
    'letter/template.html': '<p>x<link rel=stylesheet href="../shared.css">{% include "row.html" %}',
    'letter/partials/row.html': '<img src="../../logo.svg">',
    'shared.css': 'p { color: red }',
  });
  const { stderr, exitCode } = await run(['generate', './letter'], { cwd });
  for (const name of ['../shared.css', '../../logo.svg']) {
    expect(stderr).toContain(`${name} is outside the template, which can use only files of its own folder\n`);
  }
  expect(exitCode).toBe(0);
});

describe('templates check', () => {
  it('reports all errors together', async () => {
    const cwd = temporaryFolder({
      'bad/template.html': '<img src="assets/gone.png">\n{{ a|nofilter }}',
      'bad/header.html': '{{ 1 + }}',
      'bad/partials/p.html': '{% if %}',
      'bad/styles.css': 'p { background: url(none.svg) }',
      'bad/data.json': '{"a":1}',
      'bad/schema.json': '{"required":["b"]}',
      ...invoice,
    });
    const { stdout, stderr, exitCode } = await run(['templates', 'check', 'bad', './invoice'], { cwd });
    for (const place of [
      'template.html:2:',
      'header.html:1:',
      'partials/p.html:1:',
      'template.html:1:6:',
      'styles.css:1:17:',
    ]) {
      expect(stderr).toContain(`error: bad/${place}`);
    }
    expect(stderr).toContain('  b  is missing');
    expect(stdout).toBe(
      'bad\tfailed\t6 errors\t0 warnings\t0 hints\n./invoice\tok\t0 errors\t1 warning\t0 hints\n',
    );
    expect(exitCode).toBe(5);
  });

  it('warns of variables missing from the sample data', async () => {
    const cwd = temporaryFolder({ ...invoice, 'invoice/header.html': '{{ nmae }}' });
    const { stderr, exitCode } = await run(['templates', 'check', 'invoice'], { cwd });
    expect(stderr).toContain(
      'warning: invoice/header.html:1: nmae is used, and invoice/data.json does not have it. Did you mean "name"?',
    );
    expect(exitCode).toBe(0);
  });

  it('warns of a nearly correct file name', async () => {
    const cwd = temporaryFolder({ ...invoice, 'invoice/style.css': 'p {}' });
    const { stderr, exitCode } = await run(['templates', 'check', 'invoice'], { cwd });
    expect(stderr).toContain('warning: invoice/style.css is not used. Did you mean invoice/styles.css?');
    expect(exitCode).toBe(0);
  });

  it('annotates each error on its line under GitHub Actions', async () => {
    const cwd = temporaryFolder({
      ...invoice,
      'invoice/header.html': '{{ 1 + }}',
      'invoice/footer.html': '\n{% if %}',
    });
    const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: cwd };
    const { stderr } = await run(['templates', 'check', 'invoice'], { cwd, env });
    expect(stderr).toContain('::error file=invoice/header.html,line=1,');
    expect(stderr).toContain('::error file=invoice/footer.html,line=2,');
  });

  it('continues after a folder that is not a template', async () => {
    const cwd = temporaryFolder({ ...invoice, 'shared/logo.svg': '<svg/>' });
    const { stdout, exitCode } = await run(['templates', 'check', 'shared', './invoice'], { cwd });
    expect(stdout).toBe(
      'shared\tfailed\t1 error\t0 warnings\t0 hints\n./invoice\tok\t0 errors\t1 warning\t0 hints\n',
    );
    expect(exitCode).toBe(5);
    expect((await run(['templates', 'check', 'shared'], { cwd })).exitCode).toBe(4);
  });

  it('prints JSON with --json', async () => {
    const cwd = temporaryFolder({ ...invoice, 'invoice/header.html': '{{ 1 + }}' });
    const { stdout, stderr, exitCode } = await run(['templates', 'check', 'invoice', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      templates: [{ path: 'invoice', ok: false, errors: [{ file: 'invoice/header.html', line: 1 }] }],
    });
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'invalid_template', exit: 5 });
    expect(exitCode).toBe(5);
  });

  it('finds nothing wrong with the examples', async () => {
    const names = readdirSync(join(root, 'templates-examples'));
    const { stderr, exitCode } = await run(['templates', 'check', ...names], {
      cwd: join(root, 'templates-examples'),
    });
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });
});
