import { describe, expect, it } from 'vitest';
import { compile, TemplateRuntimeError, TemplateSyntaxError } from '../../../src/core/twig/index.ts';

const many = (text: string, times: number) => text.repeat(times);

/** Each is refused, and soon. */
const bombs: Record<string, string> = {
  'nested loops':
    '{% for a in 1..1000 %}{% for b in 1..1000 %}{% for c in 1..1000 %}{% endfor %}{% endfor %}{% endfor %}',
  'a loop that prints': '{% for a in 1..100000 %}{% for b in 1..1000 %}{{ a }}{% endfor %}{% endfor %}',
  'a long range': '{{ (1..1000000000)|length }}',
  'a range with a tiny step': '{{ range(0, 1, 0.000000001)|length }}',
  'a text that doubles': `{% set s = 'x' %}{% for i in 1..100 %}{% set s = s ~ s %}{% endfor %}{{ s|length }}`,
  'a list that doubles':
    '{% set l = [1] %}{% for i in 1..100 %}{% set l = l|merge(l) %}{% endfor %}{{ l|length }}',
  'a list by spread':
    '{% set l = [1] %}{% for i in 1..100 %}{% set l = [...l, ...l] %}{% endfor %}{{ l|length }}',
  'captured text that doubles':
    '{% set s = "xx" %}{% for i in 1..100 %}{% set s %}{{ s }}{{ s }}{% endset %}{% endfor %}{{ s|length }}',
  'a macro that calls itself': '{% macro m() %}{{ _self.m() }}{% endmacro %}{{ _self.m() }}',
  'a macro that calls itself twice':
    '{% macro m(n) %}{% if n > 0 %}{{ _self.m(n - 1) }}{{ _self.m(n - 1) }}{% endif %}{% endmacro %}{{ _self.m(60) }}',
  'a block in itself': '{% block a %}{{ block("a") }}{% endblock %}',
  'a partial in itself': '{% include "loop" %}',
  'partials in a ring': '{% extends "ring1" %}',
  'a wide format': '{{ "%999999999s"|format("x") }}',
  'many wide formats': `{{ "${many('%99999s', 200)}"|format(${many("'x',", 200)}) }}`,
  'a repeated text': '{{ "x"|u.repeat(1000000000) }}',
  padding: '{{ "x"|u.padEnd(1000000000) }}',
  'a batch that is filled': '{{ [1]|batch(1000000000, "x")|length }}',
  'number_format in a loop':
    '{% for i in 1..100000 %}{% for j in 1..100 %}{{ 1.5|number_format(90)|length }}{% endfor %}{% endfor %}',
  'replace that grows':
    '{% set s = "aaaaaaaaaa" %}{% for i in 1..20 %}{% set s = s|replace({"a": "aaaaaaaaaa"}) %}{% endfor %}{{ s|length }}',
  'join that grows':
    '{% set s = "x" %}{% for i in 1..30 %}{% set s = [s, s, s, s]|join(s) %}{% endfor %}{{ s|length }}',
  'json of json':
    '{% set s = "\\"" %}{% for i in 1..60 %}{% set s = s|json_encode %}{% endfor %}{{ s|length }}',
  'escape of escape': '{% set s = "&" %}{% for i in 1..100000 %}{% set s = s|e %}{% endfor %}{{ s|length }}',
  'sort by arrow': '{{ (1..100000)|sort((a, b) => (1..1000)|length)|length }}',
  'reduce that grows': '{{ (1..100000)|reduce((c, v) => c ~ c, "x")|length }}',
  'map in map': '{{ (1..1000)|map(a => (1..1000)|map(b => (1..1000)|map(c => c)))|length }}',
  'arrows that call one another': '{% set f = (g, n) => g|invoke(g, n + 1) %}{{ f|invoke(f, 0) }}',
  'dates in a loop':
    '{% for i in 1..1000 %}{% for j in 1..1000 %}{{ "first monday of january 2024"|date("Y-m-d", "Europe/Paris")|length }}{% endfor %}{% endfor %}',
  'formats in a loop':
    '{% for i in 1..100000 %}{{ i|format_currency("EUR", locale="fr")|length }}{{ "now"|format_datetime("full", "full", locale="de")|length }}{% endfor %}',
  'a pattern in a loop': `{% set s = "${many('a', 1000)}" %}{% for i in 1..100000 %}{{ s matches '/^(a+)+$/' }}{{ s matches '/(a*)*b/' }}{% endfor %}`,
  'a pattern over a long text': `{% set s = (1..100000)|join %}{% for i in 1..1000 %}{{ s matches '/(x+x+)+y|(.*)(.*)(.*)(.*)z/' ? '' }}{% endfor %}`,
  'striptags in a loop':
    '{% set s = (1..100000)|join("<") %}{% for i in 1..100000 %}{{ s|striptags|length }}{% endfor %}',
  'title in a loop':
    '{% set s = (1..100000)|join(" a") %}{% for i in 1..100000 %}{{ s|title|length }}{% endfor %}',
  'slug in a loop':
    '{% set s = (1..100000)|join(" é") %}{% for i in 1..100000 %}{{ s|slug|length }}{% endfor %}',
  'markdown in a loop':
    '{% set s = (1..100000)|join("*_`[") %}{% for i in 1..100000 %}{{ s|markdown_to_html|length }}{% endfor %}',
  'wordwrap in a loop':
    '{% set s = (1..100000)|join(" ") %}{% for i in 1..100000 %}{{ s|u.wordwrap(10).length }}{% endfor %}',
  'u.truncate in a loop':
    '{% set s = (1..100000)|join(" ") %}{% for i in 1..100000 %}{{ s|u.truncate(9, "", false) }}{% endfor %}',
  'in over a long list': '{% set l = 1..100000 %}{% for i in l %}{{ -1 in l }}{% endfor %}',
  'equality of long lists':
    '{% set l = 1..100000 %}{% set m = l|map(v => v) %}{% for i in l %}{{ l == m }}{% endfor %}',
  'max of a long list': '{% set l = 1..100000 %}{% for i in l %}{{ max(l) }}{% endfor %}',
  'context copies': `{% set c = {} %}{% for i in 1..1000 %}{% set c = c|merge({('k' ~ i): i}) %}{% endfor %}{% for i in 1..100000 %}{% with c %}{% endwith %}{{ _context|length }}{% endfor %}`,
  'huge powers':
    '{% for i in 1..100000 %}{% for j in 1..1000 %}{{ (9 ** 9 ** 9)|length }}{% endfor %}{% endfor %}',
  'nested data by loop':
    '{% set a = [] %}{% for i in 1..100000 %}{% set a = [a] %}{% endfor %}{{ a|json_encode }}',
  'nested data compared':
    '{% set a = [] %}{% set b = [] %}{% for i in 1..50000 %}{% set a = [a] %}{% set b = [b] %}{% endfor %}{{ a == b }}{{ a|url_encode }}',
  'shared data that unfolds':
    '{% set a = [1, 1] %}{% for i in 1..40 %}{% set a = [a, a] %}{% endfor %}{{ a|json_encode|length }}',
  'shared data compared':
    '{% set a = [1, 1] %}{% set b = [1, 1] %}{% for i in 1..60 %}{% set a = [a, a] %}{% set b = [b, b] %}{% endfor %}{{ a == b }}',
  'shared data is the same':
    '{% set a = [1, 1] %}{% set b = [1, 1] %}{% for i in 1..60 %}{% set a = [a, a] %}{% set b = [b, b] %}{% endfor %}{{ a is same as(b) }}',
  'shared data in an address':
    '{% set a = [1, 1] %}{% for i in 1..40 %}{% set a = [a, a] %}{% endfor %}{{ {q: a}|url_encode|length }}',
};

const partials = {
  loop: 'x{% include "loop" %}',
  ring1: '{% extends "ring2" %}',
  ring2: '{% extends "ring1" %}',
};

describe('a template that asks for too much is refused', () => {
  for (const [name, template] of Object.entries(bombs)) {
    it(name, () => {
      const started = performance.now();
      expect(() => compile(template, { partials }).render({})).toThrow(TemplateRuntimeError);
      // Two seconds alone; tests share the machine.
      expect(performance.now() - started).toBeLessThan(4_000);
    });
  }

  it('names the bound and the line', () => {
    expect(() => compile('a\n{{ (1..1000000000)|length }}').render({})).toThrow(
      /line 2: .*100000 \(range bound\)/,
    );
    expect(() =>
      compile('\n\n{% macro m() %}{{ _self.m() }}{% endmacro %}{{ _self.m() }}').render({}),
    ).toThrow(/line 3: .*200 deep/);
  });

  it('counts the output in bytes', () => {
    const template = compile('{% for i in 1..10 %}éééé{% endfor %}', { limits: { output: 60 } });
    expect(() => template.render({})).toThrow(/larger than 60 bytes/);
    expect(
      compile('{% for i in 1..5 %}éééé{% endfor %}', { limits: { output: 60 } }).render({}),
    ).toHaveLength(20);
  });
});

const malformed: Record<string, string> = {
  'open brackets': `{{ ${many('(', 200_000)}`,
  'balanced brackets': `{{ ${many('(', 5_000)}1${many(')', 5_000)} }}`,
  'nested lists': `{{ ${many('[', 5_000)}${many(']', 5_000)} }}`,
  'nested mappings': `{{ ${many('{a:', 5_000)}1${many('}', 5_000)} }}`,
  'nested tags': `${many('{% if a %}', 20_000)}${many('{% endif %}', 20_000)}`,
  'a chain of sums': `{{ ${many('1+', 100_000)}1 }}`,
  'a chain of filters': `{{ 1${many('|e', 100_000)} }}`,
  'a chain of attributes': `{{ a${many('.b', 100_000)} }}`,
  'a chain of signs': `{{ ${many('- ', 100_000)}1 }}`,
  'a chain of nots': `{{ ${many('not ', 100_000)}1 }}`,
  'a chain of powers': `{{ ${many('2**', 50_000)}2 }}`,
  'a chain of ternaries': `{{ ${many('a?b:', 50_000)}c }}`,
  'nested strings': `{{ ${many('"#{', 20_000)}1${many('}"', 20_000)} }}`,
  'open strings': `{{ ${many('"a', 100_001)}`,
  'long blanks': `{{ a ${many(' ', 400_000)}`,
  'not and blanks': `{{ ${many(`not${many(' ', 100)}`, 3_000)}`,
  'a pattern that explodes': "{{ a matches '/((((a{0,999}){999}){999}){999})/' }}",
  'empty groups that explode': "{{ a matches '/((((){999}){999}){999}){999}/' }}",
};

describe('a malformed template is refused in linear time', () => {
  for (const [name, template] of Object.entries(malformed)) {
    it(name, () => {
      const started = performance.now();
      expect(() => compile(template)).toThrow(TemplateSyntaxError);
      expect(performance.now() - started).toBeLessThan(2_000);
    });
  }

  it('and a large one compiles', () => {
    const text = many('<tr>{% if a.b %}{{ a.b|upper ~ "x" }}{% endif %}</tr>\n', 10_000);
    const started = performance.now();
    expect(compile(text).render({ a: { b: 'c' } })).toHaveLength(10_000 * 12);
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(compile(`{{ ${many("'a' ~ ", 20_000)}'b' }}`).render({})).toHaveLength(20_001);
  });
});
