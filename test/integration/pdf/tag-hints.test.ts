/** What has tags although Chromium writes none: lists of descriptions, formulas, abbreviations and words of another language. */
import { expect, it } from 'vitest';
import { isDict, PdfString, toList } from '../../../src/pdf/object.ts';
import { outlineEntries } from '../../../src/pdf/outline/outline-entries.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { decodeTextString } from '../../../src/pdf/text-string.ts';
import { readTagged } from '../../support/pdf/tagged.ts';
import { realBrowser } from '../../support/real-browser.ts';
import { renderHtml } from '../../support/render-html.ts';

const browser = realBrowser();

async function print(body: string) {
  const { pdf, report } = await renderHtml(
    browser,
    `<!doctype html><html lang="en"><title>Hints</title>${body}`,
  );
  expect(report.problems).toEqual([]);
  return pdf;
}

const linesOf = async (body: string): Promise<readonly string[]> => {
  const { lines, untagged } = await readTagged(await print(body));
  expect(untagged).toBe('');
  return lines.filter((line) => line !== 'Document').map((line) => line.slice(2));
};

/** The entries `Alt`, `E` and `Lang` of all elements, in the order of the document. */
function textsOf(pdf: Uint8Array): string[] {
  const file = new PdfReader(pdf);
  const texts: string[] = [];
  const walk = (kid: unknown) => {
    const element = file.resolve(kid as never);
    if (!isDict(element) || !element.has('S')) return;
    for (const key of ['Alt', 'E', 'Lang']) {
      const text = file.string(element, key);
      if (text) texts.push(`${file.name(element, 'S')} ${key} ${decodeTextString(text)}`);
    }
    for (const each of toList(file.get(element, 'K'))) walk(each);
  };
  for (const kid of toList(file.get(file.dict(file.catalog, 'StructTreeRoot') ?? new Map(), 'K'))) walk(kid);
  return texts.filter((text) => text !== 'Document Lang en');
}

/** Such a document is printed several times. */
const counted = '<style>@page { @bottom-left { content: counter(page) " / " counter(pages) } }</style>';

const formula = (attributes = '', more = '') =>
  `<math ${attributes}><semantics><msup><mi>x</mi><mn>2</mn></msup>${more}</semantics></math>`;

it('has terms and descriptions in items', async () => {
  expect(
    await linesOf(
      '<dl style="background: #eee"><dt>One<dt>Other<dd>Two<p>More</p><dd>Three<dt>Last<dd>End</dl>',
    ),
  ).toEqual([
    'L',
    ...['  LI', '    Lbl One', '    Lbl Other', '    LBody Two', '      P More', '    LBody Three'],
    ...['  LI', '    Lbl Last', '    LBody End'],
  ]);
});

it('has the groups of a list of descriptions as items', async () => {
  const group = '<div style="border: 1px solid"><dt>One</dt><dd>Two</dd></div>';
  const item = ['  LI', '    Lbl One', '    LBody Two'];
  expect(await linesOf(`<dl>${group}<!-- two -->${group}</dl>`)).toEqual(['L', ...item, ...item]);
});

it.each([
  ['text of its own', '<dl><dt>One</dt>loose<dd>Two</dd></dl>'],
  ['other elements', '<dl><dt>One</dt><p>loose</p><dd>Two</dd></dl>'],
  ['a group that is no item', '<dl><div><dd>One</dd><dt>loose</dt></div></dl>'],
  ['a role', '<dl role="group"><dt>One</dt><dd>loose</dd></dl>'],
  ['a term with a role', '<dl><dt role="note">One</dt><dd>loose</dd></dl>'],
])('makes no list of one with %s', async (_, body) => {
  const lines = await linesOf(body);
  expect(lines.join()).toContain('loose');
  expect(lines.join()).not.toMatch(/\bL\b|Figure/);
});

it('keeps a long list of descriptions in order, printed several times', async () => {
  const members = Array.from({ length: 2_000 }, (_, i) => `<dt>t${i}<dd>d${i}`).join('');
  const lines = await linesOf(`${counted}<dl>${members}</dl>`);
  expect(lines.filter((line) => line.includes('Lbl')).slice(-2)).toEqual(['    Lbl t1998', '    Lbl t1999']);
  expect(lines.join()).not.toContain('Figure');
}, 60_000);

it.each([
  ['alttext', formula('alttext="x squared"'), ['Formula Alt x squared']],
  ['aria-label', formula('aria-label="the square" alttext="x squared"'), ['Formula Alt the square']],
  ['TeX', formula('', '<annotation encoding="application/x-tex">x^{2}</annotation>'), ['Formula Alt x^{2}']],
  ['nothing', formula(), []],
])('says a formula by its %s', async (_, math, expected) => {
  expect(textsOf(await print(`<p>We have ${math} here.</p>`))).toEqual(expected);
});

it.each([
  ['KaTeX', 'katex-mathml', 'katex-html'],
  ['an older MathJax', 'MJX_Assistive_MathML', 'mjx-chtml'],
])(
  'says a formula that is drawn by %s, where the formula itself is only for screen readers',
  async (_, unseen, drawn) => {
    const math = formula('', '<annotation encoding="application/x-tex">x^{2}</annotation>');
    const clipped =
      'style="position: absolute; clip: rect(1px, 1px, 1px, 1px); overflow: hidden; width: 1px; height: 1px"';
    const pdf = await print(
      `${counted}<p>We have <span class="katex"><span class="${unseen}" ${clipped}>${math}</span><span class="${drawn}" aria-hidden="true">x<sup>2</sup></span></span> here.</p>`,
    );
    expect(textsOf(pdf)).toEqual(['Formula Alt x^{2}']);
    expect((await readTagged(pdf)).lines).toContain('    Formula x^{2}');
  },
);

it('keeps what is hidden beside a formula that is drawn', async () => {
  const pdf = await print(
    `<p>We have ${formula('alttext=square')}<span aria-hidden="true">!</span> here.</p>`,
  );
  expect((await readTagged(pdf)).artifacts.map((text) => text.trim())).toContain('!');
});

it('says what is abbreviated, and the language of words', async () => {
  const pdf = await print(
    '<p>On the <abbr title="World  Wide Web">WWW</abbr>: <span lang="fr">bonjour</span> <i lang="not a language">x</i> <i lang>y</i></p>',
  );
  expect(textsOf(pdf)).toEqual(['Span E World Wide Web', 'Span Lang fr']);
  expect((await readTagged(pdf)).lines.join('\n')).toContain('P On the');
});

it('leaves the names of links and headings as they are', async () => {
  const pdf = await print(
    `<h1>The <abbr title="World Wide Web">WWW</abbr></h1><p><a href="https://example.com/">See ${formula('alttext=square')}</a></p>`,
  );
  expect(textsOf(pdf)).toEqual([]);
  const titles = [...outlineEntries(new PdfReader(pdf))].map(({ entry }) => entry.get('Title'));
  expect(titles.map((title) => title instanceof PdfString && decodeTextString(title))).toEqual(['The WWW']);
  expect(Buffer.from(pdf).toString('latin1')).not.toContain('pdfapi tag');
});

it('leaves the names that an element has from others as they are', async () => {
  const pdf = await print(
    '<div id="name"><p>Sales of <abbr title="World Wide Web">WWW</abbr></p></div><svg role="img" aria-labelledby="name" width="9" height="9"><rect width="9" height="9"/></svg>',
  );
  expect(textsOf(pdf)).toEqual(['Figure Alt Sales of WWW']);
});

it('leaves a list of descriptions in a link as it is', async () => {
  const pdf = await print('<a href="https://example.com/"><dl><dt>One<dd>Two</dl></a>');
  expect(Buffer.from(pdf).toString('latin1')).not.toMatch(/pdfapi tag|\/Contents \([^)]*pdfapi/);
  expect((await readTagged(pdf)).lines.join()).not.toContain('Lbl');
});

it('changes nothing that a style sheet selects', async () => {
  const pdf = await print(
    '<style>[role="figure"] { display: none } abbr[title] { color: green }</style><p>The <abbr title="World Wide Web">WWW</abbr></p>',
  );
  expect((await readTagged(pdf)).lines).toContain('  P The WWW');
});
