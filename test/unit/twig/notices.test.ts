/** What a render notices, as far as it would be an error of a strict one. */
import { describe, expect, it } from 'vitest';
import { compile, NoticeCollector } from '../../../src/twig/index.ts';

function noticed(source: string, data: object = {}) {
  const notices = new NoticeCollector();
  compile(source).render(data, { notices });
  return notices.found;
}

const details = (source: string, data?: object) =>
  noticed(source, data)?.explained.map(({ detail }) => detail);

describe('undefined names and attributes', () => {
  it.each([
    '{{ a ?? "" }}{{ a.b.c ?? 1 }}',
    '{{ a|default }}{{ a.b|default(1) }}',
    '{{ a is defined }}{{ a.b is not defined }}{{ a is empty }}{{ a is null }}',
    '{% if a %}1{% elseif a.b %}2{% endif %}{% if not a %}3{% endif %}',
    '{% if a and b or c %}{% endif %}{{ a ? a : "" }}{{ a ?: "" }}',
    '{% if a == null %}{% endif %}{% if a|length > 0 %}{% endif %}{% if a|length %}{% endif %}',
    '{% for x in a %}{% else %}none{% endfor %}',
    '{{ n.x ?? "" }}{{ n?.x }}',
  ])('are not noticed in %s', (source) => {
    expect(noticed(source, { n: null })).toBeUndefined();
  });

  it('are noticed once for all that is read of them', () => {
    expect(details('{{ a.b.c }}{{ a }}')).toEqual(['Variable "a" does not exist.']);
    expect(details('{{ n.b.c }}', { n: null })).toEqual(['"b" is read from a null value.']);
    expect(details('{{ list[3].name }}', { list: [1] })).toEqual([
      'There is no entry "3": the sequence has one item, 0.',
    ]);
    expect(details('{% do { b } = o %}', { o: { a: 1 } })).toEqual(['There is no entry "b": there are "a".']);
  });

  it('are counted, however often they are read', () => {
    const source = '{% for i in 1..3000 %}{{ x }}{{ o.y }}{% endfor %}{{ x }}';
    expect(noticed(source, { o: {} })?.explained).toMatchObject([
      { count: 3001, place: { line: 1, column: 26 } },
      { count: 3000 },
    ]);
  });

  it('are explained up to a number', () => {
    const many = Array.from({ length: 100 }, (_, i) => `{{ a${i} }}`).join('');
    const found = noticed(many);
    expect(found?.explained).toHaveLength(20);
    expect(found?.more).toBe(80);
  });
});

describe('text that is no number', () => {
  it('is an error with the same remedy where a number is required', () => {
    const print = (a: string) => () => compile("{{ a|format_currency('EUR') }}").render({ a });
    expect(print('1.234,50')).toThrow('not the text "1.234,50". Write numbers with a point');
    expect(print('viel')).toThrow(/not the text "viel"\.$/);
  });

  it.each([
    ['{{ a * 2 }}', '23,90', 23],
    ['{{ a|round(1) }}', '23,90', 23],
    ['{{ a|number_format(2) }}', '1.234,50', 1.234],
    ['{{ 1 + a }}', '12 km', 12],
    ['{{ a|number_format }}', 'none', 0],
  ])('is noticed in %s', (source, a, read) => {
    expect(details(source, { a })?.[0]).toContain(`The text "${a}" is no number: it was read as ${read}.`);
    expect(() => compile(source, { strict: true }).render({ a })).toThrow('is no number');
  });

  it.each(['23.90', ' 12 ', '1e3', '-5', '', ' '])('is not what PHP reads whole, or nothing: "%s"', (a) => {
    expect(noticed('{{ a|round }}', { a })).toBeUndefined();
  });
});
