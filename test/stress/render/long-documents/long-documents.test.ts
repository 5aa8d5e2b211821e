import { describe, expect, it } from 'vitest';
import { getFindings } from '../../../../src/browser/findings.ts';
import { render } from '../../../../src/render/render.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { expectSameDocument } from '../../../support/long-documents/expect-same-document.ts';
import { printBothWays, templateOf } from '../../../support/long-documents/print-both-ways.ts';
import { readTags } from '../../../support/long-documents/read-tags.ts';
import { noiseJpeg } from '../../../support/pictures/noise-jpeg.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { assetsOf, realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();

const styles = `<style>
  body { font: 10pt sans-serif }
  table { border-collapse: collapse; width: 100% }
  th, td { border: 1px solid #999; padding: 2px 4px }
  tbody tr:nth-child(3n+2) { background: #eef }
</style>`;

const row = (i: number): string =>
  `<tr${i === 200 ? ' id="row-200"' : ''}><td>${i}</td><td>Movement ${(i * 7919) % 10_007} ${'of the ledger '.repeat(i % 4)}</td><td>${i === 3 ? '<a href="#row-200">forth</a>' : i === 340 ? '<a href="#top">back</a> <a href="https://example.com/">out</a>' : (i * 31) % 977}</td></tr>`;

const rows = (count: number): string => Array.from({ length: count }, (_, i) => row(i)).join('\n');

const ledger = (count: number): string =>
  `<!doctype html><html lang="en"><head><title>Ledger</title>${styles}</head><body><h1 id="top">Ledger</h1><p>All of it.</p><table><thead><tr><th>No</th><th>Text</th><th>Amount</th></tr></thead><tbody>${rows(count)}</tbody><tfoot><tr><td colspan="3">carried forward</td></tr></tfoot></table><h2>End</h2><p>Signed.</p></body></html>`;

describe('a document with a long table', () => {
  it('is the same in parts: text, pixels, tags, links, outline, page numbers', async () => {
    const footer = '<span class="pageNumber"></span> of <span class="totalPages"></span>';
    const template = templateOf(ledger(400), { page: { footer } });
    const { parts, whole, outcome, progress } = await printBothWays(browser, template);
    expect(outcome).toEqual({ rows: 400, parts: expect.any(Number) });
    expect(outcome?.parts).toBeGreaterThan(2);
    expect(progress.at(-1)).toEqual([400, 400]);
    await expectSameDocument(parts, whole);
    const { pages, links, outline } = await readPdf(parts);
    expect(pages.at(-1)).toContain(`${pages.length} of ${pages.length}`);
    expect(links).toEqual(['#row-200', '#top', 'https://example.com/']);
    expect(outline).toEqual(['Ledger', 'End']);
  });

  it('is the same in parts if it has groups, each with a row of header cells', async () => {
    const group = (i: number) =>
      `<tbody${i % 3 === 0 ? ' class="page"' : ''}><tr><th colspan="3">Group ${i}</th></tr>${Array.from({ length: 12 }, (_, j) => row(400 + i * 12 + j)).join('')}</tbody>`;
    const groups = Array.from({ length: 30 }, (_, i) => group(i)).join('');
    const html = ledger(1)
      .replace(/<tbody>.*<\/tbody>/s, groups)
      .replace('</style>', '.page { break-before: page } tbody { break-inside: avoid }</style>');
    const { parts, whole, outcome } = await printBothWays(browser, templateOf(html));
    expect(outcome?.parts).toBeGreaterThan(2);
    await expectSameDocument(parts, whole);
    const tags = readTags(parts).join('\n');
    const cells = [...tags.matchAll(/ TD .*?"Headers":(\[.*?\])/g)].map(([, names = '[]']) =>
      JSON.parse(names),
    );
    // The head of the column and that of the group.
    expect(new Set(cells.map((names) => names.length))).toEqual(new Set([2]));
  });

  it('is the same in parts if empty rows are between its groups', async () => {
    const cell = (i: number) => (i % 3 === 0 ? 'th' : 'td');
    const groups = Array.from(
      { length: 40 },
      (_, i) =>
        `<tbody><tr><${cell(i)} colspan="3" style="height:4mm"></${cell(i)}></tr>${Array.from({ length: 9 }, (_, j) => row(400 + i * 9 + j)).join('')}</tbody>`,
    );
    const html = ledger(1).replace(/<tbody>.*<\/tbody>/s, groups.join(''));
    const { parts, whole, outcome } = await printBothWays(browser, templateOf(html));
    expect(outcome?.parts).toBeGreaterThan(2);
    await expectSameDocument(parts, whole);
  });

  it('is the same in parts if its rows are numbered', async () => {
    const css = `body { counter-reset: row } tbody tr { counter-increment: row }
      tbody td:first-child::before { content: counter(row) ": " } h2::after { content: " of " counter(row) }`;
    const html = ledger(400).replace('</style>', `${css}</style>`);
    const { parts, whole, outcome } = await printBothWays(browser, templateOf(html));
    expect(outcome?.parts).toBeGreaterThan(2);
    await expectSameDocument(parts, whole, { pixelsOf: () => false });
    const text = (await readPdf(parts)).pages.join(' ').replaceAll(/\s+/g, ' ');
    expect(text).toContain('301: 300');
    expect(text).toContain('End of 400');
  });

  it.each([
    ['that go through the browser', Number.POSITIVE_INFINITY],
    ['that stay in their files', 0],
  ])('is the same in parts if its rows have pictures %s', async (_, maxEmbeddedBytes) => {
    const files = Array.from({ length: 6 }, (_, i) => [
      `pictures/${i}.jpg`,
      { type: 'image/jpeg', bytes: noiseJpeg({ width: 640, height: 400, seed: i }) },
    ]);
    const pictured = (i: number) =>
      `<tr><td>${i}</td><td><img src="pictures/${i % 6}.jpg" alt="Picture ${i % 6}" style="height:${8 + (i % 5) * 4}mm"></td></tr>`;
    const body = Array.from({ length: 120 }, (_, i) => pictured(i)).join('');
    const html = ledger(1).replace(/<tbody>.*<\/tbody>/s, `<tbody>${body}</tbody>`);
    const template = templateOf(html, { assets: assetsOf(Object.fromEntries(files)), scripts: false });
    const request = { maxEmbeddedBytes };
    const { parts, whole, outcome } = await printBothWays(browser, template, {
      request,
      tools: { maxRows: 60 },
    });
    expect(outcome?.parts).toBeGreaterThan(1);
    await expectSameDocument(parts, whole);
    expect(parts.length).toBeLessThan(whole.length * 1.1);
  });

  it.each([
    ['looks for siblings', '<style>.total ~ tr { color: red }</style>', 'its styles look for siblings (~)'],
    [
      'has pages of several kinds',
      '<style>@page :left { margin: 3cm }</style>',
      'it has pages of several kinds (@page)',
    ],
    ['has scripts', '<script>document.title = 1</script>', 'it has scripts'],
    [
      'is within a flexible box',
      '<style>body { display: flex }</style>',
      'the table is within a box of another kind than a block',
    ],
  ])('is printed whole if it %s', async (_, head, reason) => {
    const html = ledger(400).replace('</head>', `${head}</head>`);
    const { parts, whole, outcome } = await printBothWays(browser, templateOf(html));
    expect(outcome).toMatchObject({ parts: 1, reason });
    expect((await readPdf(parts)).pages).toEqual((await readPdf(whole)).pages);
  });
});

const words = 'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor'.split(' ');
const text = (i: number, length: number): string =>
  Array.from({ length }, (_, j) => words[(i * 7 + j * 3) % 12]).join(' ');

const inBody = (content: string, css = ''): string =>
  `<!doctype html><html lang="en"><head><title>Text</title><style>body { font: 10pt serif } ${css}</style></head><body><h1 id="top">Text</h1>${content}<h2>End</h2><p>Signed. <a href="#b201">Back</a></p></body></html>`;

const blocks = (count: number): string =>
  Array.from({ length: count }, (_, i) =>
    i % 20 === 0
      ? `<h2>Chapter ${i / 20}</h2>`
      : `<p id="b${i}">${text(i, 20 + ((i * 31) % 60))}${i === 7 ? ' <a href="#b301">forth</a>' : ''}</p>`,
  ).join('\n');

describe('a document with a long list or text', () => {
  it('is the same in parts: paragraphs with chapters, margins, links and page numbers', async () => {
    const footer = '<span class="pageNumber"></span> of <span class="totalPages"></span>';
    const template = templateOf(inBody(blocks(400)), { page: { footer } });
    const { parts, whole, outcome, progress } = await printBothWays(browser, template);
    expect(outcome).toEqual({ items: 403, parts: expect.any(Number) });
    expect(outcome?.parts).toBeGreaterThan(2);
    expect(progress.at(-1)).toEqual([403, 403]);
    await expectSameDocument(parts, whole);
    const { links, outline } = await readPdf(parts);
    expect(links).toEqual(['#b301', '#b201']);
    expect(outline?.slice(-2)).toEqual(['Chapter 19', 'End']);
  });

  it('is the same in parts: a list in a frame, with numbers of its own and hidden items', async () => {
    const item = (i: number) =>
      `<li${i % 50 === 20 ? ' hidden' : ''}${i === 180 ? ' value="500"' : ''}>${text(i, 3 + ((i * 31) % 30))}</li>`;
    const list = `<main><ol start="5">${Array.from({ length: 400 }, (_, i) => item(i)).join('')}</ol></main>`;
    const css =
      'main { border: 1px solid red; padding: 8px } li + li { margin-top: 3px } li:nth-child(3n) { color: #036 }';
    const { parts, whole, outcome } = await printBothWays(browser, templateOf(inBody(list, css)));
    expect(outcome).toEqual({ items: 400, parts: expect.any(Number) });
    expect(outcome?.parts).toBeGreaterThan(2);
    await expectSameDocument(parts, whole);
    const tags = readTags(parts).filter((line) => / L /.test(line));
    expect(tags).toHaveLength(1);
    expect((await readPdf(parts)).pages.join(' ').replaceAll(/\s+/g, ' ')).toContain('715. ');
  });

  it('is the same in parts where the letters of a line reach into the page before', async () => {
    const css = 'p { margin: 0; font-size: 8pt; line-height: 1 } em { font-size: 11pt }';
    const content = Array.from({ length: 400 }, (_, i) => `<p>${text(i, 3)} <em>${text(i, 2)}</em></p>`).join(
      '',
    );
    const { parts, whole, outcome } = await printBothWays(browser, templateOf(inBody(content, css)));
    expect(outcome?.parts).toBeGreaterThan(2);
    await expectSameDocument(parts, whole, { pixelsOf: () => false });
  });

  it('is the same in parts: chapters that are longer than a part, and their sections in the outline', async () => {
    const block = (i: number) =>
      i % 40 === 9 ? `<h3>Section ${i}</h3>` : `<p>${text(i, 20 + (i % 50))}</p>`;
    const content = Array.from({ length: 400 }, (_, i) =>
      i % 190 === 3 ? `<h2>Chapter ${i}</h2>` : block(i),
    );
    const { parts, whole, outcome } = await printBothWays(browser, templateOf(inBody(content.join(''))), {
      tools: { maxRows: 80 },
    });
    expect(outcome?.parts).toBeGreaterThan(4);
    await expectSameDocument(parts, whole, { pixelsOf: () => false });
    expect((await readPdf(parts)).indentedOutline).toContain('  Section 369');
  });

  it('is the same in parts: chapters in elements of their own that begin a page', async () => {
    const chapter = (i: number) =>
      `<section id="c${i}"><h2>Chapter ${i}</h2>${i === 2 ? '<p><a href="#c17">forth</a></p>' : ''}${Array.from(
        { length: 8 + ((i * 7) % 20) },
        (_, j) =>
          j % 6 === 3 ? `<h3>Section ${i}.${j}</h3>` : `<p>${text(i + j, 30 + ((j * 31) % 60))}</p>`,
      ).join('')}</section>`;
    const content = Array.from({ length: 24 }, (_, i) => chapter(i)).join('\n');
    const { parts, whole, outcome } = await printBothWays(
      browser,
      templateOf(inBody(`<main>${content}</main>`, 'section { break-before: page }')),
      { tools: { maxRows: 6 } },
    );
    expect(outcome).toEqual({ items: 24, parts: expect.any(Number) });
    expect(outcome?.parts).toBeGreaterThan(3);
    await expectSameDocument(parts, whole);
    const { links, indentedOutline } = await readPdf(parts);
    expect(links).toContain('#c17');
    expect(indentedOutline).toContain('  Section 22.9');
  });

  it.each([
    [
      'its chapters do not begin pages of their own (break-before)',
      `<section>${`<p>${text(1, 40)}</p>`.repeat(20)}</section>`.repeat(10),
      'p { break-before: avoid }',
    ],
    ['its items are numbered backwards', `<ol reversed>${'<li>x</li>'.repeat(400)}</ol>`, ''],
    [
      'its paragraphs are not laid out as blocks one below the other',
      '<p>x</p>'.repeat(400),
      'p { float: left }',
    ],
    [
      'the text is within a box of another kind than a block',
      `<div>${'<p>x</p>'.repeat(400)}</div>`,
      'div { overflow: hidden }',
    ],
    [
      'something in one of its items is wider than the page',
      `${blocks(100)}<p style="white-space: nowrap">${'wide '.repeat(60)}</p>${'<p>x</p>'.repeat(300)}`,
      '',
    ],
    ['it has floating elements', '<p>x <b>y</b></p>'.repeat(400), 'b { float: right }'],
    ['it has floating elements', '<p>x</p>'.repeat(400), 'p::first-letter { float: left }'],
    ['it has fixed elements', '<p>x <b style="position: fixed">y</b></p>'.repeat(400), ''],
    [
      'it has elements that are placed on the page',
      '<p>x <b>y</b></p>'.repeat(400),
      'b { position: absolute; top: 50px }',
    ],
    [
      'it has style sheets between its paragraphs',
      `${blocks(200)}<style>p { color: #333 }</style>${blocks(200)}`,
      '',
    ],
    ['its styles count elements of one name (:nth-of-type)', blocks(400), 'p:nth-of-type(2n) { color: red }'],
    ['its styles look for more than one sibling (+)', blocks(400), 'p + p + p { color: red }'],
    [
      'its pages do not end between two items',
      '<p>x</p>'.repeat(400),
      'body { break-inside: avoid } p { line-height: 0 }',
    ],
  ])('is printed whole because %s', async (reason, content, css) => {
    const { parts, whole, outcome } = await printBothWays(browser, templateOf(inBody(content, css)));
    expect(outcome).toMatchObject({ parts: 1, reason: expect.stringContaining(reason) });
    expect((await readPdf(parts)).pages).toEqual((await readPdf(whole)).pages);
  });
});

it('says what its parts have shown if it ends before all of them are printed', async () => {
  const html = ledger(400).replace('<p>All', '<img src="missing.png" alt="Logo"><p>All');
  const ended = new Error('This is enough.');
  const caller = new AbortController();
  const deadline = new Deadline(240_000, caller.signal);
  const longDocuments = { minRows: 50, maxRows: 150, onProgress: () => caller.abort(ended) };
  const request = { template: templateOf(html), data: {} };
  const error = await render(request, { browser, deadline, longDocuments }).catch((reason) => reason);
  deadline.close();
  expect(error).toBe(ended);
  expect(getFindings(error)?.failed.map(({ url }) => url)).toEqual(['missing.png']);
});
