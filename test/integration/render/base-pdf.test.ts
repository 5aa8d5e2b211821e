/** Tests `base.pdf` as the underlay of pages that a browser printed. */
import { expect, it } from 'vitest';
import { render } from '../../../src/render/render.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { memoryTree } from '../../../src/template/load/memory-tree.ts';
import { readTemplate } from '../../../src/template/load/read-template.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { realBrowser } from '../../support/real-browser.ts';

const browser = realBrowser();

async function print(files: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  const tree = memoryTree(new Map(Object.entries(files).map(([path, each]) => [path, Buffer.from(each)])));
  const deadline = new Deadline();
  try {
    return (await render({ template: (await readTemplate(tree)).template, data: {} }, { browser, deadline }))
      .pdf;
  } finally {
    deadline.close();
  }
}

it('base.pdf appears under every page of an HTML template', async () => {
  const letterhead =
    '<div style="position: absolute; top: 100mm; left: 0; width: 50mm; height: 50mm; background: #00f"></div>';
  const base = await print({ 'template.html': letterhead });
  const pages = '<p>one</p><p style="break-before: page">two</p>';
  const { pages: texts, picture } = await readPdf(await print({ 'template.html': pages, 'base.pdf': base }));
  expect(texts).toEqual(['one', 'two']);
  for (const page of [1, 2]) expect((await picture(page)).at(40, 130)).toEqual([0, 0, 255]);
});
