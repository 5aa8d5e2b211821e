/** What footnotes are in a document that cannot have them, in the tags and in the outline. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkConformance } from '../../../../src/conformance/index.ts';
import { openRenderer, type Renderer } from '../../../../src/index.ts';
import { documentTitle } from '../../../../src/pdf/document/document-title.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { contentFaults, readTagged } from '../../../support/pdf/tagged.ts';
import { browserOptions, otherBrowser } from '../../../support/real-browser.ts';
import { readPages } from './read-pages.ts';

let renderer: Renderer;

beforeAll(async () => {
  renderer = await openRenderer({ browserPath: otherBrowser, sandbox: browserOptions.sandbox, workers: 1 });
});
afterAll(() => renderer.close());

it.each([
  ['@page { size: 80mm auto; margin: 5mm }', 'because the paper is as high as its contents'],
  ['body { display: flex; flex-direction: column }', 'because the body of the document is no block'],
])('prints a note in the text with %s', async (css, reason) => {
  const html = `<!doctype html><style>${css} span { float: footnote }</style><p>Text<span> and note</span></p><p>More</p>`;
  const { pdf, warnings } = await renderer.html(html);
  const [page] = (await readPages(pdf)).pages;
  expect(page?.runs.map(({ text }) => text)).toEqual(['Text', 'and note', 'More']);
  expect(warnings).toEqual([
    `footnotes are printed in the text, ${reason}${reason.includes('body') ? ': set display: block for it' : ''}`,
  ]);
});

const notes =
  '<!doctype html><html lang="en"><title>Notes</title><style>@page { size: A6; @footnote { border-top: 1pt solid } } .n { float: footnote }</style>';

it('tags each note with its label at the place of its call, and nothing for the areas', async () => {
  const { pdf, warnings } = await renderer.html(
    `${notes}<h1>Title<span class="n">On the title.</span></h1><p>Text<span class="n">A <b>note</b></span> goes on.</p>
    <ul><li>Item<aside class="n"><p>One.</p><p>Two.</p></aside></li></ul>`,
    { pdfua: true },
  );
  expect(warnings).toEqual([]);
  const { lines, untagged } = await readTagged(pdf);
  expect(lines).toEqual([
    'Document',
    '  H1 Title',
    '    Link 1',
    '  Note On the title.',
    '    Lbl',
    '      Link 1.',
    '  P Text goes on.',
    '    Link 2',
    '    Note A note',
    '      Lbl',
    '        Link 2.',
    '  L',
    '    LI',
    '      Lbl',
    '      LBody Item',
    '        Link 3',
    '        Note',
    '          Lbl',
    '            Link 3.',
    '          P One.',
    '          P Two.',
  ]);
  expect(untagged).toBe('');
  expect(contentFaults(pdf)).toEqual([]);
  expect(checkConformance(pdf)).toMatchObject({ claimed: ['pdfua-1'], findings: [] });
  // An element without text or children would be an area.
  const elements = Buffer.from(pdf).toString('latin1').split('/StructElem').length - 1;
  expect(elements).toBeLessThanOrEqual(40);
});

it('tags a note that is an item of a list, also within an aside', async () => {
  const { pdf, warnings } = await renderer.html(
    `${notes}<h1>Title</h1><aside><p>Text</p><ul><li>a</li><li class="n">On <b>a</b>.</li></ul></aside>`,
  );
  expect(warnings).toEqual([]);
  const { lines } = await readTagged(pdf);
  expect(lines.slice(2)).toEqual([
    '  Sect',
    '    P Text',
    '    L',
    '      LI',
    '        Lbl',
    '        LBody a',
    '      Link 1',
    '      LI',
    '        LBody',
    '          Note On a.',
    '            Lbl',
    '              Link 1.',
  ]);
});

it('keeps the numbers of notes out of the outline and of the title', async () => {
  const note = (text: string) => `<span class="n">${text}</span>`;
  const { pdf } = await renderer.html(
    `${notes.replace('<title>Notes</title>', '')}<h1>First${note('a')} of${note('b')} 3 long headings${note('c')}</h1><h2>In 2${note('d')}</h2>
    <h2>Plain 5</h2><h2 style="text-transform: uppercase">In${note('e')} capitals</h2><h3>6${note('f')} words</h3>`,
  );
  const { outline } = await readPages(pdf);
  expect(outline.map((entry) => entry.replace(/ @\d+$/, ''))).toEqual([
    'First of 3 long headings',
    '  In 2',
    '  Plain 5',
    '  IN CAPITALS',
    '    6 words',
  ]);
  expect(documentTitle(new PdfReader(pdf))).toBe('First of 3 long headings');
});

it('conforms to PDF/UA-2 with calls and markers that show nothing', async () => {
  const { pdf, warnings } = await renderer.html(
    `${notes}<style>.c::footnote-call { content: none } .m::footnote-marker { content: none }</style>
    <h1>Title</h1><p>Text<span class="n c">No call.</span> goes<span class="n m">No marker.</span> on.</p>`,
    { pdfua: 2 },
  );
  expect(warnings).toEqual([]);
  expect((await readTagged(pdf)).lines).toEqual(expect.arrayContaining(['    FENote No call.']));
});
