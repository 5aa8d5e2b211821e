/** File names that are built from data never lead out of their folder. */

import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outputPattern } from '../../../../src/cli/options/output-pattern.ts';

const path = (pattern: string, data = {}, number = 1) => outputPattern(pattern).pathOf(data, number);

it('evaluates Twig with the row and its number, without HTML escaping', () => {
  expect(path('out/{{ number }}.pdf', { number: 7 })).toBe('out/7.pdf');
  expect(path('{{ row_number }}-{{ name|upper }}.pdf', { name: 'a&b' }, 3)).toBe('3-A&B.pdf');
  expect(path('/tmp/x/{{ a.b }}/{{ c[0] }}.pdf', { a: { b: 'B' }, c: ['C'] })).toBe('/tmp/x/B/C.pdf');
  expect(path("../o/{{ date|date('Y/m') }}/x.pdf", { date: '2026-03-01' })).toBe('../o/2026/03/x.pdf');
  expect(path('o/{% if a %}yes{% else %}no{% endif %}.pdf', { a: true })).toBe('o/yes.pdf');
});

it.each([
  ['{{ n }}.pdf', '.'],
  ['inv-{{ n }}.pdf', '.'],
  ['out/inv-{{ n }}.pdf', 'out'],
  ['a/b/{{ n }}/c.pdf', 'a/b'],
  ['/{{ n }}.pdf', '/'],
  ['../{{ n }}.pdf', '..'],
])('the root of %s is %s', (pattern, root) => {
  expect(outputPattern(pattern).root).toBe(root);
});

it('replaces separators and control characters in values with dashes', () => {
  expect(path('out/{{ a }}.pdf', { a: '2026/11\\x\ny\u001b[31m' })).toBe('out/2026-11-x-y-[31m.pdf');
  expect(path('out/{{ a }}.pdf', { a: '../../etc/passwd' })).toBe('out/..-..-etc-passwd.pdf');
  expect(path('out/{{ a.b|join }}.pdf', { a: { b: ['/x', '/y'] } })).toBe('out/-x-y.pdf');
});

it.each([
  ['out/{{ a }}/x.pdf', { a: '..' }, 'leads to another folder'],
  ['out/{{ a }}/x.pdf', { a: '.' }, 'leads to another folder'],
  ['out/{{ a }}/x.pdf', { a: '. .' }, 'leads to another folder'],
  ['out/{{ a }}/../../x.pdf', { a: 'a' }, 'leads to another folder'],
  ["out/{{ a ~ '/../../x' }}.pdf", { a: 'a' }, 'leads to another folder'],
  ["out/{{ '/etc/' ~ a }}.pdf", { a: 'a' }, 'absolute'],
  ['out/{{ a }}/x.pdf', { a: '' }, 'empty part'],
  ['{{ a }}', { a: '' }, 'empty part'],
  ['out/{{ a }}.pdf', { a: '' }, 'without a name'],
  ['out/{{ a }}.pdf', { a: 'x\0y' }, 'NUL'],
  ['out/{{ a }}.pdf', { a: 'CON' }, 'device'],
  ['out/{{ a }}.pdf', { a: 'com1.x' }, 'device'],
  ['out/{{ a }}.pdf', { a: 'é'.repeat(120) }, 'longer than 230 bytes'],
  ['out/{{ b }}.pdf', { a: 'x' }, 'b'],
  ['out/{{ a|date }}.pdf', { a: 'no date' }, 'does not give a valid file name'],
])('rejects %s with %j', (pattern, data, message) => {
  let error: unknown;
  try {
    path(pattern, data);
  } catch (reason) {
    error = reason;
  }
  expect(error).toMatchObject({ code: 'invalid_data', message: expect.stringContaining(message) });
});

it('stays below the root for any data', () => {
  const parts = fc.constantFrom('..', '/', '\\', '.', ' ', 'a', '\0', 'é', '\u2215', '%2e', '~', 'C:');
  const text = fc.oneof(
    fc.array(parts).map((each) => each.join('')),
    fc.string(),
  );
  const pattern = outputPattern('/srv/out/{{ a }}/{{ b }}{{ c }}.pdf');
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      let found: string;
      try {
        found = pattern.pathOf({ a, b, c }, 1);
      } catch (error) {
        expect((error as { code: string }).code).toBe('invalid_data');
        return;
      }
      expect(resolve(found).startsWith('/srv/out/')).toBe(true);
      expect(found).not.toContain('\0');
    }),
    { numRuns: 2000 },
  );
});

describe('a pattern that cannot work is rejected before any row', () => {
  it.each([
    ['out/all.pdf', 'the same file for every row'],
    ['out/{{ 1 + 1 }}.pdf', 'the same file for every row'],
    ['out/{{ number .pdf', '-o:'],
    ['out/{{ number|nofilter }}.pdf', 'nofilter'],
  ])('%s', (pattern, message) => {
    expect(() => outputPattern(pattern)).toThrow(message);
  });
});

it('knows when no two rows can have the same name', () => {
  expect(outputPattern('out/a-{{ row_number }}.pdf').isUnique).toBe(true);
  expect(outputPattern('out/{{row_number}}').isUnique).toBe(true);
  // Value 1 in row 11 and value 11 in row 1 give the same name.
  expect(outputPattern('{{ n }}{{ row_number }}.pdf').isUnique).toBe(false);
  expect(outputPattern('{{ row_number % 2 }}.pdf').isUnique).toBe(false);
});
