/** Functions and filters that a caller adds to a template. */
import { expect, it } from 'vitest';
import {
  type CallerFunction,
  compile,
  parseData,
  RowList,
  TemplateRuntimeError,
} from '../../../src/twig/index.ts';

const withFilter = (own: CallerFunction) => ({ filters: { own } });
const withFunction = (own: CallerFunction) => ({ functions: { own } });
const seenBy = (source: string, data: unknown = {}) => {
  let seen: unknown[] = [];
  const see = (...values: unknown[]) => {
    seen = values;
  };
  compile(source, { ...withFunction(see) }).render(data);
  return seen;
};

function failure(run: () => unknown): TemplateRuntimeError {
  try {
    run();
  } catch (error) {
    if (error instanceof TemplateRuntimeError) return error;
    throw error;
  }
  throw new Error('did not fail');
}

it('calls filters with the filtered value first, and functions, also in partials and macros', () => {
  const template = compile(
    "{% import 'm' as m %}{{ 2|times(3) }} {{ greet('Ada') }} {% include 'p' %} {{ m.show(4) }}",
    {
      partials: {
        p: '{% apply times(2) %}21{% endapply %}',
        m: '{% macro show(n) %}{{ n|times }}{% endmacro %}',
      },
      filters: { times: (value: number, by = 1) => Number(value) * by },
      functions: { greet: (name: string) => `Hello ${name}` },
    },
  );
  expect(template.render({})).toBe('6 Hello Ada 42 4');
});

it('escapes what they return, and what they make of safe text', () => {
  const bold = withFilter((value: string) => `<b>${value}</b>`);
  expect(compile("{{ '&'|own }}", bold).render({})).toBe('&lt;b&gt;&amp;&lt;/b&gt;');
  expect(compile("{{ '&'|e|own }}", bold).render({})).toBe('&lt;b&gt;&amp;amp;&lt;/b&gt;');
  expect(compile("{{ '&'|own|raw }}", bold).render({})).toBe('<b>&</b>');
  expect(
    compile(
      "{{ own('<') }}",
      withFunction((text: string) => text),
    ).render({}),
  ).toBe('&lt;');
  expect(
    compile("{{ own('<') }}", { ...withFunction((text: string) => text), autoescape: false }).render({}),
  ).toBe('<');
});

it('gives them plain values of JavaScript, as copies', () => {
  expect(seenBy("{{ own('a', 1.5, true, null, [1, [2]], {a: {b: 1}}) }}")).toEqual([
    'a',
    1.5,
    true,
    null,
    [1, [2]],
    { a: { b: 1 } },
  ]);
  expect(seenBy("{{ own('2026-02-03'|date_modify('+1 day'), missing) }}")).toEqual([
    new Date('2026-02-04T00:00:00Z'),
    null,
  ]);
  expect(seenBy('{% set x %}<b>{% endset %}{{ own(x) }}')).toEqual(['<b>']);
  expect(
    seenBy('{{ own(n, m) }}', parseData('{"n": 9007199254740993, "m": {"10": 1, "__proto__": 2}}')),
  ).toEqual([9007199254740993n, JSON.parse('{"10": 1, "__proto__": 2}')]);
  const rows = new RowList({
    file: 'a.csv',
    count: 2,
    read: () => [1, 2].map((value) => ({ value, size: 1 })),
  });
  expect(seenBy('{{ own(rows) }}', { rows })).toEqual([[1, 2]]);
  const data = { list: [{ n: 1 }] };
  const change = withFunction((list: { n: number }[]) => {
    for (const each of list) each.n = 2;
  });
  expect(compile('{{ own(list) }}{{ list.0.n }}', change).render(data)).toBe('1');
  expect(data).toEqual({ list: [{ n: 1 }] });
});

it('takes text, numbers, booleans, dates, lists and objects from them', () => {
  const render = (source: string, result: unknown) =>
    compile(
      source,
      withFunction(() => result),
    ).render({}, { timeZone: 'Europe/Vienna' });
  expect(render('{{ own() is null ? 1 }}', undefined)).toBe('1');
  expect(render("{{ own()|date('Y-m-d H:i') }}", new Date('2026-07-01T10:00:00Z'))).toBe('2026-07-01 12:00');
  expect(render('{% for a in own() %}{{ a.b }},{% endfor %}', [{ b: 1 }, { b: '<' }])).toBe('1,&lt;,');
  expect(render('{{ own().constructor is defined ? 1 : 0 }}', { a: 1 })).toBe('0');
  expect(render('{{ own() }}', 2n ** 60n)).toBe('1152921504606846976');
});

it.each([
  [new Map(), 'returned a Map: only text'],
  [Promise.resolve(1), 'returned a promise'],
  [new Date(Number.NaN), 'A date is out of range.'],
  ['x'.repeat(2_000), 'longer than 1000 characters'],
])('refuses a result that is no value: %o', (result, message) => {
  const template = compile('\n{{ own() }}', { ...withFunction(() => result), limits: { string: 1_000 } });
  const { detail, line } = failure(() => template.render({}));
  expect(detail).toContain(message);
  expect(line).toBe(2);
});

it('fails at the place of the call with what a function throws as the cause', () => {
  const cause = new Error('no rate for XXX');
  const fail = withFilter(() => {
    throw cause;
  });
  const template = compile("{% include 'p' %}", {
    ...fail,
    partials: { p: 'a\n {{ 1|own }}' },
    part: 'letter',
  });
  const error = failure(() => template.render({}));
  expect(error).toMatchObject({ file: 'p', template: 'p', part: 'letter', line: 2, column: 7, cause });
  expect(error.detail).toBe('The filter "own" failed: no rate for XXX');
  expect(failure(() => compile('{{ own(v => v) }}', withFunction(String)).render({})).detail).toContain(
    'takes no arrow',
  );
});

it('belongs to its template alone, and never replaces what Twig has', () => {
  compile('{{ 1|own }}', withFilter(String));
  expect(() => compile('{{ 1|own }}')).toThrow('Unknown filter "own"');
  expect(() => compile('{{ ow() }}', withFunction(String))).toThrow('Did you mean "own"?');
  for (const name of ['upper', 'a b', '1st', 'in', 'not', '']) {
    expect(() => compile('', { filters: { [name]: String } })).toThrow(TypeError);
  }
  for (const name of ['include', 'parent', 'max']) {
    expect(() => compile('', { functions: { [name]: String } })).toThrow(`has a function "${name}" already`);
  }
  expect(() => compile('', { filters: { x: 'upper' as never } })).toThrow('must be a function');
});

it('counts calls and copies towards the limits', () => {
  const many = (source: string) =>
    compile(source, { ...withFunction(() => 1), limits: { steps: 1_000, memory: 10_000 } });
  expect(failure(() => many('{% for i in 1..99 %}{{ own() }}{% endfor %}').render({})).detail).toContain(
    'steps',
  );
  const data = { list: Array.from({ length: 1_000 }, (_, index) => index) };
  expect(failure(() => many('{% for i in 1..9 %}{{ own(list) }}{% endfor %}').render(data)).detail).toContain(
    'memory',
  );
});

it('is called anew each time by an arrow over rows', () => {
  let calls = 0;
  const next = withFunction(() => ++calls);
  const rows = new RowList({
    file: 'a.csv',
    count: 2,
    read: () => [1, 2].map((value) => ({ value, size: 1 })),
  });
  expect(compile('{% for n in rows|map(r => own()) %}{{ n }}{% endfor %}', next).render({ rows })).toBe('12');
});
