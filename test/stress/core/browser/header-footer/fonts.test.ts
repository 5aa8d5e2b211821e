/** The fonts of headers and footers in a page that has printed other documents before. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startBrowserPool } from '../../../../../src/core/browser/browser-pool.ts';
import { Deadline } from '../../../../../src/core/deadline.ts';
import { inspectPdf } from '../../../../../src/core/pdf/index.ts';
import { render } from '../../../../../src/core/render.ts';
import { readSampleData } from '../../../../../src/core/template/data/sample-data.ts';
import { examplesFolder } from '../../../../../src/core/template/load/examples-folder.ts';
import { folderTree } from '../../../../../src/core/template/load/folder-tree.ts';
import { readTemplate } from '../../../../../src/core/template/load/read-template.ts';
import { readPdf } from '../../../../support/read-pdf.ts';
import { assetsOf, browserOptions, plainJob, realBrowser } from '../../../../support/real-browser.ts';

/** Embeds whole fonts, because it caches nothing for the next document. */
const single = realBrowser();

function startPool() {
  const pool = startBrowserPool({
    ...browserOptions,
    workers: 1,
  });
  onTestFinished(() => pool.close());
  return pool;
}

it.each(['invoice', 'letter'])('the fonts are the same in every render of %s', async (name) => {
  const pool = startPool();
  const tree = folderTree(join(examplesFolder, name));
  const { template } = await readTemplate(tree);
  if (template.kind === 'editor') throw new Error('This is an html template.');
  const data = (await readSampleData(tree))?.exact ?? {};
  const fonts: (readonly string[])[] = [];
  for (let round = 0; round < 4; round++) {
    const deadline = new Deadline();
    const { pdf } = await render({ template, data, owner: 'team' }, { browser: pool, deadline });
    deadline.close();
    fonts.push(inspectPdf(pdf).fonts);
  }
  for (const again of fonts) expect(again).toEqual(fonts[0]);
});

it('a font that the header embeds as a data: URL is used in every render', async () => {
  const pool = startPool();
  const font = readFileSync(join(examplesFolder, 'invoice/fonts/work-sans-latin-500.woff2')).toString(
    'base64',
  );
  const style = `<style>@font-face { font-family: Own; src: url(data:font/woff2;base64,${font}) }</style>`;
  for (let round = 0; round < 3; round++) {
    const deadline = new Deadline();
    const header = `${style}<p style="font-family: Own">Header ${round}</p>`;
    const { pdf } = await pool.print({ ...plainJob, header, owner: 'team' }, deadline);
    deadline.close();
    expect(inspectPdf(pdf).fonts).toContain('WorkSans-Medium');
  }
});

it('a header or footer that names a file many thousand times fails with an error that names the limit', async () => {
  const pool = startPool();
  const assets = assetsOf({ 'a.svg': { type: 'image/svg+xml', bytes: 'x'.repeat(8_000) } });
  const job = { ...plainJob, assets, owner: 'team' };
  for (const margins of [
    { header: `<style>p { background: ${'url(a.svg)'.repeat(100_000)} }</style><p>x` },
    { footer: `<p style="background:${'url(a.svg)'.repeat(100_000)}">x` },
    { footer: '<img src="a.svg">'.repeat(20_000) },
    { header: '<p>x', styles: 'p{background:url(a.svg)}'.repeat(100_000) },
  ]) {
    const deadline = new Deadline();
    await expect(pool.print({ ...job, ...margins }, deadline)).rejects.toMatchObject({
      code: 'page_failed',
      message: expect.stringContaining('more than 32 MB'),
    });
    deadline.close();
  }
});

it('each document gets its own fonts, whatever the documents before it used', async () => {
  const pool = startPool();
  const folder = join(
    dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
    'standard_fonts',
  );
  const fontFile = (name: string) => ({ type: 'font/ttf', bytes: readFileSync(join(folder, name)) });
  const assets = assetsOf({
    'bold.ttf': fontFile('LiberationSans-Bold.ttf'),
    'italic.ttf': fontFile('LiberationSans-Italic.ttf'),
  });
  const face = (name: string) => `@font-face { font-family: Own; src: url("${name}.ttf") }`;
  const own = '<p style="font-family: Own">';
  const kinds = [
    { styles: face('bold'), header: `${own}Head`, html: `${own}Page` },
    { styles: face('italic'), footer: `${own}Foot`, html: '<p>Page' },
    { styles: face('bold'), header: `${own}Head`, html: '<p>Page' },
    { styles: face('bold'), footer: `${own}Foot`, html: `<p>Page<!--${'long '.repeat(40_000)}-->` },
    {
      header: `<style>${face('italic')}</style>${own}Head`,
      html: `<style>${face('bold')}</style>${own}Page`,
    },
    { header: 'Head', html: '<p>Page' },
    // A file that cannot be inlined, so that the page gets its own realm.
    { styles: face('italic'), header: `${own}Head`, html: '<p style="background: url(none.png)">Page' },
  ];
  const fonts = new Map<number, (readonly string[])[]>(kinds.map((_, index) => [index, []]));
  for (const order of ['0123456', '6543210', '0246135', '3322115500']) {
    for (const index of [...order].map(Number)) {
      const deadline = new Deadline();
      const { pdf } = await pool.print({ ...plainJob, assets, ...kinds[index], owner: 'team' }, deadline);
      deadline.close();
      fonts.get(index)?.push(
        inspectPdf(pdf)
          .fonts.filter((font) => font.startsWith('LiberationSans-'))
          .sort(),
      );
    }
  }
  const [bold, italic] = ['LiberationSans-Bold', 'LiberationSans-Italic'];
  const expected = [[bold], [italic], [bold], [bold], [bold, italic], [], [italic]];
  for (const [index, seen] of fonts) {
    for (const found of seen) expect([index, found]).toEqual([index, expected[index]]);
  }
});

describe('subset fonts', () => {
  const openSans = readFileSync(
    join(import.meta.dirname, '../../../../../src/core/pdfme/fonts/OpenSans-Regular.ttf'),
  );
  const assets = assetsOf({ 'f.ttf': { type: 'font/ttf', bytes: openSans } });
  const styles = `
    @font-face { font-family: Own; src: url("f.ttf") }
    @font-face { font-family: Own; src: url("f.ttf"); unicode-range: U+0400-04FF; font-weight: bold }
    .own { font: 14px Own }
    .mark::before { content: "\\2022 \\e4 " attr(data-mark) }`;
  const text = 'Größe “1/2” ½ fi fl éclair e\u0301 Łódź İstanbul Русский Ελληνικά';

  it.each([
    `${text} <span class="pageNumber"></span>/<span class="totalPages"></span> <span class="title"></span>`,
    `<b style="text-transform: uppercase">${text}</b>`,
    `<span lang="tr" style="text-transform: uppercase">${text}</span>`,
    `<span style="font-variant: small-caps; font-feature-settings: 'liga', 'dlig', 'frac'">${text}</span>`,
    `<span class="mark" data-mark="&Auml;&#x416;">${text}</span> <q>quoted</q>`,
    `<ol style="list-style: upper-roman"><li>${text}</ol><ul><li>x</ul>`,
    `<p style="width: 20mm; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">${text}</p>`,
    `سلام ${text}`,
  ])('print the same pixels as whole fonts: %s', async (header) => {
    const job = {
      ...plainJob,
      html: '<!doctype html><title>Tïtle Титул</title><p class="own">Page',
      assets,
      styles,
      header: `<div class="own">${header}</div>`,
      paper: { ...plainJob.paper, margins: { top: 60 } },
    };
    const [slim, whole] = await Promise.all(
      [startPool(), single].map(async (browser) => {
        const deadline = new Deadline();
        const { pdf } = await browser.print({ ...job, owner: 'team' }, deadline);
        deadline.close();
        const read = await readPdf(pdf);
        const { pixels } = await read.picture(1);
        return { text: read.pages, pixels: Buffer.from(pixels).toString('base64') };
      }),
    );
    expect(slim?.text).toEqual(whole?.text);
    expect(slim?.pixels === whole?.pixels).toBe(true);
    expect(slim?.text[0]).toContain('Page');
  });
});
