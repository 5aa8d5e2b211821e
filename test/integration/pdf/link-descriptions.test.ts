/** What a screen reader says of a link: its own text, whatever other links the document has. */
import { expect, it } from 'vitest';
import { getPages } from '../../../src/pdf/document/page-tree.ts';
import { isDict } from '../../../src/pdf/object.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { decodeTextString } from '../../../src/pdf/text-string.ts';
import { render } from '../../../src/render/render.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { noAssets } from '../../../src/template/model/template.ts';
import { realBrowser } from '../../support/real-browser.ts';

const browser = realBrowser();

/** One for each link, without repetitions for those of several lines. */
async function descriptionsOf(body: string): Promise<string[]> {
  const html = `<!doctype html><html lang="en"><title>Links</title>${body}`;
  const template = { name: 'test', page: {}, metadata: {}, partials: {}, assets: noAssets, html };
  const deadline = new Deadline();
  const { pdf } = await render({ template, data: {} }, { browser, deadline });
  deadline.close();
  const file = new PdfReader(Buffer.from(pdf));
  const texts = new Set<string>();
  for (const { dict } of getPages(file)) {
    for (const ref of file.array(dict, 'Annots') ?? []) {
      const link = file.resolve(ref);
      const text = isDict(link) ? file.string(link, 'Contents') : undefined;
      texts.add(text ? decodeTextString(text) : '');
    }
  }
  return [...texts];
}

const site = 'https://example.com/';
const over = 'style="position: absolute; inset: 0"';

it.each([
  [
    'after one to a missing name',
    '<a href="#none">None</a> <a href="#">Top</a> <a href="#">Start</a>',
    ['Top', 'Start'],
  ],
  [
    'after an invisible one',
    `<a href="${site}" style="visibility: hidden">Old</a> <a href="${site}">New</a>`,
    ['New'],
  ],
  [
    'after an empty one',
    `<a href="${site}"></a> <a href="${site}">New</a> <a href="${site}">Next</a>`,
    ['New', 'Next'],
  ],
  [
    'after one in a folded box',
    `<div style="height: 0; overflow: hidden"><p><a href="${site}">Old</a></p></div><a href="${site}">New</a>`,
    ['New'],
  ],
  ['with blocks', `<a href="${site}"><h2>Head</h2><p>Text</p></a>`, ['Head Text']],
  ['with lines', `<a href="${site}">One<br>two</a>`, ['One two']],
  [
    'with boxes side by side',
    `<a href="${site}" style="display: grid"><b>One</b><b>two</b></a>`,
    ['One two'],
  ],
  [
    'with a picture',
    `<a href="${site}">To <img alt="the shop" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></a>`,
    ['To the shop'],
  ],
  [
    'in a shadow tree',
    `<x-a><template shadowrootmode="open"><a href="${site}">Inside</a></template></x-a>`,
    ['Inside'],
  ],
  [
    'with a label over a card',
    `<div style="position: relative"><p>Card</p><a href="${site}" aria-label="Open" ${over}></a></div>`,
    ['Open'],
  ],
  [
    'without a text over a card',
    `<div style="position: relative"><h2>Card</h2><p>text</p><a href="${site}" ${over}></a></div>`,
    ['Card text'],
  ],
])('a link %s', async (_name, body, descriptions) => {
  expect(await descriptionsOf(body)).toEqual(descriptions);
});
