import { expect, it } from 'vitest';
import { rowFilename } from '../../../../src/server/jobs/row-filename.ts';

it.each([
  [undefined, {}, '7.pdf'],
  ['{{row_number}}-{{ customer.name }}.pdf', { customer: { name: 'Ada' } }, '7-Ada.pdf'],
  ['{{ items.0.id }}.pdf', { items: [{ id: 12 }] }, '12.pdf'],
  ['{{ name }}.pdf', { name: 'Jürgen Müller & Söhne' }, 'Jürgen-Müller-Söhne.pdf'],
  ['{{ name }}.pdf', { name: '李小龍' }, '李小龍.pdf'],
  ['{{ name }}.pdf', { name: 'हिन्दी / العربية' }, 'हिन्दी-العربية.pdf'],
  ['{{ name }}.pdf', { name: 'e\u0301' }, '\u00e9.pdf'],
  // Invisible characters could turn the extension around.
  ['{{ name }}.pdf', { name: 'a\u202Efdp.exe' }, 'afdp.exe.pdf'],
  ['{{ name }}.pdf', { name: 'a\ud800b' }, 'a-b.pdf'],
  ['{{ name }}.pdf', { name: `${'x'.repeat(99)}\u{20000}` }, `${'x'.repeat(99)}\u{20000}.pdf`],
  ['{{ name }}.pdf', { name: 'Con' }, 'row-7.pdf'],
  ['{{ name }}', { name: 'a.' }, 'row-7.pdf'],
  // Three bytes each: more than file systems allow.
  ['{{ a }}.pdf', { a: '龍'.repeat(90) }, 'row-7.pdf'],
  ['{{ name }}.pdf', { name: '../../etc/passwd' }, 'row-7.pdf'],
  ['x{{ name }}.pdf', { name: '../a\u0000b' }, 'x..-a-b.pdf'],
  ['{{ name }}.pdf', {}, 'row-7.pdf'],
  ['a{{ name }}.pdf', { name: { first: 'x' } }, 'a.pdf'],
  ['{{ constructor.name }}.pdf', {}, 'row-7.pdf'],
  ['{{ a }}{{ a }}{{ a }}.pdf', { a: 'x'.repeat(400) }, 'row-7.pdf'],
])('%s with %j is %s', (pattern, data, name) => {
  expect(rowFilename(pattern, data, 7)).toBe(name);
});
