/** The filter `markdown_to_html`: what it adds to its Markdown library, which has the examples of CommonMark as its tests. */
import { expect, it } from 'vitest';
import { compile } from '../../../../src/twig/index.ts';

const render = (v: string) => compile('{{ v|markdown_to_html }}').render({ v });

it.each([
  ['<b>*x*</b>', '<p>&lt;b&gt;<em>x</em>&lt;/b&gt;</p>\n'],
  ['~~a~~  \nb', '<p><del>a</del><br />\nb</p>\n'],
  ['| a |\n|---|\n| b |', '<td>b</td>'],
  ['- a\n\n  b\n- c', '<li>\n<p>a</p>\n<p>b</p>\n</li>'],
  ['[a](https://example.com) [b](/c?d=e:f) [g](tel:1)', '<a href="/c?d=e:f">b</a> <a href="tel:1">g</a>'],
  ['<https://example.com>', '<a href="https://example.com">https://example.com</a>'],
])('%j becomes %s', (text, html) => {
  expect(render(text)).toContain(html);
});

it.each([
  '[a](javascript:alert(1))',
  '[a](JAVA&#115;CRIPT:alert(1))',
  '[a](<\tjavascript:alert(1)>)',
  '![a](data:image/svg+xml,x)',
  '[a](vbscript:x)',
  '<file:///etc/passwd>',
])('makes no link of %j', (text) => {
  expect(render(text)).not.toMatch(/<(?:a|img)/);
});
