/** Unsupported requests of a document cause a warning that names the remedy, or an error in strict mode. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTables, writeTables } from '../../../src/pdf/fonts/program/sfnt.ts';
import type { RenderRequest } from '../../../src/render/render-request.ts';
import type { HtmlTemplate } from '../../../src/template/model/template.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { assetsOf, realBrowser } from '../../support/real-browser.ts';
import { renderHtml } from '../../support/render-html.ts';

const browser = realBrowser();

const print = (html: string, parts?: Partial<HtmlTemplate>, request?: Partial<RenderRequest>) =>
  renderHtml(browser, html, { parts, request });

const problemsOf = async (...args: Parameters<typeof print>) => (await print(...args)).report.problems;

const folio =
  '@page { size: folio } is ignored, because it is no size: use a name such as A6, or lengths, such as size: 105mm 148mm';

describe('a page size that is none', () => {
  it('is reported with an example, wherever the CSS is', async () => {
    const css = '@page { size: folio }';
    const assets = assetsOf({ 'css/page.css': { type: 'text/css', bytes: css } });
    const link = '<link rel="stylesheet" href="./css/page.css"><p>x';
    expect(await problemsOf(`<style>${css}</style><p>x`)).toEqual([folio]);
    expect(await problemsOf('<p>x', { styles: css })).toEqual([folio]);
    expect(await problemsOf(link, { assets })).toEqual([folio]);
    expect(await problemsOf(link, { assets, scripts: false }, { owner: 'team' })).toEqual([folio]);
  });

  it('is not reported if the caller sets the size', async () => {
    const { pdf, report } = await print('<style>@page { size: folio }</style>x', { page: { format: 'A6' } });
    expect(report.problems).toEqual([]);
    expect((await readPdf(pdf)).sizes).toEqual([{ width: 105, height: 148 }]);
  });

  it('is an error in strict mode', async () => {
    const strict = print('<style>@page { size: folio }</style>x', {}, { strict: true });
    await expect(strict).rejects.toMatchObject({ code: 'strict', message: folio });
  });
});

describe('a page size that only other programs have a name for', () => {
  const sizesOf = async (...args: Parameters<typeof print>) => {
    const { pdf, report } = await print(...args);
    expect(report.problems).toEqual([]);
    return (await readPdf(pdf)).sizes.map(({ width, height }) => `${width}x${height}`);
  };

  it('is printed, wherever the CSS is', async () => {
    const css = '@page { size: A6 landscape }';
    const assets = assetsOf({ 'css/page.css': { type: 'text/css', bytes: css } });
    const link = '<link rel="stylesheet" href="./css/page.css"><p>x';
    expect(await sizesOf(`<style>${css}</style><p>x`)).toEqual(['148x105']);
    expect(await sizesOf('<p>x', { styles: css })).toEqual(['148x105']);
    expect(await sizesOf(link, { assets, scripts: false })).toEqual(['148x105']);
  });

  it('takes part in the cascade as other sizes do', async () => {
    const css = `@page { size: A6 } @page { size: A5 } @page b { size: B6 } @page :first { size: A7 }
      @page { size: A4 } @media screen { @page c { size: A3 } } .b { page: b } .c { page: c }`;
    expect(await sizesOf(`<style>${css}</style><p>a<p class="b">b<p class="c">c`)).toEqual([
      '74x105',
      '125x176',
      '210x297',
    ]);
    const later = '@page { size: A6 } @page { size: A5 } @page b { size: B6 } .b { page: b }';
    expect(await sizesOf(`<style>${later}</style><p>a<p class="b">b<p>c`)).toEqual([
      '148x210',
      '125x176',
      '148x210',
    ]);
  });

  it('gives way to the size that the caller sets, and is that of the window for scripts', async () => {
    const html = '<style>@page { size: A6 !important; margin: 0 }</style><p>x';
    expect(await sizesOf(html, { page: { format: 'A5' } })).toEqual(['148x210']);
    const { pdf } = await print(`${html}<script>document.body.append(innerWidth)</script>`);
    expect((await readPdf(pdf)).pages[0]).toContain('396');
  });
});

it('a page too large for Acrobat is reported with the limit', async () => {
  const [problem, ...others] = await problemsOf(
    '<style>@page { size: 8m 500mm }</style>x'.replace('8m', '800cm'),
  );
  expect(problem).toMatch(/^a page has 226\d\d × 14\d\d pt, but Acrobat opens pages of at most 14400 pt/);
  expect(others).toEqual([]);
  expect(await problemsOf('<style>@page { size: 500cm 500cm }</style>x')).toEqual([]);
});

/** Returns a font whose emoji glyph has no outline, like fonts with colour glyphs in SVG. */
function blankEmojiFont(): Buffer {
  const path = join(import.meta.dirname, '../../../src/template/pdfme/fonts/OpenSans-Regular.ttf');
  const tables = new Map(readTables(readFileSync(path)));
  for (const name of ['GSUB', 'GPOS', 'GDEF', 'DSIG']) tables.delete(name);
  const cmap = Buffer.alloc(12 + 16 + 24);
  cmap.writeUInt16BE(1, 2);
  cmap.writeUInt16BE(3, 4);
  cmap.writeUInt16BE(10, 6);
  cmap.writeUInt32BE(12, 8);
  cmap.writeUInt16BE(12, 12);
  cmap.writeUInt32BE(16 + 24, 16);
  cmap.writeUInt32BE(2, 24);
  // Map "x" to its outline, and an emoji to the glyph of the space.
  for (const [i, [character, glyph]] of [[0x78, 91] as const, [0x1f600, 3] as const].entries()) {
    cmap.writeUInt32BE(character, 28 + i * 12);
    cmap.writeUInt32BE(character, 32 + i * 12);
    cmap.writeUInt32BE(glyph, 36 + i * 12);
  }
  return writeTables(tables.set('cmap', cmap));
}

describe('an emoji that the font contains but cannot print', () => {
  const font = blankEmojiFont().toString('base64');
  const page = (text: string) =>
    `<style>@font-face { font-family: blank; src: url(data:font/ttf;base64,${font}) } p { font: 20px blank }</style><p>${text}`;

  it('is reported with its font and a remedy', async () => {
    const [problem, ...others] = await problemsOf(page('x 😀'));
    expect(problem).toContain('the font OpenSans-Regular prints nothing for 😀');
    expect(problem).toContain('@fontsource/noto-emoji');
    expect(others).toEqual([]);
    await expect(print(page('😀'), {}, { strict: true })).rejects.toMatchObject({ code: 'strict' });
  });

  it('is not reported if the text does not use that font for an emoji', async () => {
    expect(await problemsOf(page('x'))).toEqual([]);
    expect(await problemsOf('<p>plain 😀')).toEqual([]);
  });
});

describe('braces of a page without data', () => {
  const keep = { keepsUnfilledBraces: true };

  it('are printed unchanged, with a warning', async () => {
    const { pdf, report } = await print('<p v-if="x">{{ message }} and {{- other }}', {}, keep);
    expect((await readPdf(pdf)).pages[0]).toContain('{{ message }} and {{- other }}');
    expect(report.problems).toEqual([
      'no data was given, so {{ ... }} is printed as it is; it looks like a page of Vue',
    ]);
  });

  it.each([
    ['that print something', '<p>{{ "a" }}{{ b }}'],
    ['beside tags', '<p>{{ b }}{% if b %}{% endif %}a'],
  ])('are filled: %s', async (_, html) => {
    const { pdf, report } = await print(html, {}, keep);
    expect((await readPdf(pdf)).pages[0]?.trim()).toBe('a');
    expect(report.problems).toEqual(['in the template, line 1: Variable "b" does not exist']);
  });
});

describe('data of which nothing is read', () => {
  const data = { number: '2026-104' };
  const text = { isSingleText: true };
  const stamp = { name: 'stamp', content: { html: '<p>{{ number }}' }, isUnder: false, pagesField: 'pages' };

  it('is reported with the names that are read instead, in spite of defaults', async () => {
    const html =
      '<title>number</title><p>{{ nr|default("-") }} {% if date is defined %}{{ date }}{% endif %}';
    const problem = "none of the template's variables is in the data: nr, date";
    expect(await problemsOf(html, text, { data })).toEqual([problem]);
    expect(await problemsOf(html, {}, { data })).toEqual([problem]);
    await expect(print(html, text, { data, strict: true })).rejects.toMatchObject({
      code: 'strict',
      message: "None of the template's variables is in the data: nr, date",
    });
  });

  it.each([
    ['has no braces', '<p>number', {}, /the document names no variable/],
    ['has others', '<p>{{ "now"|date("Y") }}', {}, /the document names no variable/],
    [
      'only has variables of its own',
      '{% set number = 1 %}<p>{{ number }}',
      {},
      /the document names no variable/,
    ],
    ['is printed without Twig', '<p>{{ number }}', { twig: false }, /the document is printed without Twig/],
  ])('is reported of a single text that %s', async (_, html, parts, problem) => {
    expect(await problemsOf(html, { ...text, ...parts }, { data })).toEqual([expect.stringMatching(problem)]);
  });

  it.each([
    ['of which one value is read', '<p>{{ number }}', {}],
    ['which a branch reads that is not reached', '<p>x{% if 1 > 2 %}{{ number }}{% endif %}', {}],
    ['which only the header reads', '<p>x', { page: { header: '<p>{{ number }}' } }],
    ['which only a property reads', '<p>x', { metadata: { title: '{{ number }}' } }],
    ['which only a stamp reads', '<p>x', { stamps: [stamp] }],
    ['whose names are not known', '<p>{% for name, value in _context %}{{ name }}{% endfor %}', {}],
    ['which is read by a name that is put together', '<p>{{ attribute(_context, "num" ~ "ber") }}', {}],
    ['that comes with the template', '<p>{{ nr|default("-") }}', { isSampleData: true }],
    ['that is empty', '<p>{{ nr|default("-") }}', { data: {} }],
  ])('is not data %s', async (_, html, request) => {
    expect(await problemsOf(html, text, { data, ...request })).toEqual([]);
  });

  it('is not data that a macro, a partial or a loop is given', async () => {
    const partials = { row: '{{ value }}', 'by-name': '{{ number }}' };
    const html = [
      '{% macro cell(value) %}{{ value }}{% endmacro %}{% import _self as own %}<p>{{ own.cell(number) }}',
      '<p>{% include "row" with { value: number } only %}',
      '<p>{% set name = "by-" ~ "name" %}{{ include(name) }}',
      '<p>{% for i in 1..2 %}{{ loop.parent.number }}{% endfor %}',
    ];
    for (const each of html) {
      expect(await problemsOf(each, { ...text, partials }, { data }), each).toEqual([]);
    }
  });

  it('is not said of a template that has no variables, as one of a merge may', async () => {
    expect(await problemsOf('<p>Terms', {}, { data })).toEqual([]);
  });
});

describe('an undefined variable', () => {
  const data = { customer: { name: 'Ada' }, items: [{ name: 'a' }, { nmae: 'b' }, {}] };

  it('is reported with its place and the name that was meant, and each variable once', async () => {
    const html =
      '<p>{{ customer.nme }}</p>\n{% for item in items %}{{ item.name }}{{ item.name }}{% endfor %}';
    expect(await problemsOf(html, {}, { data })).toEqual([
      'in the template, line 1: There is no entry "nme": there are "name". Did you mean "name"?',
      'in the template, line 2: There is no entry "name": there are "nmae". Did you mean "nmae"? (4 times)',
    ]);
  });

  it('is reported of headers, properties and stamps too', async () => {
    const request = {
      data,
      page: { header: '<p>{{ custmer.name }} {{ page.number }}</p>' },
      metadata: { title: '{{ titel }}' },
    };
    expect(await problemsOf('<p>a', {}, request)).toEqual([
      "none of the template's variables is in the data: custmer, titel",
      'in the metadata.title, line 1: Variable "titel" does not exist',
      'in the header, line 1: Variable "custmer" does not exist. Did you mean "customer"?',
    ]);
  });

  it('is not reported where the template allows for it', async () => {
    const html =
      '{{ customer.name }}{{ a ?? "-" }}{{ b|default("-") }}{% if c %}c{% endif %}{{ d is defined ? d : "-" }}<p>x';
    expect(await problemsOf(html, {}, { data })).toEqual([]);
  });
});

describe('text that is calculated with and is no number', () => {
  const data = { amount: '23,90', count: '2' };

  it('is reported with what was read of it', async () => {
    expect(await problemsOf('<p>{{ count * amount }}', {}, { data })).toEqual([
      'in the template, line 1: The text "23,90" is no number: it was read as 23. Write numbers with a point, as in 23.90, or read the CSV with --decimal "," (over HTTP: decimal=,)',
    ]);
    expect(await problemsOf('<p>{{ count * 2 }}', {}, { data })).toEqual([]);
  });

  it('is an error in strict mode', async () => {
    await expect(print('<p>{{ count * amount }}', {}, { data, strict: true })).rejects.toThrow(
      'The text "23,90" is no number: it was read as 23.',
    );
  });
});

describe('a document that prints nothing', () => {
  const nothing = /^the document prints nothing: its pages are blank/;

  it.each([
    '<title/><p>Text',
    '<script/><p>Text',
    '<style>@media print { body { display: none } }</style>Text',
  ])('is reported: %s', async (html) => {
    expect(await problemsOf(html)).toEqual([expect.stringMatching(nothing)]);
  });

  it('is an error in strict mode', async () => {
    const strict = print('<title/><p>Text', {}, { strict: true });
    await expect(strict).rejects.toMatchObject({ code: 'strict' });
  });

  it.each([
    '<p>Text',
    '<div style="height: 9px; background: red">',
    '<hr>',
    '<div style="border: 1px dotted">',
    '<svg><circle r="9"/></svg>',
    '<img src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22><circle r=%229%22/></svg>">',
    '<div style="height: 9px; background: linear-gradient(red, blue)">',
    '<canvas></canvas><script>document.querySelector("canvas").getContext("2d").fillRect(0, 0, 9, 9)</script>',
  ])('is not one with %s', async (html) => {
    expect(await problemsOf(html)).toEqual([]);
  });

  it('is not one that only shows a header', async () => {
    expect(await problemsOf('', { page: { header: { default: 'Head' } } })).toEqual([]);
  });
});

describe('a header or footer that is higher than its margin', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, i) => `<div>Line ${i + 1}</div>`).join('');
  const high = 'style="height: 24.98mm; background: #ddd"';

  it('is reported with both heights and what to do', async () => {
    expect(await problemsOf('<p>x', { page: { header: `<div ${high}>Head</div>` } })).toEqual([
      'the header is 25 mm high and covers the text, because the top margin is 10 mm: set the margin to auto (--margin-top auto), or to at least 25 mm',
    ]);
    const page = { footer: `<p ${high}>{{ page.number }}`, margins: { bottom: 15 } };
    expect(await problemsOf('<p>x', { page })).toEqual([
      expect.stringMatching(
        /^the footer is 3\d\.\d mm high and is cut off at .* the bottom margin is 15 mm: .*--margin-bottom auto/,
      ),
    ]);
  });

  it('is reported for text without a background, and an error in strict mode', async () => {
    const header = lines(8);
    const strict = print('<p>x', { page: { header } }, { strict: true });
    await expect(strict).rejects.toMatchObject({
      code: 'strict',
      message: expect.stringMatching(/^The header is \d\d(\.\d)? mm high and covers the text/),
    });
    expect(
      await problemsOf('<style>@page { margin-top: 1in } @page :first { margin-top: 20mm }</style>x', {
        page: { header },
      }),
    ).toHaveLength(1);
  });

  it.each([
    ['a margin that is high enough', '', { header: lines(8), margins: { top: 40 } }],
    ['one in the styles', '<style>@page { margin-top: 4cm }</style>', { header: lines(8) }],
    [
      'one of the page that has the header',
      '<style>@page :first { margin-top: 4cm }</style>',
      { header: { first: lines(8) } },
    ],
    ['one in another unit', '<style>@page cover { margin-top: 10em }</style>', { header: lines(8) }],
    ['a margin that adapts', '', { header: lines(8), margins: { top: 'auto' as const } }],
    ['space below the text', '', { header: '<p style="margin-bottom: 30px">Head</p>' }],
    [
      'a mark at a place of its own',
      '',
      { header: 'Head<div style="position: absolute; top: 0; height: 100mm; background: red">x</div>' },
    ],
  ])('is not reported: %s', async (_, html, page) => {
    expect(await problemsOf(`${html}<p>x`, { page })).toEqual([]);
  });
});

describe('a link within the document that leads nowhere', () => {
  it('is reported with its text and the missing name', async () => {
    expect(
      await problemsOf('<p><a href="#gone">See <b>below</b></a> <a href="#a%20b"><img alt="Logo"></a>'),
    ).toEqual([
      'the link "See below" leads nowhere: no element has the id "gone"',
      'the link "Logo" leads nowhere: no element has the id "a b"',
    ]);
  });

  it('is reported if its target is not displayed, and has no box', async () => {
    const html =
      '<a href="#a">A</a> <a href="#b">B</a><details><summary>x</summary><p id="a">x</details><div id="b" style="display: contents">x</div>';
    expect(await problemsOf(html)).toEqual([
      'the link "A" leads nowhere: the element with the id "a" is not displayed',
      'the link "B" leads nowhere: the element with the id "b" has no box (display: contents)',
    ]);
  });

  it('is reported once for each name, 20 names at most, and is an error in strict mode', async () => {
    const links = (name: string, count: number) =>
      Array.from({ length: count }, (_, i) => `<a href="#${name}">L${i}</a> `).join('');
    const message = 'the links "L0", "L1", "L2" and 2 more lead nowhere: no element has the id "x"';
    expect(await problemsOf(links('x', 5))).toEqual([message]);
    const many = Array.from({ length: 25 }, (_, i) => links(`n${i}`, 2)).join('');
    expect((await problemsOf(many)).slice(19)).toEqual([
      expect.stringContaining('"n19"'),
      '10 more links lead nowhere',
    ]);
    await expect(print(links('x', 5), {}, { strict: true })).rejects.toMatchObject({ code: 'strict' });
  });

  it('is reported where scripts make the link, and with a base address', async () => {
    const script = `<p id="p">x</p><script>p.innerHTML = '<a href="#' + 'gone">Made</a>'</script>`;
    expect(await problemsOf(script)).toEqual(['the link "Made" leads nowhere: no element has the id "gone"']);
    const { report } = await print('<base href="https://example.com/docs/"><a href="#gone">Based</a>');
    expect(report.problems).toEqual(['the link "Based" leads nowhere: no element has the id "gone"']);
  });

  it('is reported once if a page number refers to the same place', async () => {
    const html = '<style>a::after { content: target-counter(attr(href), page) }</style><a href="#gone">x</a>';
    expect(await problemsOf(html)).toEqual(['the reference to #gone leads to no element of the document']);
  });

  it.each([
    ['the top', '<a href="#">Up</a> <a href="#top">Up</a> <a href="#TOP">Up</a> <a href="">Up</a>'],
    [
      'elements by id and name',
      '<a href="#b">x</a><a href="#%C3%A4">x</a><a href="#ä">x</a><a href="#old">x</a><p id="b">x<p id="ä">x<a name="old">y</a>',
    ],
    [
      'targets without a text',
      '<a href="#a">x</a><a href="#b">x</a><a href="#c">x</a><a id="a"></a><p id="b" style="visibility: hidden">x<div style="height: 0"><br id="c"></div>',
    ],
    ['a drawing', '<a href="#g">x</a><svg><g id="g"><text>x</text></g></svg>'],
    [
      'links of scripts',
      '<a href="#menu" onclick="open()">x</a><a href="#tab" role="tab">x</a><a href="#/route">x</a><a href="#!">x</a>',
    ],
    ['hidden links', 'x<a href="#gone" style="display: none">x</a><p hidden><a href="#gone">x</a>'],
    ['other pages', '<a href="https://example.com/#gone">x</a>'],
  ])('is not reported: %s', async (_, html) => {
    expect(await problemsOf(html)).toEqual([]);
  });

  it('is not reported in a header, which may lead to the document', async () => {
    expect(await problemsOf('<p id="end">x', { page: { header: '<a href="#end">End</a>' } })).toEqual([]);
  });
});
