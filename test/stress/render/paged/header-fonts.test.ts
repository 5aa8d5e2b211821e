/** The fonts of headers and footers in a page that has printed other documents before. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startBrowserPool } from '../../../../src/browser/browser-pool.ts';
import { inspectPdf } from '../../../../src/pdf/inspect-pdf.ts';
import { render } from '../../../../src/render/render.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { readSampleData } from '../../../../src/template/data/sample-data.ts';
import { examplesFolder } from '../../../../src/template/load/examples-folder.ts';
import { folderTree } from '../../../../src/template/load/folder-tree.ts';
import { readTemplate } from '../../../../src/template/load/read-template.ts';
import { templateOf } from '../../../support/long-documents/print-both-ways.ts';
import { assetsOf, browserOptions } from '../../../support/real-browser.ts';

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
  const kinds: readonly { html: string; styles?: string; header?: string; footer?: string }[] = [
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
      const { header, footer, html = '', styles } = kinds[index] ?? {};
      const template = templateOf(html, { assets, styles, page: { header, footer } });
      const { pdf } = await render({ template, data: {}, owner: 'team' }, { browser: pool, deadline });
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
