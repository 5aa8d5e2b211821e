/** Selections of pages, as people write them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePageSelection, resolvePages } from '../../../src/contract/api/page-selection.ts';
import { Failure } from '../../../src/contract/errors.ts';

const place = { field: 'config.pages' };

/** The numbers of the pages, from 1 on. */
const pages = (selection: string, count: number, mayRepeat: boolean) =>
  (resolvePages(selection, count, place, { mayRepeat }) ?? Array.from({ length: count }, (_, i) => i)).map(
    (i) => i + 1,
  );

describe('a selection', () => {
  it.each([
    ['3', 12, [3]],
    ['1-3,7,9-', 12, [1, 2, 3, 7, 9, 10, 11, 12]],
    ['-3', 12, [1, 2, 3]],
    ['9-7', 12, [9, 8, 7]],
    ['last', 12, [12]],
    ['last-10, 1', 12, [12, 11, 10, 1]],
    ['11-LAST', 12, [11, 12]],
    [' 2 - 3 , 1 ', 3, [2, 3, 1]],
    ['12-', 12, [12]],
    ['r1', 12, [12]],
    ['r3-r1', 12, [10, 11, 12]],
    ['~2,end,z', 3, [2, 3, 3], true],
    ['r1-1', 3, [3, 2, 1]],
    ['2-r2', 5, [2, 3, 4]],
    ['even', 5, [2, 4]],
    ['1-endODD', 5, [1, 3, 5]],
    ['5-1 even', 5, [4, 2]],
    ['1,1,2-3,2', 3, [1, 1, 2, 3, 2], true],
  ])('%s of %i pages', (selection, count, expected, mayRepeat = false) => {
    expect(pages(selection, count, mayRepeat)).toEqual(expected);
  });

  it('is the whole document if it has all pages in their order', () => {
    for (const all of ['1-', '-last', '1-3', '1,2,3', '1-2,3-'])
      expect(resolvePages(all, 3, place)).toBeUndefined();
    expect(resolvePages('3-1', 3, place)).toEqual([2, 1, 0]);
  });

  it.each([
    '',
    ' ',
    '0',
    '0-3',
    '1-0',
    '-',
    ',',
    '1,',
    '1-3-5',
    '1..3',
    '1;2',
    'a',
    '-1-3',
    '1.5',
    '+1',
    '1234567',
    '-even',
    'r',
    'r0',
    '~',
    'lastt',
    '1evenodd',
    'x3',
  ])('%j is none', (text) => {
    expect(parsePageSelection(text)).toBeUndefined();
    expect(() => resolvePages(text, 12, place)).toThrow(Failure);
  });

  it.each([
    ['14-', 12, 'The document has 12 pages; 14- selects none.'],
    ['14', 12, 'The document has 12 pages; 14 selects none.'],
    ['20-14', 12, 'The document has 12 pages; 20-14 selects none.'],
    ['2', 1, 'The document has 1 page; 2 selects none.'],
    ['1,10-14', 12, 'The document has 12 pages; 10-14 goes beyond the last one.'],
    ['-14', 12, 'The document has 12 pages; -14 goes beyond the last one.'],
    ['r13', 12, 'The document has 12 pages; r13 goes beyond the first one.'],
    ['2-r13', 12, 'The document has 12 pages; 2-r13 goes beyond the first one.'],
    ['1,even', 1, 'The document has 1 page; even selects none.'],
    ['1-3,3', 12, 'Page 3 is selected twice, but a document has each page once.'],
  ])('%s of %i pages is an error that says why', (selection, count, message) => {
    const failure = { code: 'invalid_option', message, errors: { 'config.pages': [message] } };
    expect(() => resolvePages(selection, count, place)).toThrow(expect.objectContaining(failure));
    const named = () => resolvePages(selection, count, { field: 'pages', name: 'terms.pdf' });
    expect(named).toThrow(`terms.pdf: ${message}`);
  });

  it('that is none is an error that names the range and what would be right', () => {
    expect(() => resolvePages('1-3,4..6', 12, place)).toThrow(
      '"4..6" is none. Pages are numbers and ranges from 1 on, such as 1-3,7,9-, last, r2 (the last but one) or even.',
    );
    expect(() => resolvePages('x', 12, place)).toThrow(/^Pages are numbers/);
  });

  it('repeats no more pages than any document has', () => {
    const all = Array.from({ length: 101 }, () => '1-').join(',');
    expect(() => resolvePages(all, 1_000, place, { mayRepeat: true })).toThrow('more than 100000 pages');
  });

  it('of any text takes time that grows with its length alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0159-, lastr~even'), maxLength: 200 }), (text) => {
        const ranges = parsePageSelection(text);
        for (const { first, last } of ranges ?? []) {
          expect(first).not.toBe(0);
          expect(last).not.toBe(0);
        }
      }),
    );
    expect(parsePageSelection('1-,'.repeat(5_000))).toBeUndefined();
    expect(() => resolvePages('1-999999', 3, place)).toThrow('has 3 pages');
  });
});
