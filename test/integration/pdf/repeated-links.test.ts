/** A link of what is drawn on each page can be clicked on each of them, and is there once. */
import { expect, it } from 'vitest';
import { checkConformance } from '../../../src/conformance/index.ts';
import { getPages } from '../../../src/pdf/document/page-tree.ts';
import { isDict, PdfRef, type PdfValue, toList } from '../../../src/pdf/object.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { annotationsOf, kidElements } from '../../../src/pdf/tagging/printed-elements.ts';
import { realBrowser } from '../../support/real-browser.ts';
import { type RenderHtmlOptions, renderHtml } from '../../support/render-html.ts';

const browser = realBrowser();
const site = 'https://example.com/';
const begin = '<!doctype html><html lang="en"><title>Links</title>';
const repeat = (count: number, toHtml: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => toHtml(i)).join('');
const fixed = `${begin}<style>p + p { break-before: page } div { position: fixed; bottom: 0 }</style>
  <div><a href="${site}">Home</a></div>${repeat(12, (i) => `<p>Page ${i + 1}`)}`;
const table = `${begin}<table><thead><tr><th><a href="${site}">Name</a><th><a href="#end">Sum</a></thead>
  <tbody>${repeat(150, (i) => `<tr><td>Row ${i}<td>${i}`)}</table><p id="end">End`;

async function read(html: string, options: RenderHtmlOptions = {}) {
  const { pdf } = await renderHtml(browser, html, options);
  const file = new PdfReader(pdf);
  const counts = [...getPages(file)].map(({ dict }) => file.array(dict, 'Annots')?.length ?? 0);
  return { pdf, file, counts };
}

/** The links of the pages that elements of the structure refer to. */
function linksOfElements(file: PdfReader): PdfValue[] {
  const found: PdfValue[] = [];
  const visit = (value: PdfValue) => {
    const element = file.resolve(value);
    if (!isDict(element)) return;
    found.push(...annotationsOf(file, element).map(({ ref }) => ref));
    for (const { ref } of kidElements(file, element)) visit(ref);
  };
  const root = file.dict(file.catalog, 'StructTreeRoot');
  for (const kid of toList(root?.get('K'))) visit(kid);
  return found;
}

it.each([
  ['a fixed element', fixed, 1],
  ['the head of a table', table, 2],
])('of %s, with the structure that PDF/UA asks for', async (_, html, perPage) => {
  const { pdf, file, counts } = await read(html, { request: { standards: { pdfua: true } } });
  expect(counts.length).toBeGreaterThan(2);
  const drawn = counts.slice(0, perPage === 2 ? -1 : undefined);
  expect(drawn).toEqual(drawn.map(() => perPage));
  const links = [...getPages(file)].flatMap(({ dict }) => file.array(dict, 'Annots') ?? []);
  expect(links.every((link) => link instanceof PdfRef)).toBe(true);
  expect(new Set(linksOfElements(file))).toEqual(new Set(links));
  expect(linksOfElements(file)).toHaveLength(links.length);
  expect(checkConformance(pdf)).toMatchObject({ claimed: ['pdfua-1'], findings: [] });
});

it('without tags', async () => {
  const { counts } = await read(fixed, { parts: { tags: false } });
  expect(counts).toEqual(Array(12).fill(1));
});

it('in a file that is not compacted, whose removed objects are free', async () => {
  const { file, pdf } = await read(fixed, { request: { compact: false } });
  expect(Buffer.from(pdf).toString('latin1').split('/Subtype /Link\n').length - 1).toBeGreaterThan(0);
  const numbers = [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\n(\d+) 0 obj\n<<\/Type \/Annot\n/g),
  ];
  const known = new Set(numbers.map(([, number]) => Number(number)));
  expect(known.size).toBe(12);
  for (const number of known) expect(isDict(file.resolve(file.ref(number, 0)))).toBe(true);
});

it('stays where two elements have one of the same address', async () => {
  const { counts } = await read(`${begin}<p><a href="${site}">One</a> <a href="${site}">two</a>`);
  expect(counts).toEqual([2]);
});
