/** Page numbers, texts and counters of other elements, and the leaders before them, as a reader sees them. */
import { describe, expect, it } from 'vitest';
import type { RenderRequest } from '../../../../src/render/render-request.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import type { HtmlTemplate } from '../../../../src/template/model/template.ts';
import { printRandom } from '../../../support/paged/print-random.ts';
import { type ReadPdf, readPdf } from '../../../support/read-pdf.ts';
import { assetsOf, plainJob, realBrowser } from '../../../support/real-browser.ts';
import { renderHtml } from '../../../support/render-html.ts';

const browser = realBrowser();

async function print(html: string, parts?: Partial<HtmlTemplate>, request?: Partial<RenderRequest>) {
  const document = `<!doctype html><html lang="en"><title>Test</title>${html}`;
  const { pdf, report } = await renderHtml(browser, document, { parts, request, limitMs: 100_000 });
  const read = await readPdf(pdf);
  return {
    pdf,
    read,
    text: read.pages.map((page) => page.replace(/\s+/g, ' ').trim()),
    problems: report.problems,
  };
}

const page = (id: string, content = '') =>
  `<section id="${id}" style="break-before: page">${content || id}</section>`;
const toPage = '<style>a::after { content: " p" target-counter(attr(href), page) }</style>';

describe('target-counter()', () => {
  it.each([
    ['attr(href)', '<a href="#b">x</a>'],
    ['attr(href url)', '<a href="#b">x</a>'],
    ['attr(data-to)', '<a data-to="#b">x</a>'],
    ['url(#b)', '<a>x</a>'],
    ['"#b"', '<a>x</a>'],
  ])('prints the page of %s', async (target, link) => {
    const css = `<style>a::after { content: " on " target-counter(${target}, page) }</style>`;
    expect((await print(`${css}${link}${page('a')}${page('b')}`)).text[0]).toBe('x on 3');
  });

  it('prints pages that follow counters of the document, in the style that is asked for', async () => {
    const { text } =
      await print(`<style>a::after { content: " " target-counter(attr(href), page, lower-roman) }
      #b { counter-reset: page 4 } #d { counter-increment: page 3 }</style>
      <a href="#a">a</a> <a href="#b">b</a> <a href="#c">c</a> <a href="#d">d</a>
      ${page('a')}${page('b')}${page('c')}${page('d')}`);
    expect(text[0]).toBe('a ii b iv c v d ix');
  });

  it('prints other counters, all of a name if asked for, and list items', async () => {
    const { text } = await print(`<style>ol { counter-reset: item } li { counter-increment: item }
      .one::after { content: target-counter(attr(href), item, upper-alpha) }
      .all::after { content: target-counters(attr(href), item, ".") }
      .li::after { content: target-counter(attr(href), list-item) }</style>
      <a class="one" href="#x"></a> / <a class="all" href="#x"></a> / <a class="li" href="#y"></a>
      <ol><li>a<li>b<ol><li>c<li>d<li id="x">e</ol></ol><ul><li><li><li value="7"><li id="y"></ul>`);
    expect(text[0]).toMatch(/^C \/ 2\.3 \/ 8 /);
  });

  it('prints everything where all styles change slowly: the first print is an unpainted draft', async () => {
    const { text } = await print(`${toPage}<style>:root, * { transition: all 100s allow-discrete }</style>
      <a href="#a">x</a>${page('a', '<b>seen</b>')}`);
    expect(text).toEqual(['x p2', 'seen']);
  });

  it('works without scripts, for names that need escapes, and in styles that are imported', async () => {
    const assets = assetsOf({
      'a.css': { type: 'text/css', bytes: '@import "sub/b.css" print;' },
      'sub/b.css': { type: 'text/css', bytes: 'a::after { content: " " target-counter(attr(href), page) }' },
    });
    for (const scripts of [true, false]) {
      const { text } = await print(
        `<link rel="stylesheet" href="a.css"><a href="#%C3%BC%20%22">x</a>${page('ü &quot;')}`,
        { assets, scripts },
      );
      expect(text[0]).toBe('x 2');
    }
  });

  it('applies by the rules of the cascade', async () => {
    const { text } = await print(`<style>
      a::after { content: "[" target-counter(attr(href), page) "]" }
      .plain::after { content: "plain" }
      .none::after { content: none }
      @media screen { a::after { content: "screen" target-counter(attr(href), page) } }
      @layer low { .low::after { content: "low" target-counter(attr(href), page) } }
      nav { a.nested::after { content: "{" target-counter(attr(href), page) "}" } }
      .strong::after { content: "!" target-counter(attr(href), page) !important }
      #a.strong::after { content: "weak" !important; content: "weak" }</style>
      <nav>${['', 'plain', 'none', 'low', 'nested', 'strong'].map((name) => `<a class="${name}" href="#x">${name}</a>`).join(' ')}</nav>${page('x')}`);
    expect(text[0]).toBe('[2] plainplain none low[2] nested{2} strong!2');
  });

  it('prints nothing for a target that does not exist, and reports it', async () => {
    const html = `${toPage}<a href="#no">x</a> <a href="https://example.com/">y</a>`;
    const { text, problems } = await print(html);
    expect(text[0]).toBe('x p y p');
    expect(problems).toEqual(['the reference to #no leads to no element of the document']);
    await expect(print(html, {}, { strict: true })).rejects.toMatchObject({ code: 'strict' });
  });

  it('prints nothing for a target that is not displayed, and reports it', async () => {
    const html = `${toPage}<a href="#a">x</a> <a href="#b">y</a> <a href="#c">z</a>
      <p id="a" hidden>a</p><div style="display: none"><b id="b">b</b></div><div id="c" style="display: contents">${page('d')}</div>`;
    const { text, problems } = await print(html);
    expect(text[0]).toBe('x p y p z p2');
    expect(problems).toEqual([
      // It has a page but no place on it that a link could lead to.
      'the link "z" leads nowhere: the element with the id "c" has no box (display: contents)',
      ...['a', 'b'].map((id) => `the reference to #${id} leads to an element that is not displayed`),
    ]);
  });

  it('finds targets that a name gives, as links of HTML do', async () => {
    const { text, problems } = await print(
      `${toPage}<a href="#old%20name">x</a> <a href="#both">y</a>${page('a')}<section style="break-before: page"><a name="old name"></a><a name="both"></a>text</section>${page('both')}`,
    );
    expect(text[0]).toBe('x p3 y p4');
    expect(problems).toEqual([]);
  });

  it('reports references that do not settle, with --strict as an error', async () => {
    // The longer number of page 10 pushes the target to page 11, whose shorter one lets it back.
    const html = `<style>@page { size: 100mm 100mm; margin: 10mm } body { margin: 0; font: 10px/10px monospace }
      .x { display: block; width: 12ch } .x::after { content: target-counter(attr(href), page, lower-roman) }
      p { margin: 0 } .pad { height: calc(80mm * 8 - 20px) }</style>
      <a class="x" href="#t">aaaaaaaa </a><div class="pad"></div><p id="t">t</p>`;
    const { problems } = await print(html);
    expect(problems.join()).toMatch(/one reference is printed with a wrong page number/);
    await expect(print(html, {}, { strict: true })).rejects.toMatchObject({ code: 'strict' });
  });
});

describe('target-text() and content()', () => {
  it('print texts, and generated ones with their counters', async () => {
    const { text } = await print(`<style>body { counter-reset: c 6 } h1 { counter-increment: c }
      h1::before { content: "§" counter(c, upper-roman) " " } h1::after { content: " ." }
      a::after { content: "[" target-text(attr(href), before) "|" target-text(attr(href)) "|" target-text(attr(href), after)
        "|" target-text(attr(href), first-letter) "]" }</style>
      <a href="#h"></a><h1 id="h">“One  <b>two</b><span style="display:none">no</span></h1>`);
    expect(text[0]).toMatch(/^\[§VII \|“One two\| \.\|“O\]/);
  });
});

describe('leader()', () => {
  const css = (
    value: string,
  ) => `<style>@page { size: 100mm 100mm; margin: 10mm } body { margin: 0; font: 10px monospace }
    a { text-decoration: none } a::after { content: ${value} }</style>`;
  /** Where the line of a text ends on the first page: its last dark pixel, in millimetres from the left. */
  async function endOf(read: ReadPdf, text: string): Promise<number> {
    const { width, pixels } = await read.picture(1);
    const baseline = Math.round((read.place(1, text).top / 25.4) * 72);
    let end = 0;
    for (let y = baseline - 6; y <= baseline; y++) {
      for (let x = 0; x < width; x++)
        if ((pixels[4 * (y * width + x)] ?? 255) < 128) end = Math.max(end, x + 1);
    }
    return (end / 72) * 25.4;
  }

  it('fills the line, with what follows at its end, wherever the line is', async () => {
    const { read, text } =
      await print(`${css("leader('.') target-counter(attr(href), page)")}<a href="#a">one</a>
      <ul><li><a href="#a">two</a><ul><li><a href="#a">${'words and '.repeat(9)}three</a></ul></ul>
      <div style="width: 40mm"><a href="#a">four</a></div><div style="line-height: 3"><a href="#a">five</a></div>
      <table><tr><td style="width: 30mm; padding: 0"><a href="#a">six</a><td><a href="#a">seven</a></table>
      <div style="display: flex; width: 60mm"><a href="#a">eight</a></div>${page('a')}`);
    const lines = text[0]?.replaceAll(/[. ]+/g, '.') ?? '';
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) {
      expect(lines.replaceAll('•', '').replaceAll('◦', '')).toMatch(new RegExp(`${name}\\.2(?:\\.|$)`));
    }
    for (const [name, edge] of [
      ['one', 90],
      ['two', 90],
      ['three', 90],
      ['four', 50],
      ['five', 90],
    ] as const) {
      const end = await endOf(read, name);
      expect(end, name).toBeGreaterThan(edge - 1);
      expect(end, name).toBeLessThan(edge + 0.4);
    }
  });

  it('fills lines from right to left', async () => {
    const { read } = await print(`${css("leader('.') target-counter(attr(href), page)")}
      <div dir="rtl"><a href="#a">אבג</a></div>${page('a')}`);
    const { width, pixels } = await read.picture(1);
    const dark = Array.from({ length: width }, (_, x) => x).filter((x) =>
      Array.from({ length: 40 }, (_, y) => y).some((y) => (pixels[4 * (y * width + x)] ?? 255) < 128),
    );
    const [first = 0, last = 0] = [dark[0], dark.at(-1)].map((x) => ((x ?? 0) / 72) * 25.4);
    expect(first).toBeGreaterThan(9.5);
    expect(first).toBeLessThan(11.5);
    expect(last).toBeGreaterThan(88.5);
  });

  it('repeats any text, and draws the text after it in the style of the pseudo-element', async () => {
    const { text, read } = await print(
      `${css('" x" leader("-=") " y"; color: red; font-size: 20px')}<a href="#a" id="a">one</a>`,
    );
    expect(text[0]).toMatch(/^one x ?(?:-=){5,} ?y$/);
    expect(Math.round(read.place(1, '-=').size)).toBe(15);
  });
});

describe('a document as a whole', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed))(
    'prints the right numbers at random: %i',
    async (seed) => {
      const { wrong, checked, sections, problems } = await printRandom(browser, seed);
      expect(checked).toBeGreaterThanOrEqual(sections);
      expect({ wrong, problems }).toEqual({ wrong: [], problems: [] });
    },
  );

  it('is printed once if it uses none of this', async () => {
    const deadline = new Deadline();
    const html =
      '<title>x</title><style>@page { @top-left { content: counter(page) } }</style><script>String(1)</script>';
    const passes = () => Promise.reject(new Error('It was asked.'));
    await browser.print({ ...plainJob, html, passes }, deadline);
    await expect(
      browser.print({ ...plainJob, html: `${html}<style>a { string-set: x "y" }</style>`, passes }, deadline),
    ).rejects.toThrow('It was asked.');
    deadline.close();
  });

  it('has the bookmarks that it asks for, with headings as the default', async () => {
    const { read } =
      await print(`<style>h2 { bookmark-level: none } h3 { bookmark-label: "L: " attr(title) " " content(); bookmark-level: 2 }
      .open { bookmark-level: 1; bookmark-state: closed }</style>
      <h1>One</h1><h2>Two</h2><h3 title="t">Three</h3><p class="open">Para</p><h3>Four</h3>`);
    expect(read.outline).toEqual(['One', 'L: t Three', 'Para', 'L: Four']);
    expect((await print('<h1>One</h1><h2>Two</h2>')).read.outline).toEqual(['One', 'Two']);
  });
});
