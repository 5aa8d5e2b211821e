/** What PDF/UA-2 makes of the structure that Chromium writes. */
import { expect, it } from 'vitest';
import { checkConformance } from '../../../../src/conformance/index.ts';
import { getPages } from '../../../../src/pdf/document/page-tree.ts';
import {
  isDict,
  type PdfDict,
  PdfRef,
  PdfStream,
  type PdfValue,
  toList,
} from '../../../../src/pdf/object.ts';
import { outlineEntries } from '../../../../src/pdf/outline/outline-entries.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { render } from '../../../../src/render/render.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { memoryTree } from '../../../../src/template/load/memory-tree.ts';
import { readTemplate } from '../../../../src/template/load/read-template.ts';
import { realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();

async function print(body: string, compact = true): Promise<PdfReader> {
  const html = `<!doctype html><html lang="en"><title>T</title>${body}`;
  const deadline = new Deadline();
  try {
    const { template } = await readTemplate(memoryTree(new Map([['template.html', Buffer.from(html)]])));
    const request = { template, data: {}, standards: { pdfua: 2 as const }, compact };
    const { pdf } = await render(request, { browser, deadline });
    expect(checkConformance(pdf)).toMatchObject({ claimed: ['pdfua-2'], findings: [] });
    return new PdfReader(pdf);
  } finally {
    deadline.close();
  }
}

/** The elements below the document, as in `P(Em)`; those that say nothing are left out. */
function outlineOf(file: PdfReader): string {
  const describe = (value: PdfValue): string[] => {
    const element = file.resolve(value);
    if (!isDict(element) || !element.has('S')) return [];
    const type = file.name(element, 'S') ?? '';
    const kids = toList(file.get(element, 'K')).flatMap(describe);
    if (type === 'NonStruct') return kids;
    return [kids.length > 0 ? `${type}(${kids.join(' ')})` : type];
  };
  const root = file.dict(file.catalog, 'StructTreeRoot') ?? new Map();
  return toList(root.get('K') ?? null)
    .flatMap(describe)
    .join(' ')
    .slice('Document('.length, -1);
}

it.each([
  ['the text of a page', 'One <em>two</em> three', 'P(Em)'],
  ['the text of a div', '<div>One <strong>two</strong></div><div>Three</div>', 'P(Strong) P'],
  ['the divs of a div, each', '<div><div>One</div><div>Two</div></div>', 'P P'],
  ['text before a block', '<div>One <em>two</em><p>Three</p></div>', 'P(Em) P'],
  ['a title', '<h1>One</h1><p>Two <a href="https://example.com/">three</a></p>', 'H1 P(Link)'],
  ['an aside and a quotation', '<aside>One</aside><blockquote>Two</blockquote>', 'Aside(P) BlockQuote(P)'],
  [
    'a figure with a caption',
    '<figure><img alt="A" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"><figcaption>One</figcaption></figure>',
    'Sect(Figure Caption)',
  ],
  ['ruby', '<p><ruby>漢<rt>kan</rt></ruby></p>', 'P(Ruby(RB RT))'],
  [
    'ruby of several characters',
    '<p><ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby></p>',
    'P(Span(Ruby(RB RT) Ruby(RB RT)))',
  ],
  ['a list with Roman numbers', '<ol style="list-style-type: upper-roman"><li>One</ol>', 'L(LI(Lbl LBody))'],
  ['a list of descriptions', '<dl><dt>One<dd>Two</dl>', 'L(LI(Lbl LBody))'],
  [
    'a formula with a text',
    '<p>One <math alttext="x squared"><msup><mi>x</mi><mn>2</mn></msup></math></p>',
    'P(Formula)',
  ],
  ['an abbreviation', '<p>The <abbr title="World Wide Web">WWW</abbr></p>', 'P(Span)'],
  [
    'an aside in a cell',
    '<table><tr><th>A<tr><td><aside>One</aside></table>',
    'Table(TR(TH) TR(TD(Sect(P))))',
  ],
])('%s is made of types of PDF 2.0', async (_, body, expected) => {
  for (const compact of [true, false]) expect(outlineOf(await print(body, compact))).toBe(expected);
});

it('leaves the rules of a table and the background of a block out of the structure', async () => {
  const file = await print(
    '<div style="background: #eee"><p>One</p></div><table style="border-collapse: collapse" border><tr><th>A<tr><td>1</table>',
  );
  expect(outlineOf(file)).toBe('P Table(TR(TH) TR(TD))');
  const [page] = getPages(file);
  const contents = file.resolve(page?.dict.get('Contents'));
  const text = contents instanceof PdfStream ? Buffer.from(file.decode(contents)).toString('latin1') : '';
  expect(text).not.toMatch(/\/Table <<\/MCID/);
  expect(text).toContain('/Artifact BMC');
});

it('names the element of each destination, beside the place', async () => {
  const file = await print('<h1>One</h1><p><a href="#two">Down</a></p><h2 id="two">Two</h2><p>Three</p>');
  const typeOf = (list: PdfValue | undefined): string | undefined => {
    const first = Array.isArray(list) ? file.resolve(list[0]) : null;
    return isDict(first) ? (file.name(first, 'S') ?? file.name(first, 'Type')) : undefined;
  };
  const named = file.dict(file.dict(file.catalog, 'Dests') ?? new Map(), 'two') ?? new Map();
  expect([typeOf(named.get('D')), typeOf(named.get('SD'))]).toEqual(['Page', 'H2']);
  const targets = [...outlineEntries(file)].map(({ entry }) => {
    const action: PdfDict = file.dict(entry, 'A') ?? new Map();
    return [typeOf(action.get('D')), typeOf(action.get('SD'))];
  });
  expect(targets).toEqual([
    ['Page', 'H1'],
    ['Page', 'H2'],
  ]);
});

it('is of the namespace of PDF 2.0 where that has the type', async () => {
  const file = await print('<p>One <code>two</code></p>');
  const found: (readonly [string | undefined, boolean])[] = [];
  const visit = (value: PdfValue): void => {
    const element = file.resolve(value);
    if (!isDict(element) || !element.has('S')) return;
    found.push([file.name(element, 'S'), element.get('NS') instanceof PdfRef]);
    for (const kid of toList(file.get(element, 'K'))) visit(kid);
  };
  visit((file.dict(file.catalog, 'StructTreeRoot') ?? new Map()).get('K') ?? null);
  expect(found.filter(([type]) => type !== 'NonStruct')).toEqual([
    ['Document', true],
    ['P', true],
    ['Code', false],
  ]);
});
