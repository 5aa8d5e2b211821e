import { expect, test } from 'vitest';
import { parseContentList } from '../../../../../src/render/paged/margin-boxes/content-list.ts';

const css = (text: string) => ({ kind: 'css', css: text });

test.each<[string, unknown]>([
  [
    '"a" counter(page, lower-roman) " of " counter(pages)',
    [css('"a" counter(pdfapi-page, lower-roman) " of " counter(pdfapi-pages)')],
  ],
  ['counters( page , ".")', [css('counters( pdfapi-page , ".")')]],
  ['counter(chapter)', [css('counter(chapter)')]],
  ['string(title)', [{ kind: 'string', name: 'title', keyword: 'first' }]],
  [
    `"– " string(title , LAST) 'b'`,
    [css('"– "'), { kind: 'string', name: 'title', keyword: 'last' }, css("'b'")],
  ],
  ['element(head, first-except)', [{ kind: 'element', name: 'head', keyword: 'first-except' }]],
  ['url(logo.png) "b" / "the logo"', [css('url(logo.png) "b"')]],
  [
    'open-quote string(a, start) close-quote',
    [css('open-quote'), { kind: 'string', name: 'a', keyword: 'start' }, css('close-quote')],
  ],
  ['attr(class)', []],
  ['none', []],
  ['NORMAL', []],
])('%s is divided', (value, expected) => {
  expect(parseContentList(value)).toEqual(expected);
});

test.each([
  'string()',
  'string(a b)',
  'string(a, middle)',
  'string("a")',
  'element(a,)',
  'leader(".")',
  'words',
  '12px',
  '"a',
  'counter(page',
  '"a" }',
  '',
])('%s is invalid', (value) => {
  expect(parseContentList(value)).toBeUndefined();
});

test('a long value is invalid, however deep its brackets are', () => {
  expect(parseContentList(`counter(${'('.repeat(100_000)}`)).toBeUndefined();
  expect(parseContentList(`counter(${'('.repeat(9_000)}${')'.repeat(9_000)})`)).toBeDefined();
});
