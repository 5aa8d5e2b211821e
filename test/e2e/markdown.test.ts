/** `pdfapi html notes.md` and templates whose text is Markdown, with the real browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPdf } from '../support/read-pdf.ts';
import { run, runForBytes } from '../support/run.ts';

const notes =
  '---\ntitle: Notes for {{ name }}\nformat: A6\n---\n\n## A *list*\n\n- [x] done\n\n![dot](dot.svg)\n';
const dot = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
const read = (folder: string, name: string) => readPdf(readFileSync(join(folder, name)));

describe('pdfapi html', () => {
  it('prints a .md file as Markdown, with its front matter and the files beside it', async () => {
    const cwd = temporaryFolder({ 'notes.md': notes, 'dot.svg': dot });
    const { stdout, stderr, exitCode } = await run(['html', 'notes.md', '-s', 'name=Ada', '--strict'], {
      cwd,
    });
    expect(stderr).toMatch(/^notes\.pdf {2}local · 1 page · /);
    expect([stdout, exitCode]).toEqual(['notes.pdf\n', 0]);
    const pdf = await read(cwd, 'notes.pdf');
    expect(pdf.pages[0]?.split(/\s+/).join(' ')).toBe('1 Notes for Ada A list done');
    expect(pdf.sizes).toEqual([{ width: 105, height: 148 }]);
    expect(pdf.info).toMatchObject({ Title: 'Notes for Ada' });
  });

  it('reads Markdown from stdin with --markdown, and HTML without', async () => {
    const cwd = temporaryFolder();
    const print = async (...flags: string[]) => {
      const { stdout } = await runForBytes(['html', '-', '-o', '-', '-q', ...flags], { cwd, input: '# One' });
      return (await readPdf(stdout)).pages[0];
    };
    expect(await print('--markdown')).toBe('1\nOne');
    expect(await print()).toBe('# One');
  });

  it('conforms to PDF/A-3a and PDF/UA', async () => {
    const cwd = temporaryFolder({ 'notes.md': notes, 'dot.svg': dot });
    const flags = ['--pdfa', '3a', '--pdfua', '--lang', 'en'];
    expect((await run(['html', 'notes.md', '-s', 'name=Ada', ...flags], { cwd })).exitCode).toBe(0);
    expect((await run(['check', 'notes.pdf', '--level', '3a', '--level', 'ua1'], { cwd })).exitCode).toBe(0);
  });

  it('names the line of wrong front matter and writes nothing', async () => {
    const cwd = temporaryFolder({ 'notes.md': '---\ntitle: A\nformat: A44\n---\nText\n' });
    const { stderr, exitCode } = await run(['html', 'notes.md'], { cwd });
    expect(stderr).toMatch(/notes\.md:3:9/);
    expect(stderr).toContain('The format of the front matter must be one of: A0');
    expect(exitCode).toBe(5);
    expect((await run(['html', 'notes.pdf'], { cwd })).exitCode).not.toBe(0);
  });
});

describe('a template folder with template.md', () => {
  const files = {
    'template.md': '---\ntitle: Order {{ number }}\n---\n\n![dot](assets/dot.svg)\n\n{{ customer }}\n',
    'data.json': '{ "number": 7, "customer": "*Ada* <b>" }',
    'assets/dot.svg': dot,
  };

  it('is checked and printed', async () => {
    const cwd = temporaryFolder(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`order/${name}`, text])),
    );
    expect((await run(['templates', 'check', './order'], { cwd })).exitCode).toBe(0);
    expect((await run(['generate', './order', '--strict', '-d', 'order/data.json'], { cwd })).exitCode).toBe(
      0,
    );
    expect((await read(cwd, 'order.pdf')).pages[0]).toBe('1\nOrder 7\n*Ada* <b>');
  });

  it('is printed for each row of a batch, and merged', async () => {
    const cwd = temporaryFolder({
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`order/${name}`, text])),
      'rows.json': '[{ "number": 1, "customer": "*A*" }, { "number": 2, "customer": "*B*" }]',
    });
    expect(
      (await run(['batch', './order', 'rows.json', '-o', 'out/{{ number }}.pdf'], { cwd })).exitCode,
    ).toBe(0);
    expect((await read(cwd, 'out/1.pdf')).pages).toEqual(['1\nOrder 1\n*A*']);
    expect((await read(cwd, 'out/2.pdf')).pages).toEqual(['1\nOrder 2\n*B*']);
    const merge = ['merge', './order:order/data.json', 'out/1.pdf', '-o', 'all.pdf'];
    expect((await run(merge, { cwd })).exitCode).toBe(0);
    expect((await read(cwd, 'all.pdf')).pages).toEqual(['1\nOrder 7\n*Ada* <b>', '1\nOrder 1\n*A*']);
  });

  it('is checked for files that do not exist, with the line of the Markdown', async () => {
    const text = '---\ntitle: A\n---\n\n# A\n\n- b\n- ![c](missing.svg)\n';
    const cwd = temporaryFolder({ 'order/template.md': text });
    const { stderr, exitCode } = await run(['templates', 'check', './order'], { cwd });
    expect(stderr).toMatch(/order\/template\.md:8/);
    expect(stderr).toContain('missing.svg cannot be used: there is no such file.');
    expect(exitCode).toBe(5);
  });
});
