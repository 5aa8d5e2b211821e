import { expect, it } from 'vitest';
import { filenamePattern } from '../../../../src/contract/documents.ts';
import { rowFilename } from '../../../../src/server/jobs/row-filename.ts';

it.each([
  [undefined, {}, '7.pdf'],
  ['{{row_number}}-{{ customer.name }}.pdf', { customer: { name: 'Ada' } }, '7-Ada.pdf'],
  ['{{ items.0.id }}.pdf', { items: [{ id: 12 }] }, '12.pdf'],
  ['{{ name }}.pdf', { name: 'Jürgen Müller & Söhne' }, 'Jurgen-Muller-Sohne.pdf'],
  ['{{ name }}.pdf', { name: '../../etc/passwd' }, 'row-7.pdf'],
  ['x{{ name }}.pdf', { name: '../a\u0000b' }, 'x..-a-b.pdf'],
  ['{{ name }}.pdf', {}, 'row-7.pdf'],
  ['a{{ name }}.pdf', { name: { first: 'x' } }, 'a.pdf'],
  ['{{ constructor.name }}.pdf', {}, 'row-7.pdf'],
  ['{{ a }}{{ a }}{{ a }}.pdf', { a: 'x'.repeat(400) }, 'row-7.pdf'],
])('%s with %j is %s', (pattern, data, name) => {
  expect(rowFilename(pattern, data, 7)).toBe(name);
  expect(name).toMatch(filenamePattern);
});
