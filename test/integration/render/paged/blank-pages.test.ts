/** Blank pages before what begins on one side, together with what else a document may have. */
import { describe, expect, it } from 'vitest';
import { contentFaults, readTagged } from '../../../support/pdf/tagged.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { realBrowser } from '../../../support/real-browser.ts';
import { type RenderHtmlOptions, renderHtml } from '../../../support/render-html.ts';

const browser = realBrowser();

async function print(css: string, body: string, options: RenderHtmlOptions = {}) {
  const html = `<!doctype html><html lang="en"><title>Test</title><style>${css}</style>${body}`;
  const { pdf, report } = await renderHtml(browser, html, options);
  const read = await readPdf(pdf);
  return {
    pdf,
    read,
    texts: read.pages.map((page) => page.replace(/\s+/g, ' ').trim()),
    problems: report.problems,
  };
}

const right = '.r { break-before: right }';

describe('what has no blank page before it', () => {
  it.each([
    ['rows of a table', '<table><tr><td>a</td></tr><tr class="r"><td>b</td></tr></table>', 'tr'],
    ['items of a grid', '<div style="display: grid"><p>a</p><p class="r">b</p></div>', 'p'],
  ])('is reported: %s', async (_, body, element) => {
    const { texts, problems } = await print(right, body);
    expect(texts).toEqual(['a', 'b']);
    expect(problems).toEqual([
      `a <${element}> begins a left page instead of a right one: there can be no blank page within a table, columns, a grid or flex row: put the break outside of it`,
    ]);
  });

  it('is right in one column of flex items', async () => {
    const body = '<main style="display: flex; flex-direction: column"><p>a</p><p class="r">b</p></main>';
    expect(await print(right, body)).toMatchObject({ texts: ['a', '', 'b'], problems: [] });
  });

  it('is an error in strict mode', async () => {
    const body = '<table><tr><td>a</td></tr><tr class="r"><td>b</td></tr></table>';
    await expect(print(right, body, { request: { strict: true } })).rejects.toMatchObject({ code: 'strict' });
  });

  it('is right if it is on that side anyway, and a table as a whole has one', async () => {
    const rows = '<tr class="r"><td>b</td></tr><tr><td>c</td></tr>';
    const left = await print(right.replace('right', 'left'), `<table><tr><td>a</td></tr>${rows}</table>`);
    expect(left).toMatchObject({ texts: ['a', 'b c'], problems: [] });
    const { texts, problems } = await print(right, `<p>a</p><table>${rows}</table>`);
    expect(texts).toEqual(['a', '', 'b c']);
    expect(problems).toEqual([]);
  });
});

it('an element that is not displayed has no page and no warning', async () => {
  const hidden = ['<details><p class="l">b</p></details>', '<div hidden><p class="l">b</p></div>'];
  const { texts, problems } = await print('.l { break-before: left }', `<p>a</p>${hidden.join('')}<p>c</p>`);
  expect(texts).toEqual([expect.stringMatching(/^a .*c$/)]);
  expect(problems).toEqual([]);
});

it('a list has blank pages between its items', async () => {
  const { texts, problems } = await print(
    right,
    '<ol><li>a</li><li class="r">b</li><li class="r">c</li></ol>',
  );
  expect(texts).toEqual(['1. a', '', '2. b', '', '3. c']);
  expect(problems).toEqual([]);
});

it('a document that begins on the left has no blank page first', async () => {
  for (const [css, body] of [
    ['html { break-before: left }', '<p>a</p>'],
    ['.l { break-before: left }', '<main><h1 class="l">a</h1></main>'],
  ] as const) {
    const { texts, problems } = await print(css, body);
    expect(texts).toEqual(['a']);
    expect(problems).toEqual([]);
  }
});

it('a rule that applies to no element changes nothing', async () => {
  const body = '<p>a</p><p style="break-before: page">b</p>';
  const options = { request: { reproducible: { date: new Date(0) } } };
  const unused = await print(right, body, options);
  const plain = await print('.r { break-before: page }', body, options);
  expect(Buffer.from(unused.pdf).equals(Buffer.from(plain.pdf))).toBe(true);
});

it('paper that is as high as its contents has no sides', async () => {
  const { texts, problems } = await print(`${right} @page { size: 80mm auto }`, '<p>a</p><p class="r">b</p>');
  expect(texts).toEqual(['a b']);
  expect(problems).toEqual([expect.stringContaining('forced page break')]);
});

it('a blank page has nothing that a screen reader reads, and the document reads on', async () => {
  const { pdf, texts } = await print(
    `${right} @page { @top-center { content: "Head" } } @page :blank { @top-center { content: "empty" } }`,
    '<h1>One</h1><p>a</p><section class="r"><h2>Two</h2><p>b</p></section>',
  );
  expect(texts).toEqual([expect.stringContaining('a'), 'empty', expect.stringContaining('b')]);
  expect(contentFaults(pdf)).toEqual([]);
  const { lines, untagged } = await readTagged(pdf);
  const own = lines.map((line) => line.trim()).filter((line) => line !== 'Document');
  expect({ own, untagged }).toEqual({
    own: ['H1 One', 'P a', 'H2 Two', 'P b'],
    untagged: '',
  });
});

it('headers know the blank page, and a selection of pages counts it', async () => {
  const header = '{{ page.number }} of {{ page.count }}, {{ page.side }}';
  const { texts } = await print(right, '<p>a</p><p class="r">b</p>', {
    parts: { page: { header, margins: { top: 30 } } },
    request: { pages: '2-3' },
  });
  expect(texts).toEqual(['2 of 3, left', expect.stringMatching(/^b ?3 of 3, right$/)]);
});

it('scripts of the document see neither the pages nor other siblings', async () => {
  const { texts } = await print(
    `${right} h1 + p { break-before: right }`,
    `<h1>One</h1><p>a</p><p class="r">b</p><script>
      new MutationObserver((records) => document.body.append(' changed ' + records.length))
        .observe(document.body, { childList: true, subtree: true });
    </script>`,
  );
  expect(texts).toEqual(['One', '', 'a', '', 'b']);
});

it('contents with leaders name the pages of a long document with many blank ones', {
  timeout: 60_000,
}, async () => {
  const chapters = Array.from({ length: 60 }, (_, i) => i);
  const paragraphs = (count: number) => '<p style="height: 60mm">text</p>'.repeat(count);
  const { texts, problems } = await print(
    `@page { size: A5; margin: 20mm } h2 { break-before: right } a { display: block } p { margin: 0 }
     a::after { content: leader(".") target-counter(attr(href), page) }`,
    `<nav>${chapters.map((i) => `<a href="#c${i}">To ${i}:</a>`).join('')}</nav>${chapters
      .map((i) => `<h2 id="c${i}">Chapter ${i}!</h2>${paragraphs(1 + (i % 7))}`)
      .join('')}`,
  );
  expect(problems).toEqual([]);
  for (const i of chapters) {
    const page = texts.findIndex((text) => text.includes(`Chapter ${i}!`)) + 1;
    expect(page % 2).toBe(1);
    expect(texts.join(' ')).toMatch(new RegExp(`To ${i}:[ .]*${page}\\b`));
  }
});

it('chapters begin on the right though left pages have less room, so that each is longer on the other side', async () => {
  const lengths = Array.from({ length: 50 }, (_, i) => 5 + ((i * 37) % 56));
  const chapters = lengths.map(
    (count, i) => `<section>Chapter ${i}!${'<p>text</p>'.repeat(count)}</section>`,
  );
  const { texts, problems } = await print(
    '@page { size: A6; margin: 10mm } @page :left { margin-bottom: 40mm } p { margin: 0 } section { break-before: right }',
    chapters.join(''),
  );
  expect(problems).toEqual([]);
  const places = lengths.map((_, i) => texts.findIndex((text) => text.startsWith(`Chapter ${i}!`)));
  expect(places.filter((page) => page % 2 !== 0)).toEqual([]);
  // No page is empty but those before a chapter.
  const empty = texts.flatMap((text, page) => (text === '' ? [page + 1] : []));
  expect(empty.length).toBeGreaterThan(10);
  expect(empty.filter((page) => !places.includes(page))).toEqual([]);
});
