/** Templates that exceed a limit. Each entry is one way to try. */

const many = (text: string, times: number) => text.repeat(times);

/** Each is rejected while it renders. */
export const bombs: Record<string, string> = {
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
  'one value named again and again': `{% set s = (1..90000)|join %}{{ "${many('%1$s', 50000)}"|format(s)|length }}`,
  'random choices from a mapping':
    '{% set m = {a: 1}|merge(1..100000) %}{% for i in 1..100000 %}{{ random(m) }}{% endfor %}',
  'long texts that differ at their ends': `{% set s = (1..100000)|join(" a") %}{% set t = s ~ 'b' %}{% for i in 1..100000 %}{{ s ~ 'c' == t }}{{ s < t }}{% endfor %}`,
  'sorting long texts': `{% set s = (1..100000)|join %}{% set l = (1..1000)|map(v => s ~ v) %}{% for i in 1..100000 %}{{ l|sort|length }}{% endfor %}`,
  'a pattern over a text that grows': `{% set s = (1..100000)|join(" é") %}{% set s = s ~ s ~ s ~ s %}{% for i in 1..100000 %}{{ s matches '/^z/u' }}{% endfor %}`,
  'a macro of many parameters': `{% macro m(${Array.from({ length: 40_000 }, (_, i) => `a${i}`).join(',')}) %}{% endmacro %}{% for i in 1..100000 %}{{ _self.m() }}{% endfor %}`,
  'a macro by many names': `{% macro m(${Array.from({ length: 15_000 }, (_, i) => `a${i}`).join(',')}) %}{% endmacro %}{% for i in 1..100000 %}{{ _self.m(${Array.from({ length: 15_000 }, (_, i) => `a${i}=1`).join(',')}) }}{% endfor %}`,
  'templates that use others twice each': '{% use "v0" %}{{ block("x") }}',
  'a partial that includes itself twice': '{% set n = 150 %}{% include "twice" %}',
  'an embed in itself': '{% include "embed" %}',
  'macros of two templates in a ring': '{% import "import1" as m %}{{ m.f() }}',
  'blocks that call each other twice':
    '{% block a %}{{ block("b") }}{{ block("b") }}{% endblock %}{% block b %}{{ block("a") }}{% endblock %}',
  'a macro in nested tags': `{% macro m() %}${many('{% apply upper %}', 140)}{{ _self.m() }}${many('{% endapply %}', 140)}{% endmacro %}{{ _self.m() }}`,
  'a macro in nested brackets': `{% macro m() %}{{ ${many('[', 140)}_self.m()${many(']', 140)}|length }}{% endmacro %}{{ _self.m() }}`,
  'fifty loops': `${many('{% for a in 1..1000 %}', 50)}${many('{% endfor %}', 50)}`,
  'lists kept': '{% set x = [] %}{% for i in 1..100000 %}{% set x = [x, 1..100000] %}{% endfor %}',
  'split texts kept':
    '{% set s = (1..100000)|join(" ") %}{% set x = [] %}{% for i in 1..100000 %}{% set x = [x, s|split(" ")] %}{% endfor %}',
  'arrow functions kept':
    '{% set x = [] %}{% for i in 1..100000 %}{% for j in 1..100 %}{% set x = [x, a => a] %}{% endfor %}{% endfor %}',
  'merged mappings kept':
    '{% set m = {a: 1}|merge(1..100000) %}{% set x = [] %}{% for i in 1..100000 %}{% set x = [x, m|merge({b: i})] %}{% endfor %}',
  'batches kept':
    '{% set x = [] %}{% for i in 1..100000 %}{% set x = [x, (1..100000)|batch(1)] %}{% endfor %}',
  'apply in apply': `{% set s = 'a' %}{% for i in 1..22 %}{% set s = s ~ s %}{% endfor %}${many('{% apply upper %}', 140)}{{ s }}${many('{% endapply %}', 140)}`,
  'a search that almost matches': `{% set s = 'a' %}{% for i in 1..20 %}{% set s = s ~ s %}{% endfor %}{% set t = (s|slice(0, 500000)) ~ 'b' ~ (s|slice(0, 1000)) %}{% for i in 1..100000 %}{{ t in s }}{% endfor %}`,
  'shared data in an address':
    '{% set a = [1, 1] %}{% for i in 1..40 %}{% set a = [a, a] %}{% endfor %}{{ {q: a}|url_encode|length }}',
};

const repeated = (count: number, text: (index: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${index}`, text(index)]));

export const partials = {
  loop: 'x{% include "loop" %}',
  ring1: '{% extends "ring2" %}',
  ring2: '{% extends "ring1" %}',
  twice:
    '{% if n > 0 %}{% include "twice" with {n: n - 1} %}{% include "twice" with {n: n - 1} %}{% endif %}',
  embed: '{% embed "embed" %}{% endembed %}',
  import1: '{% macro f() %}{% import "import2" as m %}{{ m.f() }}{% endmacro %}',
  import2: '{% macro f() %}{% import "import1" as m %}{{ m.f() }}{% endmacro %}',
  ...repeated(50, (index) =>
    index === 49
      ? '{% block x %}{% endblock %}'
      : `{% use "v${index + 1}" %}{% use "v${index + 1}" %}{% block x %}{{ parent() }}{% endblock %}`,
  ),
};

/** Each is rejected when it is compiled. */
export const malformed: Record<string, string> = {
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
  'open lists': `{{ ${many('[', 400_000)}`,
  'open prints': many('{{', 250_000),
  'open comments': many('{#', 250_000),
  'open verbatims': many('{% verbatim %}', 36_000),
  'open tags': `${many('{% for a in b %}', 30_000)}`,
  'open applies': many('{% apply upper %}', 30_000),
  'open guards': many('{% guard filter nope %}', 20_000),
  'a chain of subscripts': `{{ a${many('[0]', 150_000)} }}`,
  'a chain of elvises': `{{ a${many('?:a', 150_000)} }}`,
  'a chain of coalescences': `{{ a${many('??a', 150_000)} }}`,
  'a chain of arrows': `{{ []|map(${many('x=>', 150_000)}1) }}`,
  'a chain of assignments': `{% do ${many('a=', 200_000)}1 %}`,
  'calls in calls': `{{ ${many('max(', 100_000)}`,
  'tests in tests': `{{ 1${many(' is same as(1', 30_000)}`,
  'many named arguments': `{{ max(${Array.from({ length: 50_000 }, (_, i) => `a${i}=1`).join(',')}) }}`,
  'many parameters': `{% macro m(${Array.from({ length: 50_000 }, (_, i) => `a${i}`).join(',')}, a0) %}{% endmacro %}`,
  'many targets': `{% set ${many('a,', 60_000)}a = 1 %}`,
  'many embeds': many('{% embed "loop" %}{% endembed %}', 15_000),
  'a long pattern': `{{ a matches '/${many('(a?|b)', 50_000)}/' }}`,
  'a deep pattern': `{{ a matches '/${many('(', 200_000)}/' }}`,
  'empty groups that explode': "{{ a matches '/((((){999}){999}){999}){999}/' }}",
};
