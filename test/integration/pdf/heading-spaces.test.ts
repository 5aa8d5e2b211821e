/** The words of a heading stay apart in bookmarks and in the headers that repeat it, wherever its lines end. */
import { describe, expect, it } from 'vitest';
import { render } from '../../../src/render/render.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { noAssets } from '../../../src/template/model/template.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { realBrowser } from '../../support/real-browser.ts';

const browser = realBrowser();

async function print(html: string, header?: string) {
  const deadline = new Deadline();
  const page = header === undefined ? {} : { header: { default: header, first: header } };
  const template = { name: 'test', page, metadata: {}, partials: {}, assets: noAssets, html };
  try {
    return await readPdf((await render({ template, data: {} }, { browser, deadline })).pdf);
  } finally {
    deadline.close();
  }
}

const narrow = '<!doctype html><title>Spaces</title><style>body { width: 60mm }</style>';
const picture = '<img alt="x" src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>">';

describe('a bookmark', () => {
  it.each([
    [
      '<h1>Quarterly figures of all the branches in the north</h1>',
      'Quarterly figures of all the branches in the north',
    ],
    [
      '<h1>Über (alle) Zweigstellen \\ der „nördlichen“ Länder</h1>',
      'Über (alle) Zweigstellen \\ der „nördlichen“ Länder',
    ],
    ['<h1>First<br>second</h1>', 'First second'],
    ['<h1>Title<span style="display:block">below</span></h1>', 'Title below'],
    ['<h1 style="display:flex"><b>Left</b><b>right</b></h1>', 'Left right'],
    [`<h1>Ahead${picture}behind</h1>`, 'Ahead behind'],
    ['<h1>W<b>or</b>d</h1>', 'Word'],
    ['<h1>Tele&shy;communi&shy;cations re&shy;organi&shy;sation</h1>', 'Telecommunications reorganisation'],
    [
      '<h1 style="text-transform: uppercase">Shown in capital letters over lines</h1>',
      'SHOWN IN CAPITAL LETTERS OVER LINES',
    ],
  ])('of %s has the spaces of the text', async (html, title) => {
    expect((await print(narrow + html)).outline).toEqual([title]);
  });
});

it('page.section has the spaces of the text', async () => {
  const { pages } = await print(
    `${narrow}<h1>Yearly report<br>of the harbour</h1><p>Text`,
    'Section: {{ page.section }}.',
  );
  expect(pages[0]?.replace(/\s+/g, ' ')).toContain('Section: Yearly report of the harbour.');
});
