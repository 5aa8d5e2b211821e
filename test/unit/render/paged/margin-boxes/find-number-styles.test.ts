import { expect, test } from 'vitest';
import { readPagedCss } from '../../../../../src/render/paged/css/read-paged-css.ts';
import { findNumberStyles } from '../../../../../src/render/paged/margin-boxes/find-number-styles.ts';
import { selectedPage } from '../../../../support/paged/selected-page.ts';

const css = `@page front { @bottom-center { content: counter(page, lower-roman) } }
  @page text { @top-left { content: string(title) } @bottom-center { content: "p. " counter(page) } }
  @page letters { @bottom-center { content: counter(page, upper-alpha) } }`;

test.each<[title: string, pages: readonly (readonly [name: string, number: number])[], expected: string]>([
  [
    'before numbered ones',
    [
      ['', 1],
      ['', 2],
      ['front', 3],
      ['text', 1],
    ],
    'roman roman roman decimal',
  ],
  [
    'that start a section',
    [
      ['front', 1],
      ['', 1],
      ['letters', 2],
    ],
    'roman alpha alpha',
  ],
  [
    'between two styles',
    [
      ['front', 1],
      ['', 2],
      ['letters', 3],
    ],
    'roman alpha alpha',
  ],
  [
    'at the end of a section',
    [
      ['front', 1],
      ['', 2],
      ['text', 1],
    ],
    'roman roman decimal',
  ],
  [
    'of the last section',
    [
      ['text', 1],
      ['letters', 1],
      ['', 2],
    ],
    'decimal alpha alpha',
  ],
  [
    'that are counted alone',
    [
      ['', 1],
      ['front', 1],
      ['', 7],
      ['front', 1],
    ],
    'decimal roman decimal roman',
  ],
  [
    'without any number',
    [
      ['', 1],
      ['', 2],
    ],
    'decimal decimal',
  ],
])('pages without a number have the style of their section: %s', (_, pages, expected) => {
  const styles = findNumberStyles(readPagedCss([{ css, wrappers: [] }]).pageRules, {
    pages: pages.map(([name], index) => selectedPage(index, { name })),
    pageNumbers: pages.map(([, number]) => number),
  });
  expect(styles.map((style) => style.split('-').at(-1)).join(' ')).toBe(expected);
});
