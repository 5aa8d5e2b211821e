/** Contents that the pages do not show as they are written cause a warning that names them, or an error in strict mode. */
import { describe, expect, it } from 'vitest';
import type { RenderRequest } from '../../../src/render/render-request.ts';
import type { HtmlTemplate } from '../../../src/template/model/template.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { realBrowser } from '../../support/real-browser.ts';
import { renderHtml } from '../../support/render-html.ts';

const browser = realBrowser();

const print = (html: string, parts?: Partial<HtmlTemplate>, request?: Partial<RenderRequest>) =>
  renderHtml(browser, html, { parts, request });

const problemsOf = async (...args: Parameters<typeof print>) => (await print(...args)).report.problems;

/** Cells of 20 mm each. */
const wideTable = (columns: number): string => {
  const cell = (i: number) => `<td style="padding: 0; min-width: 20mm">c${i}</td>`;
  const cells = Array.from({ length: columns }, (_, i) => cell(i + 1)).join('');
  return `<style>body { margin: 0 }</style><table class="items" style="border-spacing: 0"><tr>${cells}</table>`;
};

const remedy =
  'make it narrower, turn the page (--landscape), or let its long words break (overflow-wrap: anywhere)';

describe('contents that are wider than the page', () => {
  it.each([true, false])(
    'are named with what lies beyond it and the scale, with scripts: %s',
    async (scripts) => {
      const problem = `table.items is 50 mm wider than the page, so that the whole document is shrunk to 79 %: ${remedy}`;
      expect(await problemsOf(wideTable(12), { scripts })).toEqual([problem]);
      const strict = print(wideTable(12), { scripts }, { strict: true });
      await expect(strict).rejects.toMatchObject({
        code: 'strict',
        message: expect.stringContaining('79 %'),
      });
    },
  );

  it('are named behind a background of the pages, which Chromium does not shrink', async () => {
    const [problem] = await problemsOf(`<style>@page { background: #eee }</style>${wideTable(12)}`);
    expect(problem).toContain(
      'table.items is 50 mm wider than the page, so that the whole document is shrunk to 79 %',
    );
  });

  it.each([
    ['svg', '<svg width="1000" height="10"><path d="M0 0L1e9 1e9" stroke="red"/></svg>'],
    ['math', '<math style="display: block; width: 1000px; height: 10px"><mi>x</mi></math>'],
  ])('are named in a drawing or a formula: %s', async (name, html) => {
    const [problem] = await problemsOf(`<style>body { margin: 0 }</style>${html}`);
    expect(problem).toMatch(new RegExp(`^${name}.* is \\d+ mm wider than the page`));
  });

  it('are named with the columns that are not on the page', async () => {
    const { pdf, report } = await print(wideTable(20));
    expect(report.problems).toEqual([
      `table.items is 210 mm wider than the page, so that the whole document is shrunk to 67 %, and 6 of its 20 columns are cut off: ${remedy}`,
    ]);
    const { pages } = await readPdf(pdf);
    expect(pages.join()).toContain('c15');
    expect(pages.join()).not.toContain('c16');
  });

  it('are named where lines begin at the right, which Chromium does not shrink', async () => {
    const [problem, ...others] = await problemsOf(`<html dir="rtl">${wideTable(12)}`);
    expect(problem).toBe(
      `table.items is 50 mm wider than the page, so that 3 of its 12 columns are cut off: ${remedy}`,
    );
    expect(others).toEqual([]);
    expect(await problemsOf(`<html dir="rtl">${wideTable(9)}`)).toEqual([]);
  });

  it.each([
    ['a page that is turned already', 'A4 landscape', 'choose larger paper (--format A3)'],
    ['paper as high as its contents', '150mm auto', 'choose wider paper (--format 100mm)'],
  ])('are named with what makes room on %s', async (_, size, expected) => {
    const [problem] = await problemsOf(`<style>@page { size: ${size} }</style>${wideTable(16)}`);
    expect(problem).toContain(`make it narrower, ${expected}, or let its long words break`);
  });

  it('are found by the start of their text if they have no name, as a word that cannot break', async () => {
    const [problem] = await problemsOf(`<main><p>See ${'Unbreakable'.repeat(20)}</p></main>`);
    expect(problem).toMatch(
      /^main p \("See UnbreakableUnbreakableUnbr…"\) is \d+ mm wider than the page, so that/,
    );
    const wrapped = `<style>p { overflow-wrap: anywhere }</style><p>See ${'Unbreakable'.repeat(20)}</p>`;
    expect(await problemsOf(wrapped)).toEqual([]);
  });

  it('are measured against the page that the document or the caller chose', async () => {
    expect(await problemsOf(wideTable(12), { page: { orientation: 'landscape' } })).toEqual([]);
    expect(await problemsOf(`<style>@page { size: A3; margin: 0 }</style>${wideTable(14)}`)).toEqual([]);
    expect(await problemsOf(`<style>@page { size: A5; margin: 4mm }</style>${wideTable(8)}`)).toEqual([
      expect.stringMatching(/^table\.items is 2[01] mm wider than the page, so that .* 88 %/),
    ]);
  });

  it('are named without a place if the pages differ', async () => {
    const html = `<style>@page turned { size: A4 landscape }</style><p>x<div style="page: turned">${wideTable(16)}</div>`;
    expect(await problemsOf(html)).toEqual([
      expect.stringMatching(
        /^something is wider than its page, so that the whole document is shrunk to 8\d %/,
      ),
    ]);
  });

  it.each([
    ['two pixels more than the page', '<div style="width: 723px">x</div>'],
    [
      'what a box cuts or scrolls on purpose',
      '<div style="overflow: hidden; height: 9px"><i style="display: block; width: 999px"></i></div>',
    ],
    [
      'what is placed outside at the left',
      '<div style="position: absolute; left: -999px; width: 900px">x</div>',
    ],
    ['what is scaled down', '<div style="transform: scale(0.5); width: 300px">x</div>'],
    [
      'a filter at the start of the page',
      '<div style="filter: blur(1px); width: 9px; height: 9px; background: red"></div>x',
    ],
  ])('are not %s', async (_, html) => {
    expect(await problemsOf(`<style>body { margin: 0 }</style>x${html}`)).toEqual([]);
  });
});

const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) => `<div style="height: 10mm">Line ${i + 1}</div>`).join('');

const growth = 'let it grow on paper (height: auto; overflow: visible), or make its contents fit';

describe('contents that a box cuts', () => {
  it.each(['auto', 'scroll', 'hidden', 'clip'])(
    'are named with what is lost, with overflow: %s',
    async (overflow) => {
      const html = `<style>.log { height: 40mm; overflow: ${overflow} }</style><div class="log">${lines(12)}</div>`;
      const problem = `80 mm of the height of the contents of div.log are cut off by its overflow: ${overflow}: ${growth}`;
      expect(await problemsOf(html, { scripts: overflow !== 'clip' })).toEqual([problem]);
      await expect(print(html, {}, { strict: true })).rejects.toMatchObject({ code: 'strict' });
    },
  );

  it('are measured on the page, of which a box may take all the height', async () => {
    const shell = (count: number) =>
      `<style>body { margin: 0 } main { height: 100vh; overflow: auto }</style><main>${lines(count)}</main>`;
    // A page has room for 27 lines, and the window of scripts for 15.
    expect(await problemsOf(shell(26))).toEqual([]);
    expect(await problemsOf(shell(60))).toEqual([
      expect.stringMatching(/^32\d mm of the height of the contents of main \("Line 1.*"\) are cut off/),
    ]);
  });

  it('are named if they are too wide for it', async () => {
    const html = `<div class="scroll" style="overflow-x: auto; width: 150mm">${wideTable(9)}</table></div>`;
    expect(await problemsOf(html)).toEqual([
      `30 mm of the width of the contents of div.scroll are cut off by its overflow: auto: ${growth}`,
    ]);
  });

  it('are named if they are in a frame', async () => {
    const frame = (height: string) =>
      `<p>x</p><iframe class="terms" style="height: ${height}; border: 0" srcdoc='<body style="margin: 0">${lines(9).replaceAll('"', '&quot;')}'></iframe>`;
    expect(await problemsOf(frame('30mm'))).toEqual([
      expect.stringMatching(
        /^60 mm of the height of the contents of iframe\.terms are cut off, because frames do not/,
      ),
    ]);
    expect(await problemsOf(frame('95mm'))).toEqual([]);
  });

  it.each([
    [
      'an ellipsis',
      `<p style="width: 20mm; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">${'word '.repeat(30)}</p>`,
    ],
    [
      'clamped lines',
      `<p style="display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden">${'word '.repeat(300)}</p>`,
    ],
    [
      'texts for screen readers',
      '<i style="position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap">for readers only</i>',
    ],
    ['menus that are folded', `<div style="height: 0; overflow: hidden">${lines(3)}</div>`],
    ['hidden boxes', `<div style="height: 9mm; overflow: auto; visibility: hidden">${lines(3)}</div>`],
    ['empty space', '<div style="height: 9mm; overflow: auto"><div style="height: 90mm"></div></div>'],
    [
      'a picture that fills a frame',
      `<div style="height: 9mm; overflow: hidden"><svg width="90" height="90"><rect width="90" height="90"/></svg></div>`,
    ],
    ['boxes that fit', `<div style="overflow: auto; border-radius: 2mm">${lines(9)}</div>`],
    ['the window of a body', `<style>body { overflow: hidden; height: 50mm }</style>${lines(9)}`],
  ])('are not %s', async (_, html) => {
    expect(await problemsOf(`x${html}`)).toEqual([]);
  });
});
