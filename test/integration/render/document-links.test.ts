/** Links to files beside a document stay relative in the PDF and never contain the browser's internal address. */
import { describe, expect, it } from 'vitest';
import { getPages } from '../../../src/pdf/document/page-tree.ts';
import { getName, type PdfDict } from '../../../src/pdf/object.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { render } from '../../../src/render/render.ts';
import type { RenderRequest } from '../../../src/render/render-request.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { type HtmlTemplate, noAssets } from '../../../src/template/model/template.ts';
import { holdsText, linkAddresses } from '../../support/decompressed-pdf.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { realBrowser } from '../../support/real-browser.ts';

const browser = realBrowser();

async function print(parts: Partial<HtmlTemplate>, request: Partial<RenderRequest> = {}) {
  const deadline = new Deadline();
  const base = { name: 'test', html: '', page: {}, metadata: {}, partials: {}, assets: noAssets };
  try {
    const { pdf } = await render(
      { template: { ...base, ...parts }, data: {}, ...request },
      { browser, deadline },
    );
    expect(holdsText(pdf, 'document.pdfapi.invalid')).toBe(false);
    return pdf;
  } finally {
    deadline.close();
  }
}

const kinds = `<!doctype html><h1 id="top1">Links</h1>
<p><a href="modern.html">a</a> <a href="../up.html">a</a> <a href="../../x/../up2.html?q#f">a</a>
<a href="/root.html">a</a> <a href="#top1">a</a> <a href="#missing">a</a> <a href="#">a</a> <a href="">self</a>
<a href="?q=1">a</a> <a href="sub/">a</a> <a href="a b.html#x">a</a> <a href="x(1).html">a</a>
<a href="mailto:a@b.c">a</a> <a href="https://example.com/">a</a> <a href="//example.com/x">a</a>
<a href="ü.html">a</a> <a href="page.html#top1">a</a> <a href="c%3Ad">a</a> <a href="both.html">a</a>
<a href="../both.html">a</a> <a href="javascript:void 0">a</a> <a href="tel:1">a</a>
<svg width="50" height="20"><a href="svg.html"><text y="10">svg</text></a></svg>
<svg width="50" height="20"><a xlink:href="../svg2.html"><text y="10">svg</text></a></svg>
<img usemap="#m" width="30" height="30" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">
<map name="m"><area href="../area.html" shape="rect" coords="0,0,30,30"></map>
<iframe srcdoc="<a href='frame.html'>frame</a><a href='#y'>y</a>"></iframe>
<form action="send"><button>b</button></form>
<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>`;

const relative = [
  ...['modern.html', '../up.html', '../../up2.html?q#f', '/root.html', '?q=1', 'sub/', 'a%20b.html#x'],
  ...['x(1).html', 'mailto:a@b.c', 'https://example.com/', 'https://example.com/x', '%C3%BC.html'],
  ...['page.html#top1', 'c%3Ad', 'both.html', 'tel:1', 'svg.html', '../svg2.html', 'frame.html'],
];

describe('links to files beside the document', () => {
  it.each<[string, Partial<RenderRequest>, Partial<HtmlTemplate>]>([
    ['compact', {}, {}],
    ['as Chromium wrote it', { compact: false }, {}],
    ['reproducible', { reproducible: { date: new Date(0) } }, {}],
    ['without tags', {}, { tags: false }],
    ['without scripts', {}, { scripts: false }],
  ])('stay relative: %s', async (_, request, parts) => {
    const pdf = await print({ html: kinds, ...parts }, request);
    expect(linkAddresses(pdf).sort()).toEqual(expect.arrayContaining(relative.toSorted()));
    expect((await readPdf(pdf)).links).toContain('#top1');
    expect((await readPdf(pdf)).info.Title).toBe('Links');
  });

  it('without a scheme get the scheme of the base URL, or https', async () => {
    const html = `<a href="//a.example/x">a</a><a href=" //b.example/(1)">b</a><a href="//c.example/">c</a>
      <a href="http://c.example/">c</a><a href="http://d.example/">d</a>`;
    const from = (scheme: string) => [`${scheme}://a.example/x`, `${scheme}://b.example/(1)`];
    const others = ['http://c.example/', 'http://d.example/'];
    expect(linkAddresses(await print({ html }))).toEqual([...from('https'), ...others]);
    const http = await print({ html }, { baseUrl: 'http://intranet.example/' });
    expect(linkAddresses(http)).toEqual([...from('http'), ...others]);
  });

  it.each([true, false])('to the top of the page lead to the first page (compact: %s)', async (compact) => {
    const html = '<p>a</p><p style="break-before: page"><a href="#">top</a> <a href="#top">top</a>';
    const pdf = await print({ html }, { compact });
    const file = new PdfReader(pdf);
    const links = [...getPages(file)].flatMap(({ dict }) => file.array(dict, 'Annots') ?? []);
    const [top, named] = links.map((item) => file.resolve(item) as PdfDict);
    expect(top?.has('Dest')).toBe(false);
    expect(getName(file.get(file.dict(top ?? new Map(), 'A') ?? new Map(), 'N'))).toBe('FirstPage');
    expect(named?.has('Dest')).toBe(true);
    expect((await readPdf(pdf)).links).toContain('#top');
  });

  it('that only a browser can follow have no target, and others keep their targets', async () => {
    const html = `<a href="javascript:alert(1)">a</a> <a href="about:blank">b</a> <a href="blob:null/x">c</a>
      <a href="data:text/plain,hi">d</a> <a href="mailto:a@b.example">e</a> <a href="tel:+431">f</a>`;
    for (const compact of [true, false]) {
      const pdf = await print({ html }, { compact });
      expect(holdsText(pdf, 'javascript:')).toBe(false);
      expect(linkAddresses(pdf)).toEqual(['data:text/plain,hi', 'mailto:a@b.example', 'tel:+431']);
    }
  });

  it('never show the internal address in headers and footers', async () => {
    const header = '<a href="x.html">x</a> (<span class="url"></span>) (<span class="title"></span>)';
    for (const request of [{}, { owner: 'team' }]) {
      const pdf = await print({ html: '<p>a', page: { header, footer: header } }, request);
      const { pages } = await readPdf(pdf);
      expect(pages[0]).toContain('x () ()');
      expect(pages[0]).not.toContain('invalid');
    }
  });

  it('to the document itself lead to its first page', async () => {
    const pdf = await print({ html: '<a href="">self</a> <a href="./">folder</a>' }, { compact: false });
    expect(linkAddresses(pdf)).toEqual([]);
    expect(
      Buffer.from(pdf)
        .toString('latin1')
        .match(/\/N \/FirstPage/g),
    ).toHaveLength(2);
  });

  it('are relative to the path of the document among its files', async () => {
    const html =
      '<a href="b.html">a</a><a href="../c.html">a</a><a href="../../d.html">a</a><a href="../../../e.html">a</a><a href="/f.html">a</a>';
    const pdf = await print({ html, assets: { ...noAssets, documentPath: 'pages/en/a.html' } });
    const found = ['b.html', '../c.html', '../../d.html', '../../../e.html', '/f.html'];
    expect(linkAddresses(pdf)).toEqual(found);
  });

  it('that scripts create are relative too', async () => {
    const html =
      '<p>x<script>document.body.innerHTML += "<a href=../made.html>made</a>"; document.links = []</script>';
    expect(linkAddresses(await print({ html }))).toEqual(['../made.html']);
  });

  it('of consecutive documents in a server’s pool are relative', async () => {
    for (const name of ['one', 'two']) {
      const html = `<p><a href="../${name}.html">x</a>`;
      expect(linkAddresses(await print({ html, scripts: false }, { owner: 'team' }))).toEqual([
        `../${name}.html`,
      ]);
    }
  });

  it.each<[string, Partial<RenderRequest>, Partial<HtmlTemplate>]>([
    ['the caller', { baseUrl: 'https://example.com/a/b/', defaultBaseUrl: 'https://wrong.example/' }, {}],
    [
      'the caller over the template',
      { baseUrl: 'https://example.com/a/b/' },
      { baseUrl: 'https://x.example/' },
    ],
    ['the template', { defaultBaseUrl: 'https://wrong.example/' }, { baseUrl: 'https://example.com/a/b/' }],
    ['the project', { defaultBaseUrl: 'https://example.com/a/b/', compact: false }, {}],
  ])('lead to where %s says', async (_, request, parts) => {
    const html =
      '<p id="p"><a href="c.html#x">c</a><a href="../d.html">d</a><a href="/e.html">e</a><a href="">self</a><a href="#p">p</a>';
    const pdf = await print({ html, ...parts }, request);
    const found = [
      'https://example.com/a/b/c.html#x',
      'https://example.com/a/d.html',
      'https://example.com/e.html',
    ];
    expect(linkAddresses(pdf)).toEqual([...found, 'https://example.com/a/b/']);
    expect((await readPdf(pdf)).links).toEqual([...found, 'https://example.com/a/b/', '#p']);
  });

  it('leave a file with valid object offsets', async () => {
    const file = new PdfReader(await print({ html: kinds }, { compact: false }));
    expect([...getPages(file)]).toHaveLength(1);
  });
});
