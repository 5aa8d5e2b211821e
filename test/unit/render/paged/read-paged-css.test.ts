import { expect, it } from 'vitest';
import { findImports } from '../../../../src/render/paged/css/find-imports.ts';
import {
  parseFlowContent,
  parseRunning,
  parseStringSet,
} from '../../../../src/render/paged/css/flow-content.ts';
import { readPagedCss } from '../../../../src/render/paged/css/read-paged-css.ts';
import { usesPagedMedia } from '../../../../src/template/model/uses-paged-media.ts';

const read = (css: string, wrappers: readonly string[] = []) => readPagedCss([{ css, wrappers }]);

it.each([
  ['a::after { content: leader(".") target-counter(attr(href url), page) }', true],
  ['h1 { string-set: a content() }', true],
  ['h1 { position : running( a ) }', true],
  ['h2 { BOOKMARK-LEVEL: none }', true],
  ['body { counter-reset: section page 1 }', true],
  ['const s = toString(1); /* bookmark, running, page */', false],
  ['h1 { counter-reset: section; } @page { }', false],
  ['@page { @top-left { content: counter(page) } }', false],
  ['h1 { page-break-before : RIGHT }', true],
  ['h1 { break-after: var(--side) }', true],
  ['h1 { break-after: page; float: left } @page :first, :left { margin: 0 }', false],
  ['@page a, :nth(2n + 1 of b) { margin: 0 }', true],
])('knows whether %s uses paged media', (text, expected) => {
  expect(usesPagedMedia(text)).toBe(expected);
});

it('carries unknown declarations, and the known ones that compete with them, as custom properties', () => {
  const { css } = read(`a { color: red } a::after { content: target-counter(attr(href), page) !important }
    b::after { content: "x" } @media print { h1 { string-set: a content() } } p { position: relative }`);
  expect(css.replace(/\s+/g, ' ')).toBe(
    'a::after{--pdfapi-content:target-counter(pdfapi-attr(href), page)!important;}' +
      'b::after{--pdfapi-content:"x";}@media print{h1{--pdfapi-string-set:a content();}}',
  );
});

it('keeps nested rules and the conditions of a sheet', () => {
  const { css, selector } = read('.a { .b & { string-set: x "1" } color: red }', [
    '@layer z',
    '@media print',
  ]);
  expect(css).toBe('@layer z{@media print{.a{.b &{--pdfapi-string-set:x "1";}}}}');
  expect(selector).toBe('*');
});

it('takes the names that other programs have for the same', () => {
  expect(read('h1 { prince-bookmark-level: 2 } h2 { -weasy-bookmark-label: "x" }').css).toBe(
    'h1{--pdfapi-bookmark-level:2;}h2{--pdfapi-bookmark-label:"x";}',
  );
});

it('selects the elements that have such declarations', () => {
  const { selector, pseudos } = read(
    'nav a::after, .b:hover:before { content: leader(dotted) } i { color: red }',
  );
  expect(selector).toBe('nav a,.b:hover');
  expect(pseudos).toEqual(['::before', '::after']);
  expect(read('[title="a::after"] { string-set: x "1" }').selector).toBe('*');
});

it('reads page rules with their margin boxes and conditions', () => {
  const { pageRules } =
    read(`@media print { @page a\\62:first, :left { margin: 1cm !important; @top-left { content: "x" } } }
    @page :last { margin: 0 } @page a b { margin: 0 }`);
  expect(pageRules.map(({ selector }) => selector)).toEqual([
    { name: 'ab', pseudos: ['first'] },
    { name: undefined, pseudos: ['left'] },
  ]);
  expect(pageRules[0]).toMatchObject({
    declarations: [{ property: 'margin', value: '1cm', important: true }],
    conditions: ['@media print'],
  });
  expect(pageRules[0]?.boxes.get('top-left')).toEqual([
    { property: 'content', value: '"x"', important: false },
  ]);
});

it.each([
  ['"a\\"\\42"', [{ kind: 'text', text: 'a"B' }]],
  ['leader(dotted)', [{ kind: 'leader', pattern: '.' }]],
  [
    'target-counter(pdfapi-attr(href url), page)',
    [{ kind: 'counter', name: 'page', style: 'decimal', target: { attr: 'href' } }],
  ],
  [
    'target-counters("#x", s, ".", upper-roman)',
    [{ kind: 'counter', name: 's', style: 'upper-roman', separator: '.', target: { url: '#x' } }],
  ],
  ['target-text(url(#x), before)', [{ kind: 'content', part: 'before', target: { url: '#x' } }]],
  [
    'content() counter(a)',
    [
      { kind: 'content', part: 'text' },
      { kind: 'counter', name: 'a', style: 'decimal' },
    ],
  ],
  ['attr(a)', [{ kind: 'attr', name: 'a' }]],
  ['attr(a string, "b")', [{ kind: 'attr', name: 'a', fallback: 'b' }]],
  ['"a" / "alt"', [{ kind: 'text', text: 'a' }]],
  ['leader(wide)', undefined],
  ['normal', undefined],
  ['"a" nonsense(1)', undefined],
  ['target-counter(page)', undefined],
])('parses the content %s', (value, expected) => {
  expect(parseFlowContent(value)).toEqual(expected);
});

it('parses assignments of strings and names of running elements', () => {
  expect(parseStringSet('a content(), b "x" attr(title)')).toEqual([
    { name: 'a', parts: [{ kind: 'content', part: 'text' }] },
    {
      name: 'b',
      parts: [
        { kind: 'text', text: 'x' },
        { kind: 'attr', name: 'title' },
      ],
    },
  ]);
  expect(parseStringSet('none')).toEqual([]);
  expect(parseStringSet('"x"')).toBe(undefined);
  expect(parseRunning('running(head)')).toBe('head');
  expect(parseRunning('relative')).toBe(undefined);
});

it('finds imports with their conditions, before other rules only', () => {
  const css = `@charset "utf-8"; @import "a.css"; @import url( 'b.css' ) layer(base) supports(display: grid) print;
    @import url(c.css) layer; p { } @import "d.css";`;
  expect(findImports(css)).toEqual([
    { url: 'a.css', wrappers: [] },
    { url: 'b.css', wrappers: ['@layer base', '@supports (display: grid)', '@media print'] },
    { url: 'c.css', wrappers: ['@layer '] },
  ]);
});

it('reads page numbers in the text, unless elements count with that counter themselves', () => {
  const shown = 'h1::before, p b::after { content: counter(page) "/" counter(pages) }';
  expect(read(shown)).toMatchObject({
    usesReferences: true,
    countsPages: true,
    selector: 'h1,p b',
    pseudos: ['::before', '::after'],
    unprinted: [],
  });
  expect(read(`${shown} h2 { counter-reset: page 1 }`)).toMatchObject({
    usesReferences: true,
    countsPages: true,
  });
  expect(read(`${shown} h2 { counter-increment: page }`)).toMatchObject({
    usesReferences: false,
    countsPages: false,
  });
  expect(read('h1 { content: counter(page) } h2::after { content: "counter(page)" }').usesReferences).toBe(
    false,
  );
});
