/** What a screen reader has of a printed document, read with pdf.js, and with poppler where it is installed. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { PrintJob } from '../../../src/browser/browser.ts';
import { checkConformance } from '../../../src/conformance/index.ts';
import { getPages } from '../../../src/pdf/document/page-tree.ts';
import { isDict, type PdfDict, PdfName, PdfStream, PdfString, toList } from '../../../src/pdf/object.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { findPrintedElements, kidElements } from '../../../src/pdf/tagging/printed-elements.ts';
import { decodeTextString } from '../../../src/pdf/text-string.ts';
import { render } from '../../../src/render/render.ts';
import type { RenderRequest } from '../../../src/render/render-request.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { readTemplateFolder } from '../../../src/template/load/read-template-folder.ts';
import { type HtmlTemplate, noAssets } from '../../../src/template/model/template.ts';
import { hasPoppler, pixels, run as runProgram } from '../../support/pdf/installed.ts';
import { shownText } from '../../support/pdf/shown-text.ts';
import { contentFaults, readTagged } from '../../support/pdf/tagged.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { plainJob, realBrowser } from '../../support/real-browser.ts';

const browser = realBrowser();

async function print(parts: Partial<HtmlTemplate>, request: Partial<RenderRequest> = {}) {
  const template = {
    name: 'test',
    html: '',
    page: {},
    metadata: {},
    partials: {},
    assets: noAssets,
    ...parts,
  };
  const deadline = new Deadline();
  try {
    return (await render({ template, data: {}, ...request }, { browser, deadline })).pdf;
  } finally {
    deadline.close();
  }
}

const tagsOf = async (html: string) => (await readTagged(await print({ html }))).lines;

/** The texts of all links, page by page. */
function linkContents(pdf: Uint8Array): string[] {
  const file = new PdfReader(pdf);
  return [...getPages(file)].flatMap(({ dict }) =>
    (file.array(dict, 'Annots') ?? []).flatMap((item) => {
      const link = file.resolve(item);
      if (!isDict(link) || file.name(link, 'Subtype') !== 'Link') return [];
      const text = file.get(link, 'Contents');
      return [text instanceof PdfString ? decodeTextString(text) : 'nothing'];
    }),
  );
}

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describe('header and footer', () => {
  it('are artifacts, and the document is what remains', async () => {
    const page = { header: `<img alt="" src="${pixel}">Acme Ltd`, footer: 'Page <b class="pageNumber"></b>' };
    const pdf = await print({ html: '<title>T</title><h1>Body</h1>', page });
    const { lines, artifacts, untagged } = await readTagged(pdf);
    expect(lines).toEqual(['Document', '  H1 Body']);
    expect(artifacts.map((text) => text.trim())).toEqual(['Acme Ltd', expect.stringMatching(/Page\s+1/)]);
    expect(untagged).toBe('');
    expect(contentFaults(pdf)).toEqual([]);
  });

  it('are pagination artifacts, as are the margin boxes of @page', async () => {
    const css =
      '<style>@page { margin: 30mm; @top-left { content: "Top" } @bottom-left { content: "Bottom" } }</style>';
    for (const parts of [
      { html: `${css}<p>Body</p>` },
      { html: '<p>Body</p>', page: { header: 'Top', footer: 'Bottom' } },
    ]) {
      const file = new PdfReader(await print(parts, { compact: false }));
      const [page] = [...getPages(file)];
      const contents = page && file.get(page.dict, 'Contents');
      const streams = Array.isArray(contents) ? contents.map((each) => file.resolve(each)) : [contents];
      const content = streams
        .map((stream) => Buffer.from(file.decode(stream as never)).toString('latin1'))
        .join('\n');
      const kinds = [...content.matchAll(/\/Artifact <<(.*?)>>BDC/g)].map(([, kind]) => kind);
      expect(kinds).toEqual(['/Type /Pagination /Subtype /Header', '/Type /Pagination /Subtype /Footer']);
    }
  });

  it('have elements for their links', async () => {
    const header = '<a href="https://example.com/">Acme</a>';
    const pdf = await print({ html: '<p style="break-after: page">1</p><p>2</p>', page: { header } });
    expect(linkContents(pdf)).toEqual(['https://example.com/', 'https://example.com/']);
    expect((await readTagged(pdf)).lines).toEqual([
      ...['Document', '  P 1', '  Link'],
      ...['Document', '  P 2', '  Link'],
    ]);
  });
});

describe('drawing', () => {
  it('is tagged or an artifact, whatever draws it', async () => {
    const html = `<style>
      @page { margin: 1cm; @top-center { content: "Top"; border: 1px solid } }
      body { background: #eef } .ld::after { content: "......" }
      </style><h1>Title</h1><hr><p class="ld">Leader <a href="#x">link</a></p>
      <div style="opacity: .5">Half <b>bold</b> <div style="opacity: .5">quarter</div><hr></div>
      <div style="box-shadow: 0 0 5px red; background: linear-gradient(red, blue); border: 1px solid">box</div>
      <div style="filter: blur(1px)">blurred</div><div style="transform: rotate(3deg)">turned</div>
      <div style="overflow: hidden; border-radius: 9px"><img alt="Round" src="${pixel}"></div>
      <span aria-hidden="true">hidden</span><ul><li>One</li></ul><table border="1"><tr><td>1</td></tr></table>
      <form><input value="v"><input type="checkbox" checked><progress value=".5"></progress></form>
      <svg width="20" height="20"><rect width="9" height="9"/><text y="10">t</text></svg><p id="x">a\u00adb عربي</p>`;
    for (const request of [{}, { compact: false }, { reproducible: { date: new Date(0) } }]) {
      expect(contentFaults(await print({ html, page: { footer: 'F' } }, request))).toEqual([]);
    }
  });

  it('is tagged or an artifact on a page that blends as a whole', async () => {
    const html = '<h1>Title</h1><hr><p style="mix-blend-mode: multiply">text</p>';
    expect(contentFaults(await print({ html }))).toEqual([]);
  });
});

/** Chromium draws what they cover twice. */
const masks = {
  'a gradient': `<div style="mask-image: linear-gradient(#000, #0000)"><h1>Title</h1><p>One <b>two</b></p>
    <p style="opacity: .5">Half <span style="opacity: .5">quarter</span></p></div>`,
  'a mask within a mask': `<div style="mask-image: linear-gradient(#000, #0000)"><p>Outer</p>
    <div style="mask-image: linear-gradient(to right, #000, #0000)"><p>Inner</p></div></div>`,
  'pages that are masked': `<div style="mask-image: linear-gradient(#000, #0000)"><p style="break-after: page">One</p>
    <p>Two</p></div>`,
  'a path of text': `<svg width="0" height="0"><clipPath id="c"><text y="40" font-size="40">CUT</text></clipPath></svg>
    <div style="clip-path: url(#c); height: 99px; background: red"><p>Cut</p></div>`,
  'an SVG mask': `<svg width="99" height="50" role="img" aria-label="Masked"><mask id="m"><rect width="99" height="50"
    fill="#fff"/></mask><text y="30" mask="url(#m)">Text</text></svg>`,
};

describe('what a mask covers', () => {
  it.each(Object.entries(masks))('is tagged once: %s', async (_, html) => {
    for (const request of [{}, { compact: false }, { reproducible: { date: new Date(0) } }]) {
      const pdf = await print({ html }, request);
      expect(contentFaults(pdf)).toEqual([]);
      const { findings } = checkConformance(pdf, { levels: ['pdfua-1'] });
      expect(findings.filter(({ clause }) => clause === '7.20')).toEqual([]);
    }
  });

  it.runIf(hasPoppler)('is read once', async () => {
    const text = runProgram('pdfinfo', ['-struct-text', '{}'], await print({ html: masks['a gradient'] }));
    const words = [...text.matchAll(/^\s*"(.*)"$/gm)].map(([, word = '']) => word.trim()).filter(Boolean);
    expect(words).toEqual(['Title', 'One', 'two', 'Half', 'quarter']);
  });

  it.runIf(hasPoppler).each(Object.entries(masks))('looks as without tags: %s', async (_, html) => {
    const [tagged, plain] = [await print({ html }), await print({ html, tags: false })];
    expect(Buffer.compare(pixels(tagged), pixels(plain))).toBe(0);
  });
});

describe('lists', () => {
  it('have a body in each item, beside the label', async () => {
    const html = '<ol><li>One<ul><li><p>Nested</p></li></ul></li><li style="list-style: none">Two</li></ol>';
    expect(await tagsOf(html)).toEqual([
      'Document',
      '  L',
      ...['    LI', '      Lbl 1.', '      LBody One'],
      ...['        L', '          LI', '            Lbl', '            LBody', '              P Nested'],
      ...['    LI', '      LBody Two'],
    ]);
  });
});

describe('thousands of siblings', () => {
  /** What Chromium tags by itself: an element that owns others turns the groups off. */
  const ungrouped = (html: string) => `${html}<p hidden aria-owns="none"></p>`;

  async function printBoth(html: string) {
    const [pdf, expected] = [await print({ html }), await print({ html: ungrouped(html) })];
    expect(elementTree(pdf)).toEqual(elementTree(expected));
    expect(pageContents(pdf)).toEqual(pageContents(expected));
    return pdf;
  }

  /** The elements in their order with their attributes, and their content: numbers of marked content. No `NonStruct`. */
  function elementTree(pdf: Uint8Array): string[] {
    const file = new PdfReader(pdf);
    const found: string[] = [];
    const walk = (element: PdfDict, depth: string) => {
      for (const kid of toList(element.get('K'))) {
        const dict = file.resolve(kid);
        if (!isDict(dict) || !dict.has('S')) {
          found.push(`${depth}${isDict(dict) ? [...dict.keys()].sort().join(' ') : String(kid)}`);
          continue;
        }
        const type = file.name(dict, 'S');
        const attributes = toList(dict.get('A')).map((item) => inspect(file.resolve(item)));
        if (type !== 'NonStruct') found.push(`${depth}${type} ${attributes.join(' ')}`);
        walk(dict, type === 'NonStruct' ? depth : `${depth}  `);
      }
    };
    walk(file.dict(file.catalog, 'StructTreeRoot') ?? new Map(), '');
    return found;
  }

  const pageContents = (pdf: Uint8Array) => {
    const file = new PdfReader(pdf);
    return [...getPages(file)].map(({ dict }) =>
      toList(file.get(dict, 'Contents')).map((item) => {
        const stream = file.resolve(item);
        return stream instanceof PdfStream ? Buffer.from(file.decode(stream)).toString('latin1') : '';
      }),
    );
  };

  const asHidden = (items: string) => items.replaceAll('<p>', '<li hidden>').replaceAll('</p>', '</li>');

  const styles = `<style>
    p, li { margin: 0; font-size: 6px; line-height: 6px; counter-increment: row }
    :is(p, li):nth-child(3n) { color: red } :last-child { color: blue } li:nth-last-of-type(2) { font-size: 9px }
    li::after { content: " " counter(row) } body > * + p { padding-left: 1px }
  </style>`;

  it('have the tags and the pages that they have without groups', async () => {
    const items = Array.from({ length: 3_100 }, (_, i) => {
      if (i % 500 === 7) return `<li id="item ${i}"><p>Paragraph</p><ul><li>Nested ${i}</ul>`;
      if (i % 500 === 8) return `<li hidden>Hidden<li aria-hidden="true">Decoration ${i}`;
      return i % 500 === 9 ? `<li id="i${i}" value="${2 * i}"><a href="#i9">Link ${i}</a>` : `<li>Item ${i}`;
    });
    const blocks = Array.from({ length: 3_100 }, (_, i) => {
      if (i === 1_000) return `<ol type="A">${items.join('')}</ol>`;
      return i % 500 === 7 ? `<h2>Heading ${i}</h2><hr>` : `<p>Block ${i}</p>`;
    });
    const pdf = await printBoth(`${styles}${blocks.join('').replaceAll(/id="item \d+"/g, '')}`);
    expect(contentFaults(pdf)).toEqual([]);
  });

  it.each([
    ['text between them', (items: string) => `<div>First ${items.replace('</p>', '</p>between')}</div>`],
    [
      'text after them',
      (items: string) => `<style>main::after { content: "End" }</style><main>${items}</main>`,
    ],
    ['text in all elements', (items: string) => `<style>*::before { content: "Start" }</style>${items}`],
    ['text in all blocks', (items: string) => `<style>div::after { content: "End" }</style>${items}`],
    ['inline elements', (items: string) => `<div>${items.replaceAll(/(?<=<\/?)p/g, 'span')}</div>`],
    ['styles for ids', (items: string) => `<style>p[id] { color: red }</style>${items}`],
    ['an id twice', (items: string) => items.replaceAll(/<p>(?=Block 2?5<)/g, '<p id="a">')],
    ['a menu around them', (items: string) => `<menu>${items.replaceAll('<p>', '<li>')}</menu>`],
    [
      'the role of a list',
      (items: string) => `<div role="list">${items.replaceAll('<p>', '<p role="listitem">')}</div>`,
    ],
    // Chromium takes half a minute for thousands that are shown.
    ['no role', (items: string) => `<ul role="none"><li>Item<li>Item${asHidden(items)}</ul><p>End</p>`],
    ['a decoration around them', (items: string) => `<div aria-hidden="true">${items}</div><p>End</p>`],
  ])('have them too with %s', async (_, wrap) => {
    const items = Array.from({ length: 3_000 }, (_each, i) => `<p>Block ${i}</p>`);
    await printBoth(styles + wrap(items.join('')));
  });

  it('are tagged in groups, which are there until the tags are completed', async () => {
    const html = `<ol>${'<li>Item</li>'.repeat(3_000)}</ol>`;
    const groupsOf = async (each: string, more: Partial<PrintJob> = {}) => {
      const { pdf } = await browser.print({ ...plainJob, ...more, html: each }, new Deadline());
      const file = new PdfReader(pdf);
      return [...findPrintedElements(file, 'Figure')].map(({ dict }) => kidElements(file, dict).length);
    };
    expect(await groupsOf(html)).toEqual(Array.from({ length: 10 }, () => 1));
    expect(await groupsOf(ungrouped(html))).toEqual([]);
    const twice: typeof plainJob.passes = async (page) => {
      await page.print();
      return await page.print();
    };
    expect(await groupsOf(html, { needsPasses: true, passes: twice })).toHaveLength(10);
  });

  it('have a list with their kind of numbers', async () => {
    const items = '<li>Item</li>'.repeat(3_000);
    const file = new PdfReader(await print({ html: `${styles}<ol>${items}</ol>` }));
    const [document] = kidElements(file, file.dict(file.catalog, 'StructTreeRoot') ?? new Map());
    const [list] = kidElements(file, document?.dict ?? new Map());
    expect(list?.dict.get('K')).toHaveLength(3_000);
    const attributes = toList(list?.dict.get('A')).map((item) => file.resolve(item));
    const numbering = attributes.map((each) => isDict(each) && each.get('ListNumbering'));
    expect(numbering).toEqual([new PdfName('Decimal')]);
  });
});

describe('words', () => {
  const paragraph =
    '<p style="width: 40mm">Thank you for <b>your order and</b> we <a href="https://example.com/">delivered the goods</a> in good time</p>';

  it('are separated where a line ends', async () => {
    expect(await shownText(await print({ html: paragraph }))).toBe(
      'Thank you for your order and we delivered the goods in good time',
    );
  });

  it('are not separated within a word, and a paragraph does not end with a space', async () => {
    // Chromium draws a blank glyph for a soft hyphen.
    const html = '<p style="width: 20mm">well-known extra&shy;ordinarily good</p><p>Next</p>';
    expect(await shownText(await print({ html }))).toMatch(/^well-known extra ?\p{Pd}ordinarily goodNext$/u);
  });

  it.runIf(hasPoppler)('are separated where the font has no space, as poppler reads them', async () => {
    const pdf = await print({ html: `${paragraph}<h2>Operating<br>manual</h2>` });
    const text = runProgram('pdfinfo', ['-struct-text', '{}'], pdf);
    expect([...text.matchAll(/"(.*)"/g)].map(([, words]) => words).join('')).toBe(
      'Thank you for your order and we delivered the goods in good timeOperating manual',
    );
  });

  it('keep the picture of the page', async () => {
    const html = `${paragraph}<h2>Operating<br>manual</h2>`;
    const [tagged, plain] = [
      await readPdf(await print({ html })),
      await readPdf(await print({ html, tags: false })),
    ];
    expect((await tagged.picture(1)).pixels).toEqual((await plain.picture(1)).pixels);
  });
});

describe('links', () => {
  it('have the text that the page shows or declares', async () => {
    const html = `<p><a href="https://example.com/a">Plain <b>text</b></a> <a href="https://example.com/b" title="T">x</a>
      <a href="https://example.com/c" aria-label="Label">x</a> <a href="#Größe">Size</a>
      <a href="https://example.com/d"><img alt="Logo" src="${pixel}" style="float: left"></a>
      <a href="https://example.com/e"><i style="display: inline-block; width: 9px; height: 9px"></i></a>
      <a href="https://example.com/f" style="display: none">hidden</a><a href="https://example.com/f">shown</a>
      <a href="page.html">file</a> <a href="#">top</a></p><h2 id="Größe">Size</h2>`;
    const texts = [...new Set(linkContents(await print({ html })))];
    expect(texts).toEqual([
      ...['Plain text', 'x', 'Label', 'Size', 'Logo'],
      ...['https://example.com/e', 'shown', 'file', 'top'],
    ]);
  });

  it.each([
    ['outside of the page', '<span style="position: absolute; left: -9999px">hidden</span>'],
    ['above the page', '<span style="position: absolute; top: -999px">hidden</span>'],
  ])('have their own text if one of the same address is %s', async (_, content) => {
    const link = (inner: string, label: string) =>
      `<p><a href="https://example.com/" aria-label="${label}">${inner}</a></p>`;
    const html =
      link(content, 'first') + link('two', 'second') + link('<img alt="" src="p.png">three', 'third');
    expect(linkContents(await print({ html }))).toEqual(['second', 'third']);
  });

  it('have it without scripts too', async () => {
    const html = '<a href="https://example.com/">one</a> <a href="https://example.com/">two</a>';
    expect(linkContents(await print({ html, scripts: false }))).toEqual(['one', 'two']);
  });

  it('are elements of their own within pictures', async () => {
    const html =
      '<svg role="img" aria-label="Chart" width="99" height="20"><a href="https://example.com/"><text y="15">Bar</text></a></svg>';
    const pdf = await print({ html });
    expect((await readTagged(pdf)).lines).toEqual(['Document', '  Figure Chart', '    Link']);
    expect(linkContents(pdf)).toEqual(['Bar']);
  });
});

describe('pictures', () => {
  it('have the text that the page declares, and are artifacts if they decorate', async () => {
    const svg = (attributes: string, inside = '') =>
      `<svg width="9" height="9" ${attributes}>${inside}<rect width="9" height="9"/></svg>`;
    const html = `<img alt="A" src="${pixel}"><img alt="" src="${pixel}"><img src="${pixel}" role="presentation">
      <img src="${pixel}" alt="x" aria-hidden="true"><img src="${pixel}" aria-label="B">
      ${svg('', '<title>C</title>')}${svg('aria-label="D"')}${svg('')}${svg('aria-hidden="true"', '<title>x</title>')}
      ${svg('role="presentation"', '<title>x</title>')}<img src="${pixel}">`;
    const pdf = await print({ html });
    // The last one lacks a text, which only its author can add.
    const figures = ['Figure A', 'Figure B', 'Figure C', 'Figure D', 'Figure'];
    expect((await readTagged(pdf)).lines.map((line) => line.trim())).toEqual(['Document', ...figures]);
    expect(contentFaults(pdf)).toEqual([]);
  });

  it('keep their captions', async () => {
    const html = `<figure><img alt="A" src="${pixel}"><figcaption>Caption</figcaption></figure>`;
    expect(await tagsOf(html)).toEqual(['Document', '  Div', '    Figure A', '    Caption Caption']);
  });
});

describe('tables', () => {
  it('have all their cells, also the empty ones', async () => {
    const html = `<table><thead><tr><th></th><th>A</th><th>B</th><th>C</th></tr></thead>
      <tr><th>1</th><td>a</td><td>b</td><td>c</td></tr><tr><th>2</th><td>a</td><td></td><td>c</td></tr>
      <tr><th>3</th><td></td><td></td><td>c</td></tr><tr><th>4</th><td colspan="2">a</td><td></td></tr></table>`;
    const lines = await tagsOf(html);
    const rows = lines.slice(2).join('').split('TR').slice(1);
    expect(rows.map((row) => row.trim().split(/\s{2,}/))).toEqual([
      ['TD', 'TH A', 'TH B', 'TH C'],
      ['TH 1', 'TD a', 'TD b', 'TD c'],
      ['TH 2', 'TD a', 'TD', 'TD c'],
      ['TH 3', 'TD', 'TD', 'TD c'],
      ['TH 4', 'TD a', 'TD'],
    ]);
  });

  it('have them below heads of several rows and beside heads of groups', async () => {
    const html = `<table><thead><tr><td></td><th scope="colgroup" colspan="2">2025</th><th scope="colgroup" colspan="2">2026</th></tr>
      <tr><th>Item</th><th>A</th><th>B</th><th>A</th><th>B</th></tr></thead>
      <tbody><tr><th scope="rowgroup" rowspan="2">1</th><td></td><td>b</td><td></td><td>d</td></tr>
      <tr><td>a</td><td></td><td></td><td>d</td></tr></tbody>
      <tbody><tr><th scope="row">2</th><td>a</td><td>b</td><td>c</td><td>d</td></tr></tbody></table>`;
    const rows = (await tagsOf(html)).slice(2).join('').split('TR').slice(1);
    expect(rows.map((row) => row.trim().split(/\s{2,}/))).toEqual([
      ['TD', 'TH 2025', 'TH 2026'],
      ['TH Item', 'TH A', 'TH B', 'TH A', 'TH B'],
      ['TH 1', 'TD', 'TD b', 'TD', 'TD d'],
      ['TD a', 'TD', 'TD', 'TD d'],
      ['TH 2', 'TD a', 'TD b', 'TD c', 'TD d'],
    ]);
  });

  it('have them where cells of earlier rows reach into a row', async () => {
    const html = `<table border="1" style="border-collapse: collapse"><tr><td rowspan="2">a</td><td>b</td><td>c</td></tr>
      <tr><td>d</td><td></td></tr><tr><td colspan="3">e</td></tr></table>`;
    const rows = (await tagsOf(html)).slice(2).join('').split('TR').slice(1);
    expect(rows.map((row) => row.trim().split(/\s{2,}/))).toEqual([
      ['TD a', 'TD b', 'TD c'],
      ['TD d', 'TD'],
      ['TD e'],
    ]);
  });
});

describe('types', () => {
  it('of PDF 2.0 are declared as the next ones of PDF 1.7', async () => {
    const file = new PdfReader(await print({ html: '<p><em>a</em><strong>b</strong></p><aside>c</aside>' }));
    const root = file.dict(file.catalog, 'StructTreeRoot');
    const roles = root && file.dict(root, 'RoleMap');
    for (const type of ['Em', 'Strong', 'Aside'])
      expect(roles && file.name(roles, type)).toMatch(/^(?:Span|Sect)$/);
  });
});

describe('a document whose script removed everything', () => {
  it('is one empty page', async () => {
    const pdf = await print({ html: '<p>Gone</p><script>document.documentElement.remove()</script>' });
    expect((await readTagged(pdf)).lines).toEqual([]);
  });
});

describe('a document without tags', () => {
  it('gets none', async () => {
    const pdf = await print({ html: '<p>x <a href="https://example.com/">y</a></p>', tags: false });
    expect(Buffer.from(pdf).includes('Artifact')).toBe(false);
    expect((await readTagged(pdf)).lines).toEqual([]);
  });
});

describe('the examples', () => {
  const folder = resolve(import.meta.dirname, '../../../templates-examples');
  const printExample = async (name: string) => {
    const template = (await readTemplateFolder(resolve(folder, name))).template as HtmlTemplate;
    return await print(template, {
      data: JSON.parse(readFileSync(resolve(folder, name, 'data.json'), 'utf8')),
    });
  };

  it.each(['application-form', 'book', 'certificate', 'invoice', 'letter', 'report'])(
    'have no unmarked drawing: %s',
    async (name) => {
      const pdf = await printExample(name);
      expect(contentFaults(pdf)).toEqual([]);
      expect((await readTagged(pdf)).untagged).toBe('');
      expect(linkContents(pdf).filter((text) => text === '' || text === 'nothing')).toEqual([]);
    },
  );

  it.runIf(hasPoppler)('read like the page, as poppler reads the invoice', async () => {
    const text = runProgram('pdfinfo', ['-struct-text', '{}'], await printExample('invoice'));
    const words = [...text.matchAll(/^\s*"(.*)"$/gm)].map(([, word = '']) => word.trim()).filter(Boolean);
    const spoken = words.join(' ');
    let at = 0;
    for (const part of [
      'Invoice',
      'Invoice number',
      'Payment due',
      'Bill to',
      'Description',
      'Net',
      'Payment',
    ]) {
      at = spoken.indexOf(part, at);
      expect(at, part).toBeGreaterThanOrEqual(0);
    }
    expect(spoken).not.toContain('Page 1');
    expect(spoken).toContain('to your service entrance and carried out the work');
  });
  if (!hasPoppler) console.warn('Skipped: pdfinfo of poppler is not installed.');
});
