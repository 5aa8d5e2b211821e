/** The fonts of header and footer in a page that has printed before. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { defaultCacheDirectory } from '../../../src/core/browser/cache-directory.ts';
import { startPrinter } from '../../../src/core/browser/start-printer.ts';
import { Deadline } from '../../../src/core/deadline.ts';
import { inspectPdf } from '../../../src/core/pdf/index.ts';
import { render } from '../../../src/core/render.ts';
import { examplesFolder } from '../../../src/core/template/examples-folder.ts';
import { folderTree } from '../../../src/core/template/folder-tree.ts';
import { readTemplate } from '../../../src/core/template/read-template.ts';
import { readSampleData } from '../../../src/core/template/sample-data.ts';
import { plainJob } from '../../real-browser.ts';

function printerOf() {
  const printer = startPrinter({
    cacheDirectory: defaultCacheDirectory(process.env),
    environment: process.env,
    sandbox: process.env.PDFAPI_NO_SANDBOX !== '1',
    workers: 1,
  });
  onTestFinished(() => printer.close());
  return printer;
}

it.each(['invoice', 'letter'])('are those of the document in every render of %s', async (name) => {
  const printer = printerOf();
  const tree = folderTree(join(examplesFolder, name));
  const { template } = await readTemplate(tree);
  if (template.kind === 'editor') throw new Error('This is an html template.');
  const data = (await readSampleData(tree))?.exact ?? {};
  const fonts: (readonly string[])[] = [];
  for (let round = 0; round < 4; round++) {
    const deadline = new Deadline();
    const { pdf } = await render({ template, data, owner: 'team' }, { browser: printer, deadline });
    deadline.close();
    fonts.push(inspectPdf(pdf).fonts);
  }
  for (const again of fonts) expect(again).toEqual(fonts[0]);
});

it('are there too where the header brings them itself, as data', async () => {
  const printer = printerOf();
  const font = readFileSync(join(examplesFolder, 'invoice/fonts/work-sans-latin-500.woff2')).toString(
    'base64',
  );
  const style = `<style>@font-face { font-family: Own; src: url(data:font/woff2;base64,${font}) }</style>`;
  for (let round = 0; round < 3; round++) {
    const deadline = new Deadline();
    const header = `${style}<p style="font-family: Own">Header ${round}</p>`;
    const { pdf } = await printer.print({ ...plainJob, header, owner: 'team' }, deadline);
    deadline.close();
    expect(inspectPdf(pdf).fonts).toContain('WorkSans-Medium');
  }
});
