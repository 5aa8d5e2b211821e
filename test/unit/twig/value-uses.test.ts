import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/twig/index.ts';

/** `path: uses`, with `!` if the template does not allow for its absence, and the constants that it is compared with. */
const usesOf = (source: string, partials: Record<string, string> = {}) =>
  Object.fromEntries(
    [...compile(source, { partials }).uses].map(([path, { uses, compared, isRequired }]) => [
      path + (isRequired ? '!' : ''),
      [...uses, ...[...compared].map((value) => JSON.stringify(value))].join(' '),
    ]),
  );

describe('the use of a value', () => {
  it.each([
    ['{{ a }}', { 'a!': 'printed' }],
    ['{{ a ~ "x" }}', { 'a!': 'printed' }],
    ['{{ a * 2 }}{{ 3 - b }}{{ -c }}', { 'a!': 'number', 'b!': 'number', 'c!': 'number' }],
    ['{{ a|number_format(2) }}{{ b|format_currency("EUR") }}', { 'a!': 'number', 'b!': 'number' }],
    ['{{ a|upper }}{% if b starts with "x" %}{% endif %}', { 'a!': 'text', 'b!': 'text' }],
    ['{{ a|date("Y") }}', { 'a!': 'date' }],
    ['{% for x in a %}{{ x }}{% endfor %}', { 'a[]!': 'printed', 'a!': 'list' }],
    ['{% for k, x in a %}{{ k }}{{ x.b }}{% endfor %}', { 'a[]!': '', 'a!': 'entries', 'a[].b!': 'printed' }],
    ['{{ a|join(", ") }}', { 'a!': 'list' }],
    ['{% if a %}{% endif %}{{ not b ? 1 : 2 }}', { 'a!': 'tested', 'b!': 'tested' }],
    [
      '{{ a|default("x") }}{{ b|default(0) }}{{ c ?? false }}',
      { a: 'text printed', b: 'number printed', c: 'boolean printed' },
    ],
    ['{% if a == "paid" or a == "open" %}{% endif %}', { 'a!': 'text "paid" "open"' }],
    ['{% if a in ["S", "M"] %}{% endif %}{% if 5 < b %}{% endif %}', { 'a!': '"S" "M"', 'b!': 'number 5' }],
    ['{% if a is odd %}{% endif %}{% if b is empty %}{% endif %}', { 'a!': 'number', 'b!': 'tested' }],
  ])('in %s', (source, uses) => {
    expect(usesOf(source)).toMatchObject(uses);
  });

  it('is found in partials, of the data that they are given', () => {
    const partials = { row: '{{ line.price * line.count }}{{ unit }}' };
    const own = { 'lines[].price!': 'number', 'lines[].count!': 'number' };
    const loop = (tag: string) => `{% for item in lines %}${tag}{% endfor %}`;
    expect(usesOf(loop('{% include "row" with { line: item } %}'), partials)).toMatchObject({
      ...own,
      'unit!': 'printed',
    });
    const closed = usesOf(loop('{% include "row" with { line: item } only %}'), partials);
    expect(closed).toMatchObject(own);
    expect(Object.keys(closed).join()).not.toContain('unit');
    const called = usesOf(loop('{{ include("row", { line: item }, false) }}'), partials);
    expect(called).toMatchObject(own);
    expect(Object.keys(called).join()).not.toMatch(/unit|^line\./);
  });

  it('is found in blocks, which see what the template sets that they are printed by', () => {
    const partials = { base: '{% set total = a + b %}<p>{% block x %}{{ c }}{% endblock %}{{ d }}</p>' };
    const child = (block: string) => `{% extends "base" %}{% block x %}${block}{% endblock %}`;
    expect(Object.keys(usesOf(child('{{ total }}{{ e }}'), partials))).toEqual(['a!', 'b!', 'e!', 'd!']);
    expect(Object.keys(usesOf(child('{{ parent() }}{{ e }}'), partials))).toEqual([
      'a!',
      'b!',
      'c!',
      'e!',
      'd!',
    ]);
  });

  it('ends for partials that include themselves, and for very many', () => {
    expect(usesOf('{% include "a" %}', { a: '{{ x }}{% include "a" %}' })).toEqual({ 'x!': 'printed' });
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, i) => [`p${i}`, `{{ x${i} }}${`{% include "p${i + 1}" %}`.repeat(20)}`]),
    );
    const found = usesOf('{% include "p0" %}', { ...many, p9: '{{ last }}' });
    expect(Object.keys(found)).toContain('last!');
  });
});
