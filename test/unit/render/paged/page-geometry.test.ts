/** The sizes of contents, as Chromium was seen to lay them out: positions on forty pages tell the height of each. */
import { expect, it } from 'vitest';
import type { Margins } from '../../../../src/contract/page.ts';
import { readPagedCss } from '../../../../src/render/paged/css/read-paged-css.ts';
import { PageGeometry } from '../../../../src/render/paged/footnotes/page-geometry.ts';

const a4 = { width: 210, height: 297, sizeGiven: false, margins: {} };

it.each<[string, object, { width: number; height: number }, number]>([
  ['', {}, { width: 595.92, height: 841.92 }, 1049],
  ['', { sizeGiven: true, width: 215.9, height: 279.4 }, { width: 612, height: 792 }, 982],
  ['', { margins: { top: 13.7, bottom: 21.3 } satisfies Margins }, { width: 595.92, height: 841.92 }, 991],
  ['', { sizeGiven: true, width: 150.3, height: 211.7 }, { width: 426, height: 600 }, 726],
  ['size: 6.13in 9.21in; margin: 0.61in 0.73in', {}, { width: 440.88, height: 663.12 }, 768],
  ['size: 6.13in 9.21in; margin: 20mm', {}, { width: 440.88, height: 663.12 }, 733],
  ['size: A4; margin: 1in', {}, { width: 594.96, height: 841.92 }, 931],
  ['margin: 1cm', {}, { width: 595.92, height: 841.92 }, 1048],
  ['size: A4', {}, { width: 594.96, height: 841.92 }, 1048],
  ['size: 120mm 100mm; margin: 20mm', {}, { width: 340.08, height: 282.96 }, 227],
])('calculates the height of the content of a page with %j and %o', (css, paper, page, height) => {
  const { pageRules: rules } = readPagedCss([{ css: `@page { ${css} }`, wrappers: [] }]);
  const destinations = { pages: [{ object: 1, ...page }], places: new Map(), links: new Map() };
  const options = { rules, paper: { ...a4, ...paper }, selected: [], correction: 0 };
  expect(new PageGeometry(destinations, options).at(0).height).toBe(height);
});
