/** The HTML of Markdown documents: what this project adds to its Markdown library. */
import { describe, expect, it } from 'vitest';
import {
  type FilledMarkdown,
  markdownToDocument,
} from '../../../../src/template/markdown/markdown-to-html.ts';

const convert = (text: string, { settings = {}, titleBlock = {} }: Parts = {}) =>
  markdownToDocument({ text, settings: { titleBlock: {}, ...settings }, titleBlock });
/** The HTML of the text alone, in one line. */
const bodyOf = async (text: string, parts?: Parts) =>
  ((await convert(text, parts)).html.split('<body>')[1] ?? '').replace(/<\/body>.*|\n/gs, '');
interface Parts {
  readonly settings?: Partial<FilledMarkdown['settings']>;
  readonly titleBlock?: FilledMarkdown['titleBlock'];
}

describe('the text', () => {
  it.each([
    ['~~gone~~ **bold**', '<p><del>gone</del> <strong>bold</strong></p>'],
    ['| a |\n|--:|\n| 1 |', '<th style="text-align:right">a</th>'],
    ['see https://example.com.', '<a href="https://example.com">https://example.com</a>.'],
    ['www.example.com/a_b?c=1', '<a href="http://www.example.com/a_b?c=1">www.example.com/a_b?c=1</a>'],
    ['ada@example.com', '<a href="mailto:ada@example.com">'],
    ['notes.md', '<p>notes.md</p>'],
    ['Term\n: Meaning', '<dl><dt>Term</dt><dd>Meaning</dd></dl>'],
    ['<b class="x">HTML</b>', '<b class="x">HTML</b>'],
    ['[x](javascript:alert)', '<p>[x](javascript:alert)</p>'],
    ['\\newpage', '<div class="page-break" style="break-after:page"></div>'],
  ])('%j contains %s', async (text, html) => {
    expect(await bodyOf(text)).toContain(html);
  });

  it('has the lines of its Markdown, whatever comes before', async () => {
    const text =
      '# A\n\n- b\n- third\n\n> d\n\n```\nfourth\n```\n\n| f |\n|---|\n| fifth |\n\n[[toc]]\n\n<i>sixth</i>\n\n![j](seventh.png "l")\n\nm[^1]\n\n[^1]: note\n\nlast';
    const { html } = await convert(text, { titleBlock: { title: 'Title' }, settings: { toc: 3 } });
    const lineOf = (lines: string, word: string) =>
      lines.split('\n').findIndex((line) => line.replace(/<head>.*<\/head>/, '').includes(word));
    for (const word of ['third', 'fourth', 'fifth', 'sixth', 'seventh', 'last']) {
      const wanted = lineOf(text, word);
      // A code block begins with its first line of code.
      expect([word, lineOf(html, word)]).toEqual([word, word === 'fourth' ? wanted - 1 : wanted]);
    }
  });
});

describe('headings', () => {
  it('get the ids of GitHub, each once', async () => {
    const ids = (await bodyOf('# What’s new in 2.0?\n# Über uns\n# A\n# A\n# A-1\n# ?\n')).matchAll(
      /id="([^"]*)"/g,
    );
    expect([...ids].map(([, id]) => id)).toEqual([
      'whats-new-in-20',
      'über-uns',
      'a',
      'a-1',
      'a-1-1',
      'section',
    ]);
  });

  it('may have an id of their own', async () => {
    expect(await bodyOf('## Long *title* {#short}')).toBe('<h2 id="short">Long <em>title</em></h2>');
  });
});

describe('lists of what the document has', () => {
  it('has the headings of three levels, without the one above it', async () => {
    const html = await bodyOf('# Contents\n\n[TOC]\n\n# One\n### Deep\n## Two `x` <b>y</b>\n#### No\n# Last');
    expect(html).toContain(
      '<nav class="contents"><ul><li><a href="#one"><span>One</span></a><ul><li><a href="#deep"><span>Deep</span></a></li><li><a href="#two-x-y"><span>Two x y</span></a></li></ul></li>',
    );
    expect(html).toContain('<span>Two x y</span>');
    expect(html).not.toContain('<span>No</span>');
    expect(html).not.toContain('<span>Contents</span>');
  });

  it('is well-formed wherever the levels jump', async () => {
    for (const levels of [
      [3, 1, 2],
      [1, 3, 2, 1],
      [2, 2, 3, 1, 1],
    ]) {
      const text = levels.map((level, index) => `${'#'.repeat(level)} h${index}`).join('\n');
      const [list = ''] = (await bodyOf(`[[toc]]\n\n${text}`)).split('</nav>');
      for (const tag of ['ul', 'li']) {
        expect(list.split(`<${tag}>`).length).toBe(list.split(`</${tag}>`).length);
      }
      for (const [index] of levels.entries()) expect(list).toContain(`#h${index}"`);
    }
  });

  it('follows the title if the front matter asks for it, with page numbers', async () => {
    const { html } = await convert('# One', { settings: { toc: 1 }, titleBlock: { title: 'T' } });
    expect(html).toMatch(/<\/header><nav class="contents">.*<h1 id="one">/);
    expect(html).toContain("leader('.') target-counter(attr(href url), page)");
    expect((await convert('# One')).html).not.toContain('target-counter');
  });

  it('lists figures and tables', async () => {
    const html = await bodyOf(
      '[[figures]]\n\n[[tables]]\n\n![a](a.png "A & B")\n\nTable: Sizes\n\n| a |\n|---|\n| b |\n\n| c |\n|---|\n| d |\n\nTable: Below',
    );
    expect(html).toContain('<a href="#figure-1"><span>A &amp; B</span></a>');
    expect(html).toContain(
      '<a href="#table-1"><span>Sizes</span></a></li><li><a href="#table-2"><span>Below</span></a>',
    );
    expect(html).toContain('<table id="table-1"><caption>Sizes</caption>');
    expect(html).not.toContain('Table:');
  });

  it('is printed ten times at most, because each takes as much room as the document has headings', async () => {
    const html = await bodyOf(`# A\n\ntext\n\n${'[[toc]]\n\n'.repeat(12)}`);
    expect(html.split('<nav').length - 1).toBe(10);
    expect(html.split('[[toc]]').length - 1).toBe(2);
  });
});

describe('figures', () => {
  it('are images with a title that are alone in their paragraph', async () => {
    expect(await bodyOf('![The *alt*](a.png "The caption")')).toBe(
      '<figure id="figure-1"><img src="a.png" alt="The alt"><figcaption>The caption</figcaption></figure>',
    );
    expect(await bodyOf('![alt](a.png)')).toBe('<p><img src="a.png" alt="alt"></p>');
    expect(await bodyOf('![alt](a.png "t") text')).toContain('title="t"');
  });
});

describe('task lists', () => {
  it('have boxes that screen readers name', async () => {
    const html = await bodyOf('- [ ] open\n- [X] done\n- [y] neither');
    expect(html.match(/aria-label="[^"]*"/g)).toEqual(['aria-label="☐"', 'aria-label="☑"']);
    expect(html).toContain('<ul class="tasks"><li class="task"><svg');
    expect(html).toContain('[y] neither');
    expect(html).not.toContain('[ ]');
  });
});

describe('alerts', () => {
  it('are quotes with a mark, whose title may be another', async () => {
    expect(await bodyOf('> [!NOTE]\n> Read *this*.')).toBe(
      '<div class="alert alert-note" role="note"><p class="alert-title">Note</p><p>Read <em>this</em>.</p></div>',
    );
    expect(await bodyOf('> [!warning] Vorsicht <b>')).toContain(
      '<p class="alert-title">Vorsicht &lt;b&gt;</p></div>',
    );
    expect(await bodyOf('> [!OTHER]\n> x')).toContain('<blockquote>');
  });
});

describe('footnotes', () => {
  it('link to the text and back', async () => {
    const html = await bodyOf('a[^x] b[^x] c^[inline]\n\n[^x]: note');
    expect(html).toContain('<a href="#fn1" id="fnref1">1</a>');
    expect(html).toContain(
      '<a href="#fnref1" class="footnote-back">↑</a> <a href="#fnref1:1" class="footnote-back">↑</a>',
    );
    expect(html).toContain('<li id="fn2" class="footnote-item"><p>inline');
  });
});

describe('footnotes of pages', () => {
  const paged = (text: string) => bodyOf(text, { settings: { footnotes: 'page' } });

  it('are where they are referred to first, and nowhere else', async () => {
    expect(await paged('a[^x] b[^x] c^[*inline*]\n\n[^x]: note\n\nend')).toBe(
      '<p>a<span class="footnote" id="fn1">note</span> b<sup class="footnote-ref"><a href="#fn1">1</a></sup> c<span class="footnote" id="fn2"><em>inline</em></span></p><p>end</p>',
    );
  });

  it('may hold blocks within a paragraph', async () => {
    const html = await paged('a[^x] b\n\n[^x]: One.\n\n    - Two\n\n    ```js\n    let a;\n    ```\n\nend');
    expect(html).toMatch(
      /^<p>a<object class="footnote" id="fn1"><p>One.<\/p><ul><li>Two<\/li><\/ul><pre>.*hljs-keyword.*<\/pre><\/object> b<\/p><p>end<\/p>$/,
    );
  });

  it('are numbered by their references in the text, also in captions', async () => {
    const html = await paged(
      '[^b]: second\n\n[^a]: first^[its own] and [^b]\n\n| t |\n|---|\n| 1 |\n\nTable: Sizes[^a]\n\ntext[^b] ![alt[^b]](a.png)',
    );
    const link = (number: number) => `<sup class="footnote-ref"><a href="#fn${number}">${number}</a></sup>`;
    expect(html).toContain(
      `<caption>Sizes<span class="footnote" id="fn1">first${link(2)} and ${link(3)}</span><span class="footnote footnote-inner" id="fn2">its own</span></caption>`,
    );
    expect(html).toContain('<p>text<span class="footnote" id="fn3">second</span> <img');
  });

  it('end with notes that refer to themselves and to each other', async () => {
    const html = await paged('a[^x]\n\n[^x]: x[^x][^y]\n\n[^y]: y[^x][^y]');
    expect(html.match(/class="footnote[ "]/g)).toHaveLength(2);
    expect(html.match(/href="#fn/g)).toHaveLength(4);
  });

  it('are footnotes with any style sheet, which comes behind', async () => {
    for (const settings of [{}, { css: ['a.css'] }, { hasStyles: true }]) {
      const { html } = await convert('a^[b]', { settings: { ...settings, footnotes: 'page' } });
      expect(html.indexOf('float: footnote')).toBeGreaterThan(0);
      expect(html.indexOf('float: footnote')).toBeLessThan(html.search(/<link|<style>:root|<body>/));
    }
  });
});

describe('code', () => {
  it('is coloured if its language is known', async () => {
    expect(await bodyOf('```js\nconst a = "<b>";\n```')).toContain('<span class="hljs-keyword">const</span>');
    expect(await bodyOf('```Dockerfile\nFROM a\n```')).toContain('hljs-keyword');
    expect(await bodyOf('```klingon\n<b>\n```')).toBe(
      '<pre><code class="language-klingon">&lt;b&gt;</code></pre>',
    );
    expect(await bodyOf('    <b>')).toBe('<pre><code>&lt;b&gt;</code></pre>');
  });

  it('is not coloured beyond 200,000 characters', async () => {
    const html = await bodyOf(`\`\`\`js\n${'let a = 1;\n'.repeat(20_000)}\`\`\`\n\n\`\`\`js\nlet b\n\`\`\``);
    expect(html).not.toContain('hljs');
  });
});

describe('formulas', () => {
  it.each([
    ['$a^2$', '<math alttext="a^2"><msup><mi>a</mi><mn>2</mn></msup></math>'],
    ['$$\n\\frac{a}{b}\n$$', '<div class="formula"><math display="block"'],
    ['$$a$$', '<div class="formula"><math display="block"'],
    ['```math\na\n```', '<div class="formula"><math display="block"'],
    ['It costs $5, not $10.', '<p>It costs $5, not $10.</p>'],
    ['\\$a$', '<p>$a$</p>'],
    ['$ a $', '<p>$ a $</p>'],
    ['`$a$`', '<code>$a$</code>'],
  ])('%j contains %s', async (text, html) => {
    expect(await bodyOf(text)).toContain(html);
  });

  it('that cannot be read are printed as text, with a warning that names the line', async () => {
    const { html, warnings } = await convert('a\n\nb $\\frac{1$ c');
    expect(html).toContain('<code class="formula-source">\\frac{1</code>');
    expect(warnings).toEqual([
      expect.stringMatching(/^the formula \\frac\{1 in line 3 is printed as text: unexpected end/),
    ]);
  });

  it.each([
    [
      'macros that double',
      '\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\d\\d}\\def\\d{\\e\\e}\\def\\e{\\f\\f}\\def\\f{\\g\\g}\\def\\g{\\h\\h}\\def\\h{\\i\\i}\\def\\i{xx}\\a',
    ],
    ['a macro that never ends', '\\def\\x{\\x\\x}\\x'],
    ['nesting', `${'{'.repeat(2_400)}${'}'.repeat(2_400)}`],
    ['length', 'a'.repeat(5_001)],
  ])('are bounded: %s', async (_, tex) => {
    expect((await convert(`$${tex}$`)).warnings).toHaveLength(1);
  });
});

describe('what Twig printed', () => {
  /** A value as the template language escapes it. */
  const print = async (source: string, data: object) => {
    const { compile } = await import('../../../../src/twig/index.ts');
    return await bodyOf(compile(source, { autoescape: 'markdown' }).render(data));
  };

  it.each([
    ['{{ v }}', '<b>*x*</b> `y` [z](u)', '<p>&lt;b&gt;*x*&lt;/b&gt; `y` [z](u)</p>'],
    ['{{ v }}', '# a\n\n- b', '<p># a- b</p>'],
    ['a {{ v }}', 'https://example.com $a$ &amp;', '<p>a https://example.com $a$ &amp;amp;</p>'],
    ['`{{ v }}`', 'a < `b`', '<p><code>a &lt; `b`</code></p>'],
    ['```js\n"{{ v }}"\n```', '<!--', '<span class="hljs-string">&quot;&lt;!--&quot;</span>'],
    ['<a title="{{ v }}">x</a>', '"><script>', '<a title="&quot;&gt;&lt;script&gt;">'],
    ['| a | b |\n|---|---|\n| {{ v }} | c |', 'x | y', '<td>x | y</td><td>c</td>'],
    [
      '[link]({{ v }})',
      'https://example.com/a b?c=(d)',
      '<a href="https://example.com/a%20b?c=(d)">link</a>',
    ],
    ['[link]({{ v }})', 'javascript:alert(1)', '<p>[link](javascript:alert(1))</p>'],
    ['**{{ v }}**', ' a ', '<strong> a </strong>'],
    ['# {{ v }}', 'A & B', '<h1 id="a--b">A &amp; B</h1>'],
    ['{{ v|raw }}', '*x*', '<p><em>x</em></p>'],
    ['{{ v|markdown_to_html }}', '*x*', '<p><em>x</em></p>'],
    ['{{ v|nl2br }}', 'a<\nb', '<p>a&lt;<br />b</p>'],
  ])('%s with %j becomes %s', async (source, v, html) => {
    expect(await print(source, { v })).toContain(html);
  });
});

describe('the document', () => {
  it('has what the front matter says above the text, and its title once', async () => {
    const titleBlock = { title: 'A & B', subtitle: 'S', author: 'Ada', date: 'today' };
    const { html } = await convert('Text', { titleBlock });
    expect(html).toContain('<title>A &amp; B</title>');
    expect(html).toContain(
      '<header class="title-block"><h1 class="title">A &amp; B</h1><p class="subtitle">S</p><p class="author">Ada</p><p class="date">today</p></header>',
    );
    expect(await bodyOf('# A & B\n\nText', { titleBlock: { title: 'A & B' } })).toBe(
      '<h1 id="a--b">A &amp; B</h1><p>Text</p>',
    );
  });

  it('has the standard style sheet, unless there is another', async () => {
    const styles = async (settings: NonNullable<Parts['settings']>) =>
      (await convert('a', { settings })).html.match(/<style>.*<\/style>|<link.*>(?=<\/head>)/)?.[0];
    expect(await styles({})).toContain('counter(page)');
    expect(await styles({ pageNumbers: false })).not.toContain('counter(page)');
    expect(await styles({ hasStyles: true })).toBeUndefined();
    expect(await styles({ css: ['a&b.css'] })).toBe('<link rel="stylesheet" href="a&amp;b.css">');
  });
});

describe('hostile Markdown', () => {
  it.each([
    ['quotes', '>'.repeat(30_000)],
    ['brackets', '['.repeat(30_000)],
    ['images', '!['.repeat(20_000)],
    ['emphasis', '*a **b '.repeat(10_000)],
    ['lists', Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['dollars', '$$a '.repeat(10_000)],
    ['formulas that never end', '$$ x\n'.repeat(1_000)],
    ['footnotes', '^[a'.repeat(5_000)],
    ['code', `\`\`\`cpp\n${'a<b '.repeat(5_000)}\n\`\`\``],
  ])('ends with %s', async (_, text) => {
    const { html } = await convert(text);
    expect(html.length).toBeLessThan(text.length * 20 + 10_000);
    expect(html).toContain('</body></html>');
  });
});
