/** Which header a page gets, and when headers need a document of their own. */
import { describe, expect, it } from 'vitest';
import { choosePart, listParts, planHeaderFooter } from '../../../../src/render/paged/plan-header-footer.ts';

const page = (number: number, count: number, name = '') => ({ number, count, name });

describe('choosePart', () => {
  const all = { default: 'd', first: 'f', last: 'l', left: 'e', right: 'r', named: { cover: 'c' } };

  it.each([
    [page(1, 5, 'cover'), 'header-cover'],
    [page(1, 1), 'header-first'],
    [page(1, 5), 'header-first'],
    [page(5, 5), 'header-last'],
    [page(2, 5), 'header-left'],
    [page(3, 5, 'other'), 'header-right'],
  ])('takes the most special one for %o', (place, part) => {
    expect(choosePart('header', all, place)).toBe(part);
  });

  it('falls back to the text for all pages, and to none', () => {
    expect(choosePart('footer', { default: 'd', first: 'f' }, page(2, 3))).toBe('footer');
    expect(choosePart('footer', { first: 'f' }, page(2, 3))).toBeUndefined();
    expect(choosePart('footer', { default: 'd', named: {} }, page(2, 3, 'constructor'))).toBe('footer');
  });
});

describe('listParts', () => {
  it('names a page that is called like a variant differently', () => {
    expect(listParts('header', { default: 'A', first: '', named: { chapter: 'B', first: 'C' } })).toEqual([
      ['header', 'A'],
      ['header-first', ''],
      ['header-chapter', 'B'],
      ['header-named-first', 'C'],
    ]);
  });
});

describe('planHeaderFooter', () => {
  const isPlanned = (settings: Parameters<typeof planHeaderFooter>[0], partials = {}) =>
    planHeaderFooter(settings, partials) !== undefined;

  it('leaves one text for all pages to Chromium', () => {
    expect(isPlanned({ header: 'Acme {{ name }}', footer: '<b class="pageNumber"></b>' })).toBe(false);
    expect(isPlanned({ header: '<style>@page { margin: 0 }</style> This page.' })).toBe(false);
    expect(isPlanned({ header: { default: 'Acme' }, margins: { top: 20 } })).toBe(false);
    expect(isPlanned({})).toBe(false);
  });

  it('takes variants, the variable page, and margins of their height', () => {
    expect(isPlanned({ header: { default: 'A', first: '' } })).toBe(true);
    expect(isPlanned({ header: { named: { cover: 'A' } } })).toBe(true);
    expect(isPlanned({ footer: '{{ page.number }}' })).toBe(true);
    expect(isPlanned({ footer: '{% if page.first %}x{% endif %}' })).toBe(true);
    expect(isPlanned({ header: 'A', margins: { top: 'auto' } })).toBe(true);
  });

  it('finds the variable page in partials that a header loads', () => {
    const partials = { 'number.html': '{{ page.number }}' };
    expect(isPlanned({ header: '{% include "number.html" %}' }, partials)).toBe(true);
    expect(isPlanned({ header: 'A' }, partials)).toBe(false);
  });

  it('takes a time in proportion to the length of hostile Twig', () => {
    const header = '{{ a'.repeat(250_000);
    expect(isPlanned({ header })).toBe(false);
  });
});
