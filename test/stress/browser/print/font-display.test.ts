/** Fonts that a screen may do without for a while are drawn on paper, whether they come in time or not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inspectPdf } from '../../../../src/pdf/inspect-pdf.ts';
import { render } from '../../../../src/render/render.ts';
import type { RenderRequest } from '../../../../src/render/render-request.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { examplesFolder } from '../../../../src/template/load/examples-folder.ts';
import type { Assets } from '../../../../src/template/model/template.ts';
import { assetsOf, realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();

const files = [
  'invoice/fonts/work-sans-latin-400.woff2',
  'invoice/fonts/work-sans-latin-500.woff2',
  'invoice/fonts/work-sans-latin-600.woff2',
  'book/fonts/source-serif-4-latin-400.woff2',
  'book/fonts/source-serif-4-latin-600.woff2',
];

const face = (i: number, display: string) =>
  `@font-face { font-family: Own${i}; src: url(/fonts/${i}.woff2); font-display: ${display} }`;

const lines = files.map((_file, i) => `<p style="font-family: Own${i}, monospace">Line ${i}</p>`).join('');

async function fontsOf(html: string, css = '', request: Partial<RenderRequest> = {}, scripts = true) {
  const deadline = new Deadline();
  const fonts = files.map((file, i) => {
    const bytes = readFileSync(join(examplesFolder, file));
    return [`fonts/${i}.woff2`, { type: 'font/woff2', bytes }] as const;
  });
  const folder = assetsOf({ ...Object.fromEntries(fonts), 'own.css': { type: 'text/css', bytes: css } });
  const assets: Assets = {
    read: async (path) => {
      if (path.endsWith('.woff2')) {
        asked.push(path);
        await delay(lateMs);
      }
      return await folder.read(path);
    },
  };
  const template = { name: 'test', page: {}, metadata: {}, partials: {}, assets, html, scripts };
  try {
    const { pdf } = await render({ template, data: {}, ...request }, { browser, deadline });
    return inspectPdf(pdf).fonts;
  } finally {
    deadline.close();
  }
}

/** The fonts that the page has asked for. */
const asked: string[] = [];

const reproducible = { date: new Date('2026-01-01') };

/** Longer than a browser blocks text for such a font (CSS Fonts 4, 4.9). */
const lateMs = 400;

const own = /WorkSans|SourceSerif/;

it.each(['optional', 'fallback'])('fonts with font-display: %s are used in every render', async (display) => {
  const style = files.map((_file, i) => face(i, display)).join('');
  for (const request of [{}, { reproducible }, {}, { reproducible }]) {
    const fonts = await fontsOf(`<style>${style}</style>${lines}`, '', request);
    expect(fonts.filter((font) => !own.test(font))).toEqual([]);
  }
});

it.each([true, false])('also from a linked sheet, groups of rules and scripts (%s)', async (scripts) => {
  const css = `@media print { ${face(0, 'optional')} } @supports (color: red) { ${face(1, 'optional')} } @layer a { ${face(2, 'fallback')} }`;
  const rest = [3, 4].map((i) => face(i, 'optional')).join('');
  const html = `<style>@import url(/own.css);</style><style>${rest}</style>${lines}`;
  const fonts = await fontsOf(html, css, { reproducible }, scripts);
  expect(fonts.filter((font) => !own.test(font))).toEqual([]);
});

it.each([true, false])('each is asked for once (scripts: %s)', async (scripts) => {
  asked.length = 0;
  const css = `${face(0, 'optional')} @media print { ${face(1, 'fallback')} }`;
  const style = [2, 3, 4].map((i) => face(i, 'optional')).join('');
  const html = `<link rel="stylesheet" href="own.css"><style>${style}</style>${lines}`;
  const fonts = await fontsOf(html, css, { reproducible }, scripts);
  expect(fonts.filter((font) => !own.test(font))).toEqual([]);
  expect(asked.toSorted()).toEqual(files.map((_file, i) => `fonts/${i}.woff2`));
});
