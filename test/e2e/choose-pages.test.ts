/** `--pages`, and pages of the items of `merge`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { readPdf } from '../support/read-pdf.ts';
import { run } from '../support/run.ts';

const page = ['one', 'two', 'three'].map((text) => `<h1 style="break-inside: avoid">{{ name }} ${text}</h1>`);
const html = page.join('<div style="break-after: page"></div>');
const files = {
  'page.html': html,
  'letter/template.html': html,
  'letter/data.json': '{ "name": "Sample" }',
  'ada.json': '{ "name": "Ada" }',
  'rows.csv': 'name\nAda\nBob\n',
};

async function textsOf(folder: string, file: string): Promise<string[]> {
  return (await readPdf(readFileSync(join(folder, file)))).pages.map((text) => text.trim());
}

async function succeed(args: readonly string[], cwd: string): Promise<void> {
  const { stderr, exitCode } = await run(args, { cwd });
  expect(exitCode, stderr).toBe(0);
}

describe('--pages', () => {
  it('of html, generate and batch leaves pages of each document', async () => {
    const cwd = temporaryFolder(files);
    await succeed(['html', 'page.html', '-s', 'name=Eve', '--pages', '3,1'], cwd);
    expect(await textsOf(cwd, 'page.pdf')).toEqual(['Eve three', 'Eve one']);
    await succeed(['generate', './letter', '--pages', 'last', '--no-compact'], cwd);
    expect(await textsOf(cwd, 'letter.pdf')).toEqual(['Sample three']);
    await succeed(['batch', './letter', 'rows.csv', '--pages', '2', '--merge-into', 'rows.pdf'], cwd);
    expect(await textsOf(cwd, 'rows.pdf')).toEqual(['Ada two', 'Bob two']);
  });

  it('of merge leaves pages of the merged file, and a colon those of an item', async () => {
    const cwd = temporaryFolder(files);
    await succeed(['html', 'page.html', '-s', 'name=Eve', '-o', 'a:1.pdf'], cwd);
    const items = ['a:1.pdf:2-', './letter:ada.json:1', 'a:1.pdf', './letter::last'];
    await succeed(['merge', ...items, '-o', 'all.pdf'], cwd);
    const all = ['Eve two', 'Eve three', 'Ada one', 'Eve one', 'Eve two', 'Eve three', 'Sample three'];
    expect(await textsOf(cwd, 'all.pdf')).toEqual(all);
    await succeed(['merge', ...items, '-o', 'all.pdf', '--pages', '7,1-2'], cwd);
    expect(await textsOf(cwd, 'all.pdf')).toEqual([all[6], all[0], all[1]]);
  });

  it.each([
    [['html', 'page.html', '--pages', '0'], 2, "'--pages <list>' argument '0' is invalid. Pages are numbers"],
    [['html', 'page.html', '--pages', '4-'], 5, 'The document has 3 pages; 4- selects none.'],
    [['merge', 'in.pdf:4', '-o', 'out.pdf'], 5, 'in.pdf: The document has 3 pages; 4 selects none.'],
    [['merge', 'in.pdf', '--pages', '5', '-o', 'out.pdf'], 5, 'The document has 3 pages; 5 selects none.'],
    [
      ['merge', 'in.pdf:a-b', '-o', 'out.pdf'],
      2,
      'in.pdf is a file, of which pages can be chosen, but a-b is no list',
    ],
    [['merge', 'in.pdf:', '-o', 'out.pdf'], 2, 'in.pdf: names nothing after the colon.'],
  ])('%j ends with exit code %i and writes nothing', async (args, code, message) => {
    const cwd = temporaryFolder(files);
    await succeed(['html', 'page.html', '-o', 'in.pdf'], cwd);
    const { stderr, exitCode } = await run(args, { cwd });
    expect(stderr).toContain(message);
    expect(exitCode).toBe(code);
    for (const name of ['page.pdf', 'out.pdf']) expect(existsSync(join(cwd, name))).toBe(false);
  });
});
