/** The headings that rule each page, for headers. */
import { expect, it } from 'vitest';
import { pageVariables } from '../../../../src/render/paged/page-variables.ts';

const size = { width: 210, height: 297 };
const heading = (page: number, level: number, title: string) => ({ page, level, title });

const sectionsOf = (count: number, ...headings: ReturnType<typeof heading>[]) =>
  pageVariables({ sizes: Array.from({ length: count }, () => size), headings }).map(
    ({ section, sections }) => `${section} / ${Object.values(sections).join('|')}`,
  );

it('a heading rules from its page on', () => {
  expect(sectionsOf(3, heading(1, 1, 'One'))).toEqual([' / |||||', 'One / One|||||', 'One / One|||||']);
});

it('the first heading of a page rules it, and the last one the page after it', () => {
  expect(sectionsOf(2, heading(0, 1, 'One'), heading(0, 1, 'Two'))).toEqual([
    'One / One|||||',
    'Two / Two|||||',
  ]);
});

it('a heading ends what ruled below it', () => {
  const shown = sectionsOf(3, heading(0, 1, 'One'), heading(0, 2, 'One A'), heading(1, 1, 'Two'));
  expect(shown).toEqual(['One / One|One A||||', 'Two / Two|||||', 'Two / Two|||||']);
});

it('a heading of a lower level belongs to the page even if a chapter begins after it', () => {
  const shown = sectionsOf(
    2,
    heading(0, 1, 'One'),
    heading(1, 2, 'One B'),
    heading(1, 1, 'Two'),
    heading(1, 2, 'Two A'),
  );
  expect(shown[1]).toBe('Two / Two|Two A||||');
});

it('the section is that of the highest level that there is', () => {
  expect(sectionsOf(1, heading(0, 3, 'Deep'))).toEqual(['Deep / ||Deep|||']);
});

it('a page knows its number, side and name', () => {
  const pages = pageVariables({ sizes: [size, size], headings: [] }, ['', 'end']);
  expect(pages).toMatchObject([
    { number: 1, count: 2, first: true, last: false, side: 'right', name: '' },
    { number: 2, count: 2, first: false, last: true, side: 'left', name: 'end' },
  ]);
});
