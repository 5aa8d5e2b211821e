/** What the studio offers while a template is typed. `‸` is the cursor. */
import { describe, expect, it } from 'vitest';
import { schemaOfText } from '../../../../src/studio/code/schema-tree.ts';
import { twigOptionsAt } from '../../../../src/studio/code/twig-options.ts';
import { completionVocabulary } from '../../../../src/studio/completion-vocabulary.ts';

const data = {
  number: 7,
  customer: { name: 'Ada', address: { city: 'London' } },
  items: [{ title: 'Tea', price: 3.5, tags: ['hot'] }],
  'two-words': 1,
};
const sources = {
  vocabulary: completionVocabulary(),
  schema: schemaOfText(JSON.stringify(data)) ?? {},
  given: schemaOfText(JSON.stringify(data)) ?? {},
  partials: ['row.html', 'foot/terms.html'],
  hasPage: false,
};

function at(marked: string, others: Partial<typeof sources> = {}) {
  const position = marked.indexOf('‸');
  return twigOptionsAt(marked.replace('‸', ''), position, { ...sources, ...others });
}
const labels = (marked: string, others?: Partial<typeof sources>) =>
  at(marked, others)?.options.map(({ label }) => label);
const option = (marked: string, label: string) => at(marked)?.options.find((each) => each.label === label);

describe('variables', () => {
  it('are those of the data, with their types', () => {
    expect(labels('<p>{{ ‸ }}</p>')?.slice(0, 3)).toEqual(['number', 'customer', 'items']);
    expect(option('{{ cu‸', 'items')).toMatchObject({ kind: 'data', detail: 'list of objects' });
    expect(option('{{ ‸ }}', 'number')).toMatchObject({ detail: 'number' });
    expect(labels('{{ ‸ }}')).not.toContain('two-words');
    expect(at('{{ number + it‸ }}')?.from).toBe(12);
  });

  it('have their properties after a dot, also within lists', () => {
    expect(labels('{{ customer.‸ }}')).toEqual(['name', 'address']);
    expect(labels('{{ customer.address.ci‸')).toEqual(['city']);
    expect(labels('{{ items[0].‸ }}')).toEqual(['title', 'price', 'tags']);
    expect(labels("{{ customer['address'].‸ }}")).toEqual(['city']);
    expect(labels('{{ (items|sort((a, b) => a.price)|first).‸ }}')).toEqual(['title', 'price', 'tags']);
    expect(labels('{{ number.‸ }}')).toBeUndefined();
  });

  it.each([
    '{% for item in items %}{{ item.‸ }}{% endfor %}',
    '{% for key, item in items|filter(i => i.price > 3) %}{{ item.‸ }}',
    '{% for each in items %}{% set it = each %}{{ it.‸ }}{% endfor %}',
    '{% set all = items|sort %}{% for each in all %}{{ each.‸ }}{% endfor %}',
    '{{ items|map(i => i.‸) }}',
    '{{ items|filter((i, key) => i.‸) }}',
    '{{ items|reduce((sum, i) => sum + i.‸, 0) }}',
  ])('of loops, assignments and arrow functions have them: %s', (marked) => {
    expect(labels(marked)).toEqual(['title', 'price', 'tags']);
  });

  it('of loops end with the loop', () => {
    expect(labels('{% for item in items %}{{ ‸ }}')).toEqual(expect.arrayContaining(['item', 'loop']));
    expect(labels('{% for item in items %}{{ loop.‸ }}')).toContain('revindex0');
    const after = labels('{% for item in items %}{% endfor %}{{ ‸ }}');
    expect(after).not.toContain('item');
    expect(after).not.toContain('loop');
  });

  it('of the data are unknown to a macro', () => {
    const inside = labels('{% macro row(item, price) %}{{ ‸ }}{% endmacro %}');
    expect(inside).toEqual(expect.arrayContaining(['item', 'price', 'varargs']));
    expect(inside).not.toContain('customer');
    expect(labels('{% macro row(item) %}{% endmacro %}{{ ‸ }}')).toContain('customer');
  });

  it('of pages are offered in headers and footers', () => {
    expect(labels('{{ page.‸ }}', { hasPage: true })).toEqual(
      expect.arrayContaining(['number', 'count', 'side']),
    );
    expect(labels('{{ page.sections.‸ }}', { hasPage: true })).toContain('6');
    expect(labels('{{ ‸ }}', { hasPage: true })).toContain('page');
    expect(labels('{{ ‸ }}')).not.toContain('page');
  });

  it('of imports are macros', () => {
    expect(labels("{% from 'row.html' import cell as one, foot %}{{ ‸ }}")).toEqual(
      expect.arrayContaining(['one', 'foot']),
    );
  });
});

describe('words of Twig', () => {
  it('are those of the engine, where they can be typed', () => {
    expect(option('{{ number|‸ }}', 'number_format')).toMatchObject({ kind: 'filter', isCalled: false });
    expect(option('{{ number|‸ }}', 'replace')).toMatchObject({ kind: 'filter', isCalled: true });
    expect(option('{{ ‸ }}', 'range')).toMatchObject({ kind: 'function' });
    expect(labels('{% if number is ‸ %}')).toEqual(expect.arrayContaining(['defined', 'divisible by']));
    expect(labels('{% if number is not d‸ %}')).toContain('divisible by');
    expect(labels('{% if number ‸ %}')).toEqual(expect.arrayContaining(['is not', 'starts with', 'and']));
    expect(labels('{% apply ‸ %}')).toContain('upper');
  });

  it('include the tags, and first those that end or divide the open one', () => {
    expect(labels('{% ‸ %}')).toEqual(expect.arrayContaining(['for', 'if', 'verbatim', 'include']));
    expect(labels('{% for a in b %}{% if a %}{% ‸ %}')?.slice(0, 3)).toEqual(['elseif', 'else', 'endif']);
    expect(labels('{% for a in b %}{% if a %}{% endif %}{% ‸ %}')?.slice(0, 2)).toEqual(['else', 'endfor']);
    expect(labels('{% set a = 1 %}{% ‸ %}')).not.toContain('endset');
    expect(labels('{% set a %}{% ‸ %}')).toContain('endset');
  });

  it('include the partials', () => {
    expect(labels("{% include '‸' %}")).toEqual(['row.html', 'foot/terms.html']);
    expect(labels("{{ include('ro‸') }}")).toEqual(['row.html', 'foot/terms.html']);
    expect(labels("{% include 'row.html'‸ %}")).toBeUndefined();
  });

  it.each(['<p>‸</p>', "{{ 'te‸xt' }}", '{# ‸ #}', '{% block ‸ %}', '{% set na‸ %}', '{% for it‸ %}'])(
    'are not offered elsewhere: %s',
    (marked) => {
      expect(labels(marked)).toBeUndefined();
    },
  );

  it('are not offered in verbatim text, and again after it', () => {
    expect(labels('{% verbatim %}{{ ‸ }}{% endverbatim %}')).toBeUndefined();
    expect(labels('{% verbatim %}{{ a }}{% endverbatim %}{{ ‸ }}')).toContain('customer');
  });
});

it('an expression that is not finished does not hide what follows it', () => {
  expect(labels('<p>{{ cu‸</p>\n{% for item in items %}')).toContain('customer');
  expect(labels('<p>{{ "open </p>\n{{ customer.‸ }}')).toEqual(['name', 'address']);
  expect(labels('{{ a {{ customer.‸ }}')).toEqual(['name', 'address']);
});
