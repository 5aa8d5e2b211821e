import { expect, it } from 'vitest';
import { readStyleRules, type StyleNode } from '../../../../src/render/paged/css/style-rules.ts';

/** The nodes as CSS again, in one form. */
const written = (nodes: readonly StyleNode[]): string =>
  nodes
    .map((node) => {
      if (node.kind === 'declaration')
        return `${node.property}:${node.value}${node.important ? '!important' : ''};`;
      const head = node.kind === 'rule' ? node.selector : `@${node.name} ${node.prelude}`.trim();
      return node.children ? `${head}{${written(node.children)}}` : `${head};`;
    })
    .join('');

it.each([
  ['a { color: red; Top: 1px }', 'a{color:red;top:1px;}'],
  ['a{b:c!important} d{e:f ! /* so */ IMPORTANT}', 'a{b:c!important;}d{e:f!important;}'],
  ['/* a{ */ b{c:d /* } */}', 'b{c:d /* } */;}'],
  ['.a { b:c; .d &:hover { e:f } span { g:h } > p { i:j } }', '.a{b:c;.d &:hover{e:f;}span{g:h;}> p{i:j;}}'],
  ['a { b:hover { c:d } e:f }', 'a{b:hover{c:d;}e:f;}'],
  ['a { --x: { b: c }; d:e }', 'a{--x:{ b: c };d:e;}'],
  ['@media print { a { b:"}" } }', '@media print{a{b:"}";}}'],
  ['@import "x.css" print; @layer a, b;', '@import "x.css" print;@layer a, b;'],
  [
    '@page a:first { margin: 1cm; @top-left { content: "x" } }',
    '@page a:first{margin:1cm;@top-left{content:"x";}}',
  ],
  ['<!-- a{b:c} -->', 'a{b:c;}'],
  ['a{b:f(;)}', 'a{b:f(;);}'],
  ['a{\\62 :c}', 'a{\\62 :c;}'],
])('reads %s', (css, expected) => {
  expect(written(readStyleRules(css))).toBe(expected);
});

it.each([
  ['a } b { c:d } e { f:g }', 'e{f:g;}'],
  ['a; b{c:d} e{f:g}', 'e{f:g;}'],
  ['a { b:"x\n; c:d }', 'a{c:d;}'],
  ['a { b ; c:d }', 'a{c:d;}'],
  ['a { b:c) ; d:e }', 'a{d:e;}'],
  ['a { b:[c) ; d:e }', 'a{}'],
])('leaves out what browsers drop: %j', (css, expected) => {
  expect(written(readStyleRules(css))).toBe(expected);
});

it.each([
  ['a{b:c', 'a{b:c;}'],
  ['a{b:c;d:"e', 'a{b:c;}'],
  ['a{b:c;d:f(e', 'a{b:c;}'],
  ['a{b:c;d:url(e', 'a{b:c;}'],
  ['a{b:c;d:e\\', 'a{b:c;}'],
  ['@media print{a{b:c}', '@media print{a{b:c;}}'],
])('writes nothing that the end of a sheet leaves open: %j', (css, expected) => {
  expect(written(readStyleRules(css))).toBe(expected);
});

it('reads hostile nesting and length without failing', () => {
  const depth = 100_000;
  for (const css of [
    'a{'.repeat(depth),
    `a{b:${'('.repeat(depth)}`,
    'a:b '.repeat(depth),
    '@media x{'.repeat(depth),
  ]) {
    expect(written(readStyleRules(css)).length).toBeLessThan(css.length + 1_000);
  }
});
