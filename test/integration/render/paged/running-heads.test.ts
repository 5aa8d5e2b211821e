/** Running heads in finished documents, read as a viewer does. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import type { Browser } from '../../../../src/browser/browser.ts';
import { render } from '../../../../src/render/render.ts';
import type { RenderRequest } from '../../../../src/render/render-request.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { type HtmlTemplate, noAssets } from '../../../../src/template/model/template.ts';
import { readTagged } from '../../../support/pdf/tagged.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { assetsOf, realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();

async function print(html: string, parts: Partial<HtmlTemplate> = {}, request: Partial<RenderRequest> = {}) {
  const template = { name: 'test', html, page: {}, metadata: {}, partials: {}, assets: noAssets, ...parts };
  const deadline = new Deadline(60_000);
  try {
    return (await render({ template, data: {}, strict: true, ...request }, { browser, deadline })).pdf;
  } finally {
    deadline.close();
  }
}

/** The text of each page, with what is in its margins after the rest. */
const words = async (html: string, parts?: Partial<HtmlTemplate>): Promise<string[]> => {
  const { pages } = await readPdf(await print(html, parts));
  return pages.map((page) => page.replaceAll('\n', ' ').trim());
};

const document = (css: string, body: string) =>
  `<!doctype html><html lang="en"><title>Book</title><style>@page { size: 105mm 148mm; margin: 2cm } ${css}</style><body>${body}</body></html>`;
const page = '<p style="break-before: page">text</p>';

describe('named strings', () => {
  const chapters = `<h1>One</h1>${page}<h1 style="break-before: page">Two</h1><h1>Three</h1>${page}`;

  it.each([
    ['first', ['head:One', 'head:One', 'head:Two', 'head:Three']],
    ['start', ['head:One', 'head:One', 'head:Two', 'head:Three']],
    ['last', ['head:One', 'head:One', 'head:Three', 'head:Three']],
    ['first-except', ['head:', 'head:One', 'head:', 'head:Three']],
  ])('show the value of %s', async (keyword, expected) => {
    const css = `h1 { string-set: chapter content(); font-size: 12pt } @page { @top-center { content: "head:" string(chapter, ${keyword}) } }`;
    const heads = (await words(document(css, chapters))).map((text) => /head:\S*/.exec(text)?.[0]);
    expect(heads).toEqual(expected);
  });

  it('are set by elements that are not displayed, which change nothing else', async () => {
    const css = `.head { display: none; string-set: title content(); counter-increment: item } p { counter-increment: item }
      p::after { content: counter(item) } .all::before { content: target-text("#all") }
      @page { @top-center { content: "head:" string(title) } }`;
    const head = (text: string, element = 'b') => `<${element} class="head">${text}</${element}>`;
    const body = `<p>a</p>${head('One', 'h1')}<p>b</p><div style="break-before: page; display: flex; gap: 3em"><i>c</i>${head('Two')}<i>d</i></div>
      <table style="break-before: page"><tr>${head('Three', 'th')}<td>e<td>f</tr></table>
      <div style="break-before: page" class="all" id="all">g${head('Four')}</div>`;
    expect(await words(document(css, body))).toEqual([
      'a1 b2head:One',
      'c dhead:Two',
      'e fhead:Three',
      'gghead:Four',
    ]);
  });

  it('are set by style attributes, which count more than selectors, but less than what is important', async () => {
    const css = `#a { string-set: chapter "Other" } .loud { string-set: chapter "Loud" !important }
      @page { @top-center { content: "head:" string(chapter) } }`;
    const own = (text: string, more: string) =>
      `<h2 ${more} style="break-before: page;\n string-set: chapter content()">${text}</h2>`;
    const body = own('One', '') + own('Two', 'id="a"') + own('Three', 'class="loud"');
    const heads = (await words(document(css, body))).map((text) => /head:\S*/.exec(text)?.[0]);
    expect(heads).toEqual(['head:One', 'head:Two', 'head:Loud']);
  });

  it('start a page only if nothing is above them', async () => {
    const css = `h1 { string-set: chapter content(); font-size: 12pt } @page { @top-center { content: "head:" string(chapter, start) } }`;
    const body = `<h1>One</h1><p style="break-before: page">text</p><h1>Two</h1><section style="break-before: page"><h1>Three</h1></section>`;
    const heads = (await words(document(css, body))).map((text) => /head:\S*/.exec(text)?.[0]);
    expect(heads).toEqual(['head:One', 'head:One', 'head:Three']);
  });

  it.each([
    ['heads are printed beside the document', true],
    ['heads are printed after it', false],
  ])('are those of the last print, where numbers move pages after the first one: %s', async (_, beside) => {
    const css = `h1 { string-set: chapter content(); font-size: 12pt } a { display: block; width: 1.5em; font: 24pt/1 serif; overflow-wrap: anywhere }
      a::after { content: target-counter(attr(href), page, upper-roman) } h1 { break-before: page }
      @page { @top-center { content: "head:" string(chapter) " of " counter(pages) } }`;
    const numbers = Array.from({ length: 12 }, (_, i) => i + 1);
    const body = `${numbers.map((n) => `<a href="#h${n}"></a>`).join('')}${numbers.map((n) => `<h1 id="h${n}">C${n}</h1>`).join('')}`;
    const template = {
      name: 'test',
      html: document(css, body),
      page: {},
      metadata: {},
      partials: {},
      assets: noAssets,
    };
    const deadline = new Deadline(60_000);
    let overlays = 0;
    const watched: Browser = {
      ...browser,
      printsBeside: beside,
      async print(job, limit) {
        if (job.overlay) overlays++;
        return await browser.print(job, limit);
      },
    };
    const { pdf } = await render({ template, data: {}, strict: true }, { browser: watched, deadline });
    deadline.close();
    const { pages } = await readPdf(pdf);
    const heads = pages.map((text) => /head:.*/.exec(text.replaceAll('\n', ' '))?.[0]);
    const before = pages.length - numbers.length;
    expect(before).toBeGreaterThan(1);
    expect(heads.slice(before)).toEqual(numbers.map((n) => `head:C${n} of ${pages.length}`));
    // Those that were printed for the pages of the draft are not used.
    expect(overlays).toBe(beside ? 2 : 1);
  });

  it('differ on left, right and first pages, whatever they contain', async () => {
    const css = `h1 { string-set: chapter content(text) }
      @page :left { @top-left { content: string(chapter) } } @page :right { @bottom-right { content: "R" string(chapter) } }
      @page :first { @bottom-right { content: none } }`;
    const pdf = await readPdf(await print(document(css, `<h1>A&lt;b&gt; &amp; "c"</h1>${page}${page}`)));
    expect(pdf.pages[0]).not.toContain('R');
    expect(pdf.pages[1]).toContain('A<b> & "c"');
    expect(pdf.place(2, 'A<b>')).toMatchObject({ left: expect.closeTo(20, 0) });
    expect(pdf.pages[2]).toContain('RA<b> & "c"');
  });
});

describe('the counter of pages', () => {
  const css = `@page { @bottom-center { content: counter(page) "/" counter(pages) } }
    @page front { @bottom-center { content: counter(page, lower-roman) } }
    .front { page: front } .main { counter-reset: page 1; page: main }`;

  it('is roman at the front and starts again after it', async () => {
    const body = `<div class="front"><p>f</p>${page}</div><div class="main"><p>m</p>${page}</div>`;
    const texts = await words(document(css, body));
    expect(texts).toEqual(['fi', 'textii', 'm1/4', 'text2/4']);
  });
});

it('other counters have their value at the first line of each page', async () => {
  const css = `body { counter-reset: part 4 chapter } h1 { counter-increment: part; font-size: 12pt; break-before: page } h2::before { counter-increment: chapter; content: "" }
    @page { @top-center { content: counter(part, upper-roman) "-" counter(chapter) } }`;
  const body = `<p>x</p><h1>A</h1><h2>a</h2>${page}<h2>b</h2><h2>c</h2>${page}<h1>B</h1>`;
  const heads = (await words(document(css, body))).map((text) => /[IV]+-\d/.exec(text)?.[0]);
  expect(heads).toEqual(['IV-0', 'V-0', 'V-1', 'V-3', 'VI-3']);
});

describe('running elements', () => {
  const logo = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="#f00"/></svg>',
  );
  const css = `.head { position: running(head); color: rgb(0, 0, 255) } section { font-size: 30px; font-family: monospace }
    .head img { width: 10mm; vertical-align: middle } section .head b { font-weight: 900; font-size: .5em }
    @page { margin: 3cm; @top-left { content: element(head); vertical-align: top } }`;

  it('show a logo and a text with the styles of their place', async () => {
    const body = `<section><div class="head"><img src="logo.svg" alt=""> <b>Acme</b></div><p>text</p></section>${page}`;
    const assets = assetsOf({ 'logo.svg': { type: 'image/svg+xml', bytes: logo } });
    const pdf = await readPdf(await print(document(css, body), { assets }));
    expect(pdf.pages.map((text) => text.includes('Acme'))).toEqual([true, true]);
    expect(pdf.pages[0]?.split('Acme')).toHaveLength(2);
    expect(pdf.place(2, 'Acme').size).toBeCloseTo(11.25, 1);
    const picture = await pdf.picture(2);
    expect(picture.at(33, 6)).toEqual([255, 0, 0]);
  });

  it('carry a picture in their HTML once', async () => {
    const noise = Buffer.from(Array.from({ length: 60_000 }, (_, i) => (i * 7919 * (i % 251)) % 251));
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><desc>${noise.toString('base64')}</desc><rect width="40" height="40" fill="#0f0"/></svg>`;
    const url = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
    const body = `<section><div class="head"><img src="${url}" alt="">Acme</div></section>${page.repeat(300)}`;
    const pdf = await readPdf(await print(document(css, body)));
    expect(pdf.pages).toHaveLength(301);
    expect((await pdf.picture(300)).at(33, 6)).toEqual([0, 255, 0]);
  });

  it('lead to places of the document and of the web', async () => {
    const body = `<base href="https://acme.example/a/"><div class="head"><a href="#Fin%20%C3%A9">End</a> <a href="../b">Web</a> <a href="#none">None</a></div>
      <p>text</p>${page}<h1 id="Fin é" style="break-before: page">End</h1>`;
    const file = await getDocument({ data: new Uint8Array(await print(document(css, body))), verbosity: 0 })
      .promise;
    const last = await file.getPage(3);
    const target = { num: last.ref?.num };
    for (const number of [1, 2, 3]) {
      const links = await (await file.getPage(number)).getAnnotations();
      expect(links.map(({ url }) => url)).toEqual([undefined, 'https://acme.example/b']);
      const [{ dest }] = links;
      const [found] = (typeof dest === 'string' ? await file.getDestination(dest) : dest) ?? [];
      expect(found).toMatchObject(target);
    }
  });

  it('change where the next one begins', async () => {
    const many = `.h { position: running(h) } @page { @top-right { content: element(h, first-except) } @bottom-left { content: element(h) } }`;
    const body = `<div class="h">AA</div><p>x</p>${page}<div style="break-before: page"><div class="h">BB</div><p>y</p></div>`;
    expect(await words(document(many, body))).toEqual(['xAA', 'textAA AA', 'yBB']);
  });
});

it('a landscape page in the middle has its own size and margins', async () => {
  const css = `h1 { string-set: t content() } @page { @top-right { content: string(t) " top" } @bottom-left { content: "low" } }
    @page wide { size: 148mm 105mm; margin: 1cm } .wide { page: wide }`;
  const body = `<h1>One</h1><div class="wide">w</div><p>x</p>`;
  const pdf = await readPdf(await print(document(css, body)));
  expect(pdf.sizes).toEqual([
    { width: 105, height: 148 },
    { width: 148, height: 105 },
    { width: 105, height: 148 },
  ]);
  expect(pdf.place(1, 'low')).toMatchObject({ left: expect.closeTo(20, 0) });
  expect(pdf.place(2, 'low')).toMatchObject({ left: expect.closeTo(10, 0) });
  expect(pdf.place(2, 'low').top).toBeGreaterThan(95);
  expect(pdf.pages[1]).toContain('One top');
});

it('margin boxes are artifacts, and the document holds PDF/UA and PDF/A', async () => {
  const css = `h1 { string-set: t content() } .h { position: running(h) } @page { @top-right { content: string(t) } @top-left { content: element(h) } }`;
  const body = `<div class="h">Acme</div><h1>One</h1><p>text</p>`;
  const pdf = await print(document(css, body), {}, { standards: { pdfua: true, pdfa: '2a' } });
  const { lines, artifacts, untagged } = await readTagged(pdf);
  expect(lines.join()).not.toContain('Acme');
  expect(artifacts.join()).toContain('Acme');
  expect(untagged).toBe('');
});

describe('colours', () => {
  /** The pure colours of each page, without white. Others are those of edges. */
  async function inks(css: string, body: string): Promise<string[][]> {
    const read = await readPdf(await print(document(css, body)));
    return await Promise.all(
      read.pages.map(async (_, i) => {
        const { pixels } = await read.picture(i + 1);
        const counts = new Map<string, number>();
        for (let at = 0; at < pixels.length; at += 4) {
          const color = [...pixels.subarray(at, at + 3)]
            .map((value) => value.toString(16).padStart(2, '0'))
            .join('');
          counts.set(color, (counts.get(color) ?? 0) + 1);
        }
        const isPure = (color: string) => /^(?:00|80|ff)+$/.test(color) && color !== 'ffffff';
        return [...counts].flatMap(([color, count]) => (count > 20 && isPure(color) ? [color] : [])).sort();
      }),
    );
  }
  const set =
    'h1 { string-set: s "I"; font: 1pt serif; color: white } @page { @top-left { content: string(s) } }';
  const large = '@page { @top-left { font: bold 60pt sans-serif } }';

  it('a margin box has its own, or that of its page, or that of the document', async () => {
    const css = `${set} ${large} html { color: #0000ff } .red { page: red } @page red { color: #ff0000 }
      .own { page: own } @page own { color: #ff0000; @top-left { color: #008000 } }`;
    const body = '<h1>a</h1><div class="red">&nbsp;</div><div class="own">&nbsp;</div>';
    expect(await inks(css, body)).toEqual([['0000ff'], ['ff0000'], ['008000']]);
  });

  it('a running element has its own, and its text that of the elements in it', async () => {
    const css = `.head { position: running(head); font: bold 50pt sans-serif; color: #008000 } i { color: #ff0000 }
      @page { @top-left { content: element(head); color: #0000ff } }`;
    expect(await inks(css, '<div class="head">I<i>I</i></div>&nbsp;')).toEqual([['008000', 'ff0000']]);
  });

  it('the background and the border of a page are behind its text', async () => {
    const css = `${set} @page { background: #ffff00; border: 1mm solid #00ff00; padding: 5mm } p { font: bold 60pt sans-serif; color: #0000ff; margin: 0 }`;
    expect((await inks(css, '<h1>a</h1><p>I'))[0]).toEqual(expect.arrayContaining(['0000ff', 'ffff00']));
  });
});

it('headers of the template and margin boxes are both shown', async () => {
  const css = `h1 { string-set: t content() } @page { @bottom-right { content: string(t) "!" } }`;
  const parts = { page: { header: 'Header <span class="pageNumber"></span>' } };
  const [first] = await words(document(css, '<h1>One</h1>'), parts);
  expect(first).toContain('Header');
  expect(first).toContain('One!');
});

it('headers that differ by page and margin boxes are both shown', async () => {
  const css = `h1 { string-set: t content() } @page { @bottom-right { content: string(t) "!" } }`;
  const parts = { page: { header: { first: 'First', default: 'Later' } } };
  const [first, second] = await words(document(css, `<h1>One</h1>${page}`), parts);
  expect([first, second]).toEqual([expect.stringContaining('First'), expect.stringContaining('Later')]);
  for (const text of [first, second]) expect(text).toContain('One!');
});

it('viewers show the numbers that the pages show', async () => {
  const css = `@page { @bottom-center { content: counter(page) } } @page front { @bottom-center { content: counter(page, lower-roman) } }
    @page :first { @bottom-center { content: none } } .front { page: front } .main { counter-reset: page 1; page: main }`;
  const pdf = await print(
    document(
      css,
      `<p>title</p><div class="front"><p>f</p>${page}</div><div class="main"><p>m</p>${page}</div>`,
    ),
    {},
    { standards: { pdfa: '2b' } },
  );
  const file = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  expect(await file.getPageLabels()).toEqual(['i', 'ii', 'iii', '1', '2']);
});
