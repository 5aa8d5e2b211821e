/** CSS for pages that the PDF does not show causes a warning, if its rule applies to the document. */
import { describe, expect, it } from 'vitest';
import { mayNeedPasses } from '../../../src/template/model/uses-paged-media.ts';
import { assetsOf, realBrowser } from '../../support/real-browser.ts';
import { renderHtml } from '../../support/render-html.ts';

const browser = realBrowser();

const problemsOf = async (html: string, parts: Parameters<typeof renderHtml>[2] = {}) =>
  (await renderHtml(browser, html, parts)).report.problems;
const withCss = (css: string, body = '<p class="a">x</p>') => `<style>${css}</style>${body}`;

it.each([
  ['.a { float: top }', 'float: top has no effect, and the element stays in the text'],
  ['.a { float: top }', 'float: top has no effect, and the element stays in the text'],
  ['@page :last { margin: 1cm }', '@page :last is ignored with the whole rule: use :first'],
  ['@page :nth(2 of) { margin: 1cm }', '@page :nth(2 of) is ignored with the whole rule: use :first'],
  [
    '@page :nth(2) { color: red; margin: 1cm }',
    'margin: 1cm is ignored, because the browser knows no such pages: give an element',
  ],
  ['@page { marks: crop bleed }', 'marks: crop bleed is ignored: marks has crop, cross and none'],
  ['@page { @top-left { content: "x" } bleed: 3%; }', 'bleed: 3% is ignored'],
  ['.a { color: device-cmyk(0 1 1 0) }', 'color: device-cmyk(0 1 1 0) is ignored, because the PDF has RGB'],
  ['.a { string-set: head content(second-line) }', 'string-set: head content(second-line) is ignored: use'],
  ['.a { bookmark-level: high }', 'bookmark-level: high is ignored: bookmark-level has numbers'],
  ['.a { bookmark-target: url(#x) }', 'bookmark-target: url(#x) has no effect'],
  ['.a::after { content: leader(wavy) }', 'content: leader(wavy) is ignored: use target-counter('],
  ['.a::after { content: target-text("#x", last-line) }', 'content: target-text("#x", last-line) is ignored'],
  [
    '.a { string-set: t content() } .a::before { content: string(t) }',
    'content: string(t) is ignored outside',
  ],
  ['.a { flow: static(head) }', 'flow: static(head) has no effect: use position: running()'],
])('reports %s', async (css, expected) => {
  expect(mayNeedPasses(css) || css.includes('content') || css.includes('bookmark')).toBe(true);
  const problems = await problemsOf(withCss(css));
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`line 1 of the HTML: ${expected}`);
});

it.each([
  ['<p style="float: top">x', 'line 3 of the HTML: float: top has no effect'],
  ['<p style="color: red; float: bottom">x', 'line 3 of the HTML: float: bottom has no effect'],
  ['<p style="color: device-cmyk(0 1 1 0)">x', 'line 3 of the HTML: color: device-cmyk(0 1 1 0) is ignored'],
  [
    '<p style="quotes: &quot;a&quot; &quot;b&quot;; float: top">x',
    'a style attribute: float: top has no effect',
  ],
  [
    '<form style="float: top"><input name="getAttribute"><input name="setAttribute">x</form>',
    'line 3 of the HTML: float: top has no effect',
  ],
])('reports the style attribute of %s', async (body, expected) => {
  const problems = await problemsOf(`<!doctype html>\n<title>x</title>\n${body}`);
  expect(problems).toEqual([expect.stringContaining(expected)]);
});

it.each([
  ['other media', '@media screen { .a { float: top; flow: static(x) } }'],
  ['a query for support', '@supports (float: top) { .a { float: top } }'],
  ['elements that the document does not have', '.b { float: top } .c > .d { float: top }'],
  ['comments and strings', '.a::after { content: "string(x) counter(page)" } /* .a { float: top } */'],
  ['margins of the first page and of every second one', '@page :nth(1), :nth(odd) { margin: 1cm }'],
  ['marks and bleed', '@page { marks: crop cross; bleed: 3mm 5mm } @page :left { bleed-right: 0 }'],
  ['marks that are turned off', '@page { marks: none; bleed: auto }'],
  ['a colour with a fallback', '.a { color: #e00; color: device-cmyk(0 1 1 0) }'],
  ['values that are supported', '.a { float: inline-start; break-before: page; position: relative }'],
  ['variables', '.a { --n: head content(); string-set: var(--n); bookmark-level: inherit }'],
  ['pages in the text', '.a::after { content: "Page " counter(page) " of " counter(pages) }'],
  ['pages in margin boxes', '@page :first { @bottom-left { content: counter(page) " of " counter(pages) } }'],
  [
    'pages in running elements',
    '.a { position: running(r) } .a::after { content: counter(page) } @page { @top-left { content: element(r) } }',
  ],
  [
    'a counter of this name that elements count',
    '.a { counter-increment: page } .a::after { content: counter(page) }',
  ],
])('says nothing of %s', async (_, css) => {
  expect(await problemsOf(withCss(css))).toEqual([]);
});

it('says nothing of style sheets that are for the screen', async () => {
  const css = '.a { float: top }';
  const assets = assetsOf({ 'screen.css': { type: 'text/css', bytes: css } });
  const html = `<style media="screen">${css}</style><link rel="stylesheet" media="screen" href="screen.css"><p class="a">x`;
  expect(await problemsOf(html, { parts: { assets } })).toEqual([]);
});

describe('a warning names the place', () => {
  const css = '\n.a { float: top }\n.b { float: top }\n.a { float: top; flow: static(x) }';

  it('in the HTML', async () => {
    const html = `<!doctype html>\r\n<title>x</title>\r\n<style>${css.replaceAll('\n', '\r\n')}</style><p class="a">x</p>`;
    const [notes, floats, ...others] = await problemsOf(html);
    expect(notes).toMatch(/^line 4 of the HTML: float: top \(and in 1 other place\) has no effect/);
    expect(floats).toMatch(/^line 6 of the HTML: flow: static\(x\) has no effect/);
    expect(others).toEqual([]);
  });

  it('in styles.css, beside a header that is printed with it', async () => {
    const [notes] = await problemsOf('<p class="a">x</p>', {
      parts: { styles: css },
      request: { page: { header: '<b>Head</b>', margins: { top: 30 } } },
    });
    expect(notes).toMatch(/^styles\.css:2: float: top \(and in 1 other place\)/);
  });

  it('in a file that is linked, and one that it imports', async () => {
    const assets = assetsOf({
      'css/print.css': { type: 'text/css', bytes: `@import "notes.css";\n@page :nth(3) { margin: 0 }` },
      'css/notes.css': { type: 'text/css', bytes: css },
    });
    const problems = await problemsOf('<link rel="stylesheet" href="css/print.css"><p class="a">x</p>', {
      parts: { assets },
    });
    expect(problems.map((each) => each.slice(0, 40))).toEqual([
      'css/notes.css:2: float: top (and in 1 ot',
      'css/notes.css:4: flow: static(x) has no ',
      'css/print.css:2: margin: 0 is ignored, b',
    ]);
  });
});

it('looks at a hundred places of each feature, so that many of one hide no other', async () => {
  const notes = Array.from({ length: 250 }, () => '.a { float: top }').join('\n');
  const problems = await problemsOf(withCss(`${notes}\n@page { bleed: 3% }`));
  expect(problems).toEqual([
    expect.stringMatching(/float: top \(and in at least 99 other places\) has no effect/),
    expect.stringMatching(/bleed: 3% is ignored/),
  ]);
});

it('is an error in strict mode', async () => {
  const strict = problemsOf(withCss('@page { bleed: 3% }'), { request: { strict: true } });
  await expect(strict).rejects.toMatchObject({ code: 'strict', message: /bleed: 3% is ignored/ });
});
