/** Headers and footers that differ by page, printed by a real browser and read by another program. */
import { describe, expect, it } from 'vitest';
import type { PageSettings } from '../../../../src/contract/page.ts';
import { getPages } from '../../../../src/pdf/document/page-tree.ts';
import { isDict, PdfString } from '../../../../src/pdf/object.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { render } from '../../../../src/render/render.ts';
import type { RenderRequest } from '../../../../src/render/render-request.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { type HtmlTemplate, noAssets } from '../../../../src/template/model/template.ts';
import { contentFaults, readTagged } from '../../../support/pdf/tagged.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { realBrowser } from '../../../support/real-browser.ts';

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
  const deadline = new Deadline(120_000);
  try {
    return await render({ template, data: {}, ...request }, { browser, deadline });
  } finally {
    deadline.close();
  }
}

/** A document of so many pages. */
const pages = (count: number) =>
  `<title>Book</title>${Array.from({ length: count }, (_, i) => `<p style="break-after:${i < count - 1 ? 'page' : 'auto'}">Body ${i + 1}</p>`).join('')}`;

async function textsOf(html: string, page: PageSettings, request: Partial<RenderRequest> = {}) {
  const { pdf } = await print({ html, page }, request);
  return (await readPdf(pdf)).pages;
}

describe('a header for some pages only', () => {
  const header = { default: 'Default', first: 'First', last: 'Last', left: 'Left', right: 'Right' };

  it('is on these pages, and the most special one wins', async () => {
    const shown = (await textsOf(pages(5), { header })).map((text) => text.replace(/Body \d/, '').trim());
    expect(shown).toEqual(['First', 'Left', 'Right', 'Left', 'Last']);
  });

  it('is that of the first page where the first one is the last', async () => {
    const [text] = await textsOf(pages(1), { header });
    expect(text).toMatch(/^Body 1\s*First\s*$/);
  });

  it('is that of the name of the page before all others', async () => {
    const html =
      '<style>@page cover { margin: 30mm } @page end { margin: 20mm } .cover { page: cover } .end { page: end }</style><p class="cover">Body 1</p><p>Body 2</p><p class="end">Body 3</p>';
    const named = { cover: 'Cover {{ page.name }}', end: '' };
    const shown = await textsOf(html, { header: { ...header, named } });
    expect(shown.map((text) => text.replace(/Body \d/, '').trim())).toEqual(['Cover cover', 'Left', '']);
  });

  it('is none where its text is empty', async () => {
    const [first, second] = await textsOf(pages(2), { footer: { default: 'Foot', first: '' } });
    expect(first).not.toContain('Foot');
    expect(second).toContain('Foot');
  });
});

describe('one header for all pages', () => {
  const placeOf = async (html: string, page: PageSettings, number = 1) =>
    (await readPdf((await print({ html, page })).pdf)).place(number, 'Head');

  it('has the styles of the document, also those that its own elements set', async () => {
    const css = '.head { counter-increment: a 7 } .head::after { content: " " counter(a) }';
    const { pdf } = await print({
      html: pages(2),
      styles: css,
      page: { header: '<div class="head">Head</div>' },
    });
    for (const text of (await readPdf(pdf)).pages) expect(text).toContain('Head 7');
  });

  it('is in the middle of the margin that the document or the settings give', async () => {
    const own = '<style>@page { margin: 20mm } @page :first { margin-top: 60mm }</style>';
    for (const [html, page] of [
      [own, {}],
      ['', { margins: { top: 20, left: 20 } }],
    ] as const) {
      const { top, left } = await placeOf(`${html}${pages(2)}`, { ...page, header: 'Head' }, 2);
      expect(Math.abs(top - 11.1)).toBeLessThan(0.5);
      expect(Math.abs(left - 20)).toBeLessThan(0.5);
    }
  });

  it('with braces in a value prints them', async () => {
    const [text] = await textsOf(pages(1), { header: 'Head {{ a }}' }, { data: { a: '{{ b }} {% c' } });
    expect(text).toContain('Head {{ b }} {% c');
  });
});

describe('the Twig of a header', () => {
  it('reads the number, the count, the side and the headings of each page', async () => {
    const html =
      '<h1>One</h1><h2 style="break-after:page">A</h2><p style="break-after:page">x</p><h2>B</h2><h1>Two</h1>';
    const header =
      '{{ page.number }}/{{ page.count }} {{ page.side }} {{ page.section }}+{{ page.sections[2] }} {{ page.first ? "F" }}{{ page.last ? "L" }} {{ name }}';
    const texts = await textsOf(html, { header }, { data: { name: 'Ann' } });
    expect(texts.map((text) => /\d\/3.*/.exec(text)?.[0])).toEqual([
      '1/3 right One+A F Ann',
      '2/3 left One+A Ann',
      '3/3 right Two+ L Ann',
    ]);
  });

  it('keeps what the data says of a page', async () => {
    const header = '{{ page.title }} {{ page.number }}';
    const [first] = await textsOf(pages(1), { header }, { data: { page: { title: 'Own' } } });
    expect(first).toContain('Own 1');
  });

  it('fills the classes that Chromium fills', async () => {
    const footer = {
      default: '<b class="pageNumber"></b> of <b class="totalPages"></b> in <i class="title"></i>',
      first: '',
    };
    const [, second] = await textsOf(pages(2), { footer });
    expect(second).toContain('2 of 2 in Book');
  });

  it('fails with the part and the line', async () => {
    const header = { default: 'x', last: '\n{{ page.number|nofilter }}' };
    await expect(print({ html: pages(2), page: { header } })).rejects.toMatchObject({
      part: 'header-last',
      line: 2,
    });
    const strict = { default: 'x', last: '\n\n{{ page.nothing }}' };
    await expect(print({ html: pages(2), page: { header: strict } }, { strict: true })).rejects.toMatchObject(
      { part: 'header-last', line: 3 },
    );
  });

  it('is filled for 300 pages', async () => {
    const texts = await textsOf(pages(300), { header: 'Page {{ page.number }} of {{ page.count }}' });
    expect(texts).toHaveLength(300);
    expect(texts.every((each, i) => each.includes(`Page ${i + 1} of 300`))).toBe(true);
  }, 120_000);
});

describe('a header that is laid over', () => {
  it('is on pages of each size as wide as they are', async () => {
    const html =
      '<style>@page { size: A5 } @page wide { size: A4 landscape } .wide { page: wide }</style><p>Small</p><p class="wide">Wide</p>';
    const header = {
      default: '<div style="text-align: right">Right</div>',
      last: '<div style="text-align: right">End</div>',
    };
    const read = await readPdf((await print({ html, page: { header } })).pdf);
    expect(read.sizes.map(({ width }) => width)).toEqual([148, 297]);
    expect(read.place(1, 'Right').left).toBeGreaterThan(120);
    expect(read.place(2, 'End').left).toBeGreaterThan(270);
  });

  it('has the fonts, styles and pictures of the template, and no margin boxes of @page', async () => {
    const picture = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="rgb(0,128,0)"/></svg>',
    );
    const assets = {
      read: async (path: string) =>
        path === 'green.svg' ? { type: 'image/svg+xml', bytes: picture } : undefined,
    };
    const styles =
      '@page { @top-center { content: "Once" } } body { background: #fee } .logo { display: block; margin: 0 }';
    const header = { default: '<img class="logo" src="green.svg">', last: '' };
    const { pdf } = await print({
      html: pages(2),
      styles,
      assets,
      page: { header, margins: { top: 30, left: 20 } },
    });
    const read = await readPdf(pdf);
    expect((await read.picture(1)).at(22, 15)).toEqual([0, 128, 0]);
    expect((await read.picture(2)).at(22, 15)).not.toEqual([0, 128, 0]);
    expect(read.pages.map((text) => text.split('Once').length - 1)).toEqual([1, 1]);
  });

  it('has links, which screen readers know by a text', async () => {
    const header = { default: '<a href="https://example.com/help">Help</a>', last: 'End' };
    const { pdf } = await print({
      html: `${pages(2)}<a href="https://example.com/">Body</a>`,
      page: { header },
    });
    expect((await readPdf(pdf)).links).toEqual(
      expect.arrayContaining(['https://example.com/help', 'https://example.com/']),
    );
    const file = new PdfReader(pdf);
    const [first] = [...getPages(file)];
    const [link] = ((first && file.array(first.dict, 'Annots')) ?? []).map((item) => file.resolve(item));
    const contents =
      isDict(link ?? null) && isDict(link as never) ? file.get(link as never, 'Contents') : null;
    expect(contents).toEqual(new PdfString('https://example.com/help'));
    expect(isDict(link ?? null) && (link as Map<string, unknown>).has('StructParent')).toBe(true);
  });

  it('is an artifact, and the document is what remains', async () => {
    const page = { header: { default: 'Head', last: 'End' }, footer: { default: 'Foot' } };
    const { pdf } = await print({ html: '<title>T</title><h1>Body</h1>', page });
    const { lines, artifacts, untagged } = await readTagged(pdf);
    expect(lines).toEqual(['Document', '  H1 Body']);
    expect(artifacts.join(' ')).toMatch(/End[\s\S]*Foot/);
    expect(untagged).toBe('');
    expect(contentFaults(pdf)).toEqual([]);
  });

  it('leaves PDF/A and PDF/UA as they are', async () => {
    const page = {
      header: { default: '<a href="https://example.com/">{{ page.section }}</a>', last: 'End' },
    };
    const html = `<!doctype html><html lang="en"><title>T</title><h1>Chapter</h1>${pages(2)}`;
    const { report } = await print({ html, page, standards: { pdfa: '2a', pdfua: true } });
    expect(report.pages).toBe(2);
  });

  it('is the same in the same document', async () => {
    const reproducible = { date: new Date(Date.UTC(2026, 0, 2)) };
    const page = { header: { default: '<i class="date"></i> {{ page.number }}', last: 'End' } };
    const [one, two] = [
      await print({ html: pages(3), page }, { reproducible }),
      await print({ html: pages(3), page }, { reproducible }),
    ];
    expect(Buffer.compare(one.pdf, two.pdf)).toBe(0);
  });

  it('reports what it lacks like the document', async () => {
    const page = { header: { default: '<img src="none.png">\u{10ffff}', last: '' } };
    const { report } = await print({ html: pages(2), page });
    expect(report.failed.map(({ url }) => url)).toEqual([expect.stringContaining('none.png')]);
  });
});

describe('a margin that is auto', () => {
  const tall = '<div style="height: 50mm">Tall</div>';

  it('is as high as the highest header', async () => {
    const page = { header: { default: 'Low', last: tall }, margins: { top: 'auto' } } as const;
    const read = await readPdf((await print({ html: pages(2), page })).pdf);
    expect(read.place(1, 'Body 1').top).toBeGreaterThan(50);
    expect(read.place(2, 'Body 2').top).toBeLessThan(62);
  });

  it('grows with what only the pages show', async () => {
    const footer = '{% if page.number == 3 %}<div style="height: 45mm">Long</div>{% endif %}.';
    const page = { footer, margins: { bottom: 'auto' } } as const;
    const html = `${pages(2)}<div style="height: 240mm; break-before: page">High</div>End`;
    const read = await readPdf((await print({ html, page })).pdf);
    // With a margin of 10 mm, the last line would fit on the third page.
    expect(read.pages).toHaveLength(4);
  });

  it('is never less than one without a setting', async () => {
    const auto = await print({ html: pages(1), page: { header: 'x', margins: { top: 'auto' } } });
    const usual = await print({ html: pages(1), page: { header: 'x' } });
    const [a, b] = [await readPdf(auto.pdf), await readPdf(usual.pdf)];
    expect(a.place(1, 'Body 1').top).toBeCloseTo(b.place(1, 'Body 1').top, 0);
  });

  it('fails where nothing remains of the page', async () => {
    const header = '<div style="height: 400mm">x</div>';
    const page = { header, format: 'A4', margins: { top: 'auto' } } as const;
    await expect(print({ html: pages(1), page })).rejects.toMatchObject({
      code: 'invalid_option',
      errors: { 'config.margins.top': [expect.stringContaining('leaves no room')] },
    });
  });
});
