/** Page counters of `@page` rules: what pdfapi counts is what Chromium counts where it prints the margin boxes itself. */
import { expect, it } from 'vitest';
import { render } from '../../../../src/render/render.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { noAssets } from '../../../../src/template/model/template.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();

async function textOf(css: string): Promise<string[]> {
  const sections = [2, 3, 4].map((n) => `<section style="break-before: page" id="s${n}">x</section>`);
  const html = `<!doctype html><html lang="en"><title>Test</title><style>${css}</style><a href="#s4">x</a>${sections.join('')}`;
  const template = { name: 'test', html, page: {}, metadata: {}, partials: {}, assets: noAssets };
  const deadline = new Deadline(100_000);
  const { pdf } = await render({ template, data: {} }, { browser, deadline });
  deadline.close();
  return (await readPdf(pdf)).pages.map((page) => page.replace(/\s+/g, ' ').trim());
}

const box = '@page { @bottom-center { content: counter(page) } }';
/** A box with a string, and therefore none that Chromium prints. */
const boxOfOwn = `${box} a { string-set: title "" } @page { @top-center { content: string(title) } }`;
const reference = 'a::after { content: target-counter(attr(href), page) }';
const numbersOf = (pages: readonly string[]) => pages.map((page) => /-?\d+/.exec(page)?.[0]);

it.each([
  ['@page { counter-increment: page 2 }', ['2', '4', '6', '8']],
  ['@page { counter-increment: page 2 page 3 }', ['5', '10', '15', '20']],
  ['@page { counter-increment: page }', ['1', '2', '3', '4']],
  ['@page { counter-increment: other 3 }', ['1', '2', '3', '4']],
  ['@page { counter-increment: page 3; counter-increment: 7 }', ['3', '6', '9', '12']],
  ['@page :left { counter-increment: page 10 }', ['1', '11', '12', '22']],
  ['@page :first { counter-set: page 5 }', ['5', '6', '7', '8']],
  ['@page :first { counter-reset: page 5; counter-increment: page 2 }', ['7', '1', '2', '3']],
  ['@page { counter-reset: page 3 }', ['3', '3', '3', '3']],
])('%s', async (css, numbers) => {
  expect(numbersOf(await textOf(css + box)), 'printed by Chromium').toEqual(numbers);
  expect(numbersOf(await textOf(css + boxOfOwn)), 'printed by pdfapi').toEqual(numbers);
  const [first] = await textOf(css + reference);
  expect(first, 'a reference').toBe(`x${numbers[3]}`);
});

it('counts on from what an element sets', async () => {
  const css = `@page { counter-increment: page 2 } #s3 { counter-reset: page 11 } ${reference}`;
  expect(await textOf(css + box)).toEqual(['x132', 'x4', 'x11', 'x13']);
});

it('counts pages of a name', async () => {
  const css = `@page wide { counter-increment: page 10 } #s3 { page: wide } ${reference}`;
  expect(numbersOf(await textOf(css + boxOfOwn)).slice(1)).toEqual(['2', '12', '13']);
  expect((await textOf(css))[0]).toBe('x13');
});
