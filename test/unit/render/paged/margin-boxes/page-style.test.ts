/** The cascade of `@page` rules, after the table of specificities in css-page 3, 3.1. */
import { expect, test } from 'vitest';
import { readPagedCss } from '../../../../../src/render/paged/css/read-paged-css.ts';
import { pageStyle, type SelectedPage } from '../../../../../src/render/paged/margin-boxes/page-style.ts';
import { selectedPage } from '../../../../support/paged/selected-page.ts';

const page = selectedPage(2);
const rulesOf = (css: string) => readPagedCss([{ css, wrappers: [] }]).pageRules;

function winner(css: string, of: Partial<SelectedPage>): string | undefined {
  const { boxes } = pageStyle(rulesOf(css), { ...page, ...of });
  return boxes.get('top-left')?.findLast(({ property }) => property === 'content')?.value;
}

const box = (content: string) => `{ @top-left { content: "${content}" } }`;

test.each<[string, Partial<SelectedPage>, string | undefined]>([
  [`@page ${box('all')}`, {}, '"all"'],
  [`@page :left ${box('left')}`, {}, undefined],
  [`@page :left ${box('left')}`, { side: 'left' }, '"left"'],
  [`@page :first ${box('first')} @page ${box('all')}`, { isFirst: true }, '"first"'],
  [`@page :first ${box('first')} @page :right ${box('right')}`, { isFirst: true }, '"first"'],
  [`@page :right ${box('right')} @page ${box('all')}`, {}, '"right"'],
  [`@page part ${box('part')} @page :first:right ${box('first')}`, { isFirst: true, name: 'part' }, '"part"'],
  [`@page part:first ${box('both')} @page part ${box('part')}`, { isFirst: true, name: 'part' }, '"both"'],
  [`@page part ${box('part')}`, { name: 'other' }, undefined],
  [`@page part ${box('part')}`, { name: 'Part' }, undefined],
  [`@page :first:left ${box('both')}`, { isFirst: true }, undefined],
  [`@page ${box('one')} @page ${box('two')}`, {}, '"two"'],
  [`@page :blank ${box('blank')}`, { isFirst: true }, undefined],
  [`@page :blank ${box('blank')} @page :left ${box('left')}`, { side: 'left', isBlank: true }, '"blank"'],
  [`@page :blank ${box('blank')} @page :first ${box('first')}`, { isFirst: true, isBlank: true }, '"first"'],
  [
    `@page :first:left ${box('both')} @page :first ${box('first')}`,
    { side: 'left', isFirst: true },
    '"both"',
  ],
  [`@page :left:left ${box('twice')} @page :left ${box('once')}`, { side: 'left' }, '"twice"'],
  [`@page :left:left:left ${box('left')} @page :first ${box('f')}`, { side: 'left', isFirst: true }, '"f"'],
  [`@page :nth(3) ${box('nth')} @page :right ${box('right')}`, {}, '"nth"'],
  [`@page :nth(3) ${box('nth')} @page part ${box('part')}`, { name: 'part' }, '"part"'],
  [
    `@page :nth(1 of part) ${box('nth')} @page part ${box('part')}`,
    { name: 'part', numberInGroup: 1 },
    '"nth"',
  ],
  [`@page :nth(1 of part) ${box('nth')}`, { name: 'other', numberInGroup: 1 }, undefined],
  [`@page :NTH(+2N - 1) ${box('nth')}`, { number: 5 }, '"nth"'],
  [`@page :nth(-2n+4) ${box('nth')}`, { number: 2 }, '"nth"'],
  [`@page :nth(-2n+4) ${box('nth')}`, { number: 6 }, undefined],
  [`@page :nth(2n+4) ${box('nth')}`, { number: 2 }, undefined],
  [`@page :nth(0n+3) ${box('nth')}`, { number: 3 }, '"nth"'],
  [`@page :nth(n) ${box('nth')}`, { number: 9 }, '"nth"'],
  [`@page :nth(2 n) ${box('nth')}`, { number: 2 }, undefined],
  [`@page :nth(of part) ${box('nth')}`, { name: 'part', numberInGroup: 1 }, undefined],
  [`@page :nth() ${box('nth')}`, {}, undefined],
  [`@page :first, part ${box('either')}`, { name: 'part' }, '"either"'],
  [`@layer a { @page :first ${box('layer')} } @page ${box('none')}`, { isFirst: true }, '"none"'],
  [
    `@layer a { @page ${box('a')} } @layer b { @page ${box('b')} } @layer a { @page :first ${box('c')} }`,
    { isFirst: true },
    '"b"',
  ],
  [`@layer b, a; @layer a { @page ${box('a')} } @layer b { @page ${box('b')} }`, {}, '"a"'],
  [`@layer a { @page ${box('outer')} @layer in { @page :right ${box('inner')} } }`, {}, '"outer"'],
  [
    `@layer a.b { @page ${box('b')} } @layer c { @page ${box('c')} } @layer a { @page ${box('a')} }`,
    {},
    '"c"',
  ],
  [`@layer { @page ${box('one')} } @layer { @page ${box('two')} }`, {}, '"two"'],
  [
    '@layer a { @page { @top-left { content: "a" !important } } } @layer b { @page { @top-left { content: "b" !important } } } @page { @top-left { content: "c" !important } }',
    {},
    '"a"',
  ],
  [`@page { @top-left { content: "x" !important } } @page :first ${box('first')}`, { isFirst: true }, '"x"'],
])('%s on %o: %s', (css, of, expected) => {
  expect(winner(css, of)).toBe(expected);
});

test('declarations of the page and of one box come from several rules', () => {
  const { page: own, boxes } = pageStyle(
    rulesOf(
      '@page { margin: 1cm; @top-left { color: red; content: "a" } } @page :first { margin-top: 2cm; @top-left { color: blue } @bottom-left { content: "b" } }',
    ),
    { ...page, isFirst: true },
  );
  expect(own.map(({ property, value }) => `${property}: ${value}`)).toEqual([
    'margin: 1cm',
    'margin-top: 2cm',
  ]);
  expect(boxes.get('top-left')?.map(({ value }) => value)).toEqual(['red', '"a"', 'blue']);
  expect([...boxes.keys()]).toEqual(['top-left', 'bottom-left']);
});
