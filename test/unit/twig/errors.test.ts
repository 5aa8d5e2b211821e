import { describe, expect, it } from 'vitest';
import { compile, TemplateRuntimeError, TemplateSyntaxError } from '../../../src/twig/index.ts';
import { partials, runtimeErrors, syntaxErrors, unclosed } from '../../support/twig/malformed-cases.ts';

function failure(
  template: string,
  options = {},
  data: unknown = {},
): TemplateSyntaxError | TemplateRuntimeError {
  try {
    compile(template, options).render(data);
  } catch (error) {
    if (error instanceof TemplateSyntaxError || error instanceof TemplateRuntimeError) return error;
    throw error;
  }
  throw new Error(`accepted: ${template}`);
}

describe('a syntax error', () => {
  const lines: [string, number, number][] = [
    ['a\n{{ nope( }}', 2, 8],
    ['a\r\nb\r\n{{ x|uper }}', 3, 6],
    ['a\rb\r{{ x|uper }}', 3, 6],
    ['{% if a %}\n\n', 1, 4],
    ['\n{% for a in b %}\n{% if c %}\n{% endif %}\n', 2, 4],
    ['\n\n{{ (1 + \n2 }}', 3, 4],
    ['a\n{# never closed\n\n', 2, 1],
    ['a\n{% verbatim %}\n\n', 2, 1],
    ['a\n{{ "text }}\n', 2, 4],
    ['{% if a %}\n{% endfor %}', 2, 4],
    ['{{ a\n\n is nope }}', 3, 2],
    ['x\n{% block a %}{% endblock %}\n{% block a %}{% endblock %}', 3, 10],
    ['{{ a }}\n{{ a b }}', 2, 6],
    ['{{ 1|number_format(foo=1) }}', 1, 24],
    ['{{ 1|number_format(\n2,\nfoo=1) }}', 3, 5],
    ["{{ 'abc }} x {{ 'y' }}", 1, 4],
    ["\n{{ a matches '/(/' }}", 2, 6],
  ];
  for (const [template, line, column] of lines) {
    it(`has a line and a column in ${JSON.stringify(template)}`, () => {
      const error = failure(template);
      expect(error).toBeInstanceOf(TemplateSyntaxError);
      expect([error.line, error.column]).toEqual([line, column]);
    });
  }

  it.each([
    ['{{ html|inline_css }}', /inline_css"\. It is not available: .*<style>/],
    ['{{ html|html_to_markdown }}', /html_to_markdown"\. It is not available/],
    ['{{ form_row(a) }}', /form_row"\. It is not available: there are no forms/],
    ['{{ dump(a) }}', /dump"\. It is not available: .*json_encode/],
    ['{{ a|uper }}', /Did you mean "upper"\?/],
  ])('says why a name of Twig is not available, and what replaces it: %s', (template, detail) => {
    expect(failure(template).detail).toMatch(detail);
  });

  it.each([
    ['{{ a && b }}', 'Unexpected character "&". Twig writes "and".'],
    ['{{ a || b }}', 'Unexpected punctuation "|" (name expected). Twig writes "or".'],
    ['{{ !a }}', 'Unexpected character "!". Twig writes "not".'],
    ['{{ a->b }}', 'Unexpected operator ">". Twig reads entries with a dot: "customer.name".'],
    ['{{ $x }}', 'Unexpected character "$". Variables have no "$" in Twig.'],
    ['{{ 1,5 }}', /Numbers are written with a dot: 1\.5\.$/],
    ['{{ a }', 'Unexpected "}". A print statement ends with "}}".'],
    ["{{ 'a }} {{ 'b' }}", 'Unclosed "\'": the text goes on beyond the end of the tag.'],
    [
      '{% macro row(a) %}{% endmacro %}{{ row(1) }}',
      /A macro of this template is called "_self\.row\(…\)"\.$/,
    ],
    ['{% block a %}{% endblock %}\n{% block a %}{% endblock %}', /defined twice: first on line 1\.$/],
    ["{% extends 'p' %}text", /Put it into a \{% block %\}\.$/],
    ['{% fo i in items %}{% endfor %}', 'Unknown "fo" tag. Did you mean "for"?'],
    [
      '{{ a|currency }}',
      'Unknown filter "currency". Did you mean "format_currency", "currency_name" or "currency_symbol"?',
    ],
  ])('suggests valid Twig: %s', (template, detail) => {
    const error = failure(template, { partials: { p: '' } }).detail;
    if (typeof detail === 'string') expect(error).toBe(detail);
    else expect(error).toMatch(detail);
  });

  it.each([
    ['{{ items|count }}', 'Unknown filter "count". Twig writes "items|length".'],
    ['{{ items|sum }}', 'Unknown filter "sum". Twig writes "items|reduce((sum, each) => sum + each)".'],
    ['{{ a|truncate(5) }}', 'Unknown filter "truncate". Twig writes "text|u.truncate(40, \'…\')".'],
    ["{{ a|localizeddate('short') }}", /"date\|format_date\('long', locale: 'de'\)"/],
    ["{{ a|localizedcurrency('EUR') }}", /"amount\|format_currency\('EUR', locale: 'de'\)"/],
    ['{{ a|money }}', /format_currency/],
    ['{{ a|int }}', /round\(0, 'floor'\)/],
    ['{{ a|float }}', /"text \+ 0"/],
    ["{{ 'Total'|t }}", 'Unknown filter "t". Twig writes "\'Invoice\'|trans".'],
    ['{% trans %}Total{% endtrans %}', /Twig writes "\{\{ 'Invoice'\|trans \}\}"\.$/],
    ['{{ number_format(5, 2) }}', 'Unknown function "number_format". It is a filter: "value|number_format".'],
    ["{{ upper('a') }}", 'Unknown function "upper". It is a filter: "value|upper".'],
    ['{{ a|range(5) }}', 'Unknown filter "range". It is a function: "range(…)".'],
    ['{{ empty(a) }}', 'Unknown function "empty". It is a test: "value is empty".'],
    ['{{ now() }}', 'Unknown function "now". Twig writes "date()".'],
    ['{{ count(items) }}', /"items\|length"/],
    ["{{ absolute_url('/a') }}", /there are no routes; pass the address as data/],
    ["{% if is_granted('x') %}{% endif %}", /there are no users/],
    ['{{ a is array }}', /"is iterable, or is sequence, is mapping"/],
    ['{{ a is numeric }}', /"is number"/],
    ['{% spaceless %}a{% endspaceless %}', /"\{% apply spaceless %\}…\{% endapply %\}"/],
    ['{% filter upper %}a{% endfilter %}', /"\{% apply upper %\}…\{% endapply %\}"/],
    ['{% for a in b %}{% break %}{% endfor %}', /shorten it with "\|slice\(0, 5\)"/],
    ['{% for a in b %}{% continue %}{% endfor %}', /items\|filter\(item => …\)/],
    ['{% if a eq 5 %}{% endif %}', 'Unexpected name "eq" (end of tag expected). Twig writes "==".'],
    ['{% if a lte 5 %}{% endif %}', /Twig writes "<="\./],
  ])('knows words of older versions, of extensions and of other languages: %s', (template, detail) => {
    const error = failure(template).detail;
    if (typeof detail === 'string') expect(error).toBe(detail);
    else expect(error).toMatch(detail);
  });

  it('says nothing of filters about a variable that has the name of one', () => {
    expect(failure('{{ url }}', { strict: true }).detail).toBe('Variable "url" does not exist.');
  });

  it('has the same line as in PHP', () => {
    const lines = syntaxErrors.map(([template]) => [template, failure(template, { partials }).line]);
    expect(lines).toEqual(syntaxErrors);
  });

  it('is thrown at compile time', () => {
    for (const [template] of [...syntaxErrors, ...unclosed]) {
      expect(() => compile(template, { partials }), template).toThrow(TemplateSyntaxError);
    }
  });

  it('of an unclosed construct has the line that opens it', () => {
    const lines = unclosed.map(([template]) => [template, failure(template, { partials }).line]);
    expect(lines).toEqual(unclosed);
  });

  it('has a message, part and detail for the API', () => {
    const error = failure('\n{{ x|uper }}', { part: 'header' });
    expect(error.message).toBe(
      'Twig error in the header, line 2: Unknown filter "uper". Did you mean "upper"?',
    );
    expect(error.part).toBe('header');
    expect(error.template).toBeNull();
    expect(error.detail).toBe('Unknown filter "uper". Did you mean "upper"?');
  });

  it('suggests functions, tests, tags and partials', () => {
    expect(failure('{{ rnage(1, 2) }}').detail).toContain('"range"');
    expect(failure('{{ 1 is evn }}').detail).toContain('"even"');
    expect(failure('{% iff a %}').detail).toContain('"if"');
    expect(failure('{% include "haeder" %}', { partials: { header: '' } }).detail).toContain('"header"');
  });

  it('in a partial is thrown at compile time and names the partial', () => {
    const error = failure('{% if false %}{% include "row" %}{% endif %}', { partials: { row: 'a\n{{ b' } });
    expect(error).toBeInstanceOf(TemplateSyntaxError);
    expect([error.template, error.line]).toEqual(['row', 2]);
    expect(error.message).toBe(
      'Twig error in the template (partial "row"), line 2: Unclosed "{{": there is no "}}" for it.',
    );
  });
});

describe('a runtime error', () => {
  it('has a line', () => {
    for (const template of [
      'a\n{{ 1 / n }}',
      'a\n{% for i in 1..2 %}{{ i % n }}{% endfor %}',
      'a\n{% set x = [1]|map(v => v // n) %}',
    ]) {
      const error = failure(template, {}, { n: 0 });
      expect(error).toBeInstanceOf(TemplateRuntimeError);
      expect(error.line).toBe(2);
    }
    expect(failure('\n\n{{ "garbage"|date }}').line).toBe(3);
    expect(failure('\n{{ _self.nope() }}').line).toBe(2);
  });

  it('has the same line as in PHP', () => {
    const lines = runtimeErrors.map(([template]) => [template, failure(template, { partials }).line]);
    expect(lines).toEqual(runtimeErrors);
  });

  it('in a partial names the partial', () => {
    const error = failure('x{% include "row" %}', { partials: { row: '\n\n{{ 1 / 0 }}' } });
    expect([error.template, error.line]).toEqual(['row', 3]);
    const back = failure('{% include "row" %}\n{{ 1 / 0 }}', { partials: { row: 'a\n\n\nb' } });
    expect([back.template, back.line]).toEqual([null, 2]);
  });
});

describe('strict mode', () => {
  const strict = { strict: true };
  it('rejects undefined variables and entries', () => {
    expect(failure('a\n{{ nope }}', strict).message).toBe(
      'Twig error in the template, line 2: Variable "nope" does not exist.',
    );
    expect(failure('{{ user.nope }}', strict, { user: {} }).detail).toContain('"nope"');
    expect(failure('{{ user.a.b }}', strict, { user: { a: null } }).detail).toContain('"b"');
  });

  it.each([
    ['{{ custmer }}', 'Variable "custmer" does not exist. Did you mean "customer"?'],
    ['{{ customer.nmae }}', 'There is no entry "nmae": there are "name", "city". Did you mean "name"?'],
    ['{{ items[7] }}', 'There is no entry "7": the sequence has 3 items, 0 to 2.'],
    ['{{ empty.x }}', 'There is no entry "x": there are none.'],
    ['{{ title.value }}', '"value" is read from the text "Hello", which has no entries.'],
    ['{{ count.value }}', '"value" is read from the number 5, which has no entries.'],
    [
      '{% macro row() %}{% endmacro %}{{ _self.rwo() }}',
      'Macro "rwo" is not defined in this template. Did you mean "row"?',
    ],
  ])('describes what exists instead: %s', (template, detail) => {
    const data = {
      customer: { name: 'Ann', city: 'x' },
      items: [1, 2, 3],
      title: 'Hello',
      count: 5,
      empty: {},
    };
    expect(failure(template, strict, data).detail).toBe(detail);
  });

  it('names only a few of many keys', () => {
    const data = { map: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`key${i}`, i])) };
    const { detail } = failure('{{ map.kye3 }}', strict, data);
    expect(detail).toContain('"key0", "key1"');
    expect(detail).toContain('… (20000)');
    expect(detail.length).toBeLessThan(400);
  });

  it('allows tests for undefined values', () => {
    const ask =
      '{{ nope ?? 1 }}{{ a.b.c|default(2) }}{{ nope is defined ? 3 : 4 }}{{ user.nope ?? 5 }}{{ user?.name }}';
    expect(compile(ask, strict).render({ user: { name: 'Ann' } })).toBe('1245Ann');
  });
});

describe('the list of variables', () => {
  it('has paths, items and the variables of partials', () => {
    const template = compile(
      '{{ customer.name }}{% for i in items %}{{ i.price * i.qty }}{{ loop.index }}{% endfor %}{% set x = 1 %}{{ x }}{% include "p" %}',
      { partials: { p: '{{ footer }}' } },
    );
    expect(template.variables).toEqual(['customer.name', 'items[].price', 'items[].qty', 'footer']);
  });
  it('follows arrows, set and with', () => {
    const template = compile(
      '{{ rows|map(r => r.a)|join }}{% set c = customer %}{{ c.id }}{% with {k: order.no} %}{{ k }}{% endwith %}',
    );
    expect(template.variables).toEqual(['rows[].a', 'customer.id', 'order.no']);
  });
});

describe('the names that data must have', () => {
  const required = (source: string) => compile(source).requiredNames;

  it.each([
    '{{ a|default("x") }}{{ a.b[c ?? 0]|default }}',
    '{{ a ?? b ?? "x" }}',
    '{{ a is defined ? a.b : "" }}{{ a is not defined ? "" : a }}',
    '{% if a is defined and a.b %}{{ a.c }}{% endif %}',
    '{% if a is not defined or a == 1 %}none{% else %}{{ a }}{% endif %}',
    '{% if not (a.b is defined) %}none{% elseif a.b %}{{ a.b }}{% endif %}',
    '{% if a|default %}{{ a }}{% endif %}{% if b ?? false %}{{ b }}{% endif %}',
    '{% set a = a|default("x") %}{{ a }}{{ a|upper }}',
    '{% for each in list|default([]) %}{{ each.name }}{% endfor %}',
    '{% if a is defined %}{% block x %}{{ a }}{% endblock %}{% endif %}',
    '{{ a?.b ?? 1 }}',
  ])('are none in %s', (source) => {
    expect(required(source)).toEqual([]);
  });

  it.each([
    ['{{ a|default("x") }}{{ a }}', ['a']],
    ['{{ a|upper|default("x") }}', ['a']],
    ['{{ a ?: "x" }}', ['a']],
    ['{{ a[b] ?? "x" }}', ['b']],
    ['{% if a is defined or b %}{{ a }}{% endif %}', ['b', 'a']],
    ['{% if a is defined %}{{ b }}{% else %}{{ a }}{% endif %}', ['b', 'a']],
    ['{% if a|default("x") %}{{ a }}{% endif %}', ['a']],
    ['{% for a in list %}{{ a.name ?? "" }}{% endfor %}', ['list']],
    ['{{ a?.b }}', ['a']],
  ])('are those that %s reads without a default or test', (source, names) => {
    expect(required(source)).toEqual(names);
  });

  it('do not change the list of variables', () => {
    const template = compile('{% if a.b is defined %}{{ c ?? 1 }}{% endif %}{{ d.e|default }}');
    expect(template.variables).toEqual(['a.b', 'c', 'd.e']);
  });
});

describe('options', () => {
  it('autoescape: false turns escaping off, for text that is not HTML', () => {
    expect(compile('{{ a }}', { autoescape: false }).render({ a: 'R&D' })).toBe('R&D');
  });
  it('now sets the clock of a render', () => {
    expect(compile('{{ "now"|date("Y-m-d") }}').render({}, { now: new Date('2020-02-03T04:05:06Z') })).toBe(
      '2020-02-03',
    );
  });
});

describe('syntax of other languages gets a hint', () => {
  it.each([
    ['{% if a %}{% elif b %}{% endif %}', 'Unknown "elif" tag. Twig writes "elseif".'],
    ['{% if a %}{% else if b %}{% endif %}', 'Unexpected "if" behind "else". Twig writes "elseif".'],
    ['{% foreach items as item %}', 'Unknown "foreach" tag. Twig writes "{% for item in items %}".'],
    ['{% assign a = 1 %}', 'Unknown "assign" tag. Twig writes "{% set name = value %}".'],
    ['{{ "a" . "b" }}', 'Unexpected text behind a dot. Twig joins texts with "~".'],
    [
      '{% set a += 1 %}',
      'Unexpected operator "+" (end of tag expected). Twig writes "{% set total = total + 1 %}".',
    ],
    ['{{ a += 1 }}', 'Unexpected operator "=". Twig writes "{% set total = total + 1 %}".'],
    ['{% if a', 'Unclosed "{%": there is no "%}" for it.'],
  ])('%s', (template, detail) => {
    expect(failure(template).detail).toBe(detail);
  });
});
