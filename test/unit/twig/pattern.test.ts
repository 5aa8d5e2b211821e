import { describe, expect, it } from 'vitest';
import { Pattern, PatternError } from '../../../src/twig/library/regex/pattern.ts';

const groups = (pattern: string, text: string) =>
  [...new Pattern(pattern).matches(text, () => {})].map((match) => match.groups.map((group) => group.text));

describe('the matches of a pattern', () => {
  it.each<[string, string, (string | null)[][]]>([
    ['/\\d+/u', 'a12b3', [['12'], ['3']]],
    [
      '/(\\w)(\\d)?/u',
      'a1 b',
      [
        ['a1', 'a', '1'],
        ['b', 'b', null],
      ],
    ],
    ['/a|ab|abc/u', 'abc', [['a']]],
    ['/(a|ab)(c|bcd)?/u', 'abcd', [['abcd', 'a', 'bcd']]],
    ['/<.+>/u', '<a><b>', [['<a><b>']]],
    ['/<.+?>/u', '<a><b>', [['<a>'], ['<b>']]],
    ['/<.+>/uU', '<a><b>', [['<a>'], ['<b>']]],
    ['/(?:(\\w),?)+/u', 'a,b,c', [['a,b,c', 'c']]],
    ['/é+/ui', 'ÉéE', [['Éé']]],
    ['/x*/u', 'axb', [[''], ['x'], [''], ['']]],
    ['/^\\p{L}+$/um', 'ab\n1\nцд', [['ab'], ['цд']]],
    ['/(a{2,3}?)(a*)/u', 'aaaaa', [['aaaaa', 'aa', 'aaa']]],
    ['/nothing/u', 'else', []],
  ])('%s in %s', (pattern, text, expected) => {
    expect(groups(pattern, text)).toEqual(expected);
  });

  it('have offsets in UTF-16 units and named groups', () => {
    const [match] = [...new Pattern('/(?<year>\\d{4})/u').matches('😀 2024', () => {})];
    expect(match).toEqual({
      start: 3,
      end: 7,
      groups: [
        { name: null, text: '2024' },
        { name: 'year', text: '2024' },
      ],
    });
  });

  it('take linear work, which is counted, for patterns that make backtracking engines hang', () => {
    let steps = 0;
    const text = 'a'.repeat(5_000);
    const found = [
      ...new Pattern('/(a*)*b|(a|a)*c/u').matches(text, (count) => {
        steps += count;
      }),
    ];
    expect(found).toEqual([]);
    expect(steps).toBeGreaterThan(5_000);
    expect(steps).toBeLessThan(5_000 * 100);
  });

  it('cannot have more than 100 groups', () => {
    expect(() => new Pattern(`/${'(a)'.repeat(101)}/u`)).toThrow(PatternError);
  });
});
