/** Template–data pairs for the comparison with PHP: every value with every operator, filter and test. */

export interface Case {
  readonly template: string;
  readonly data?: Record<string, unknown>;
  readonly partials?: Record<string, string>;
}

const data = {
  user: { name: 'Ann', age: 41, tags: ['a', 'b'], address: { city: 'Paris' } },
  rows: [
    { n: 2, name: 'Béa', price: 19.99, on: true },
    { n: 1, name: 'ann', price: 5, on: false },
    { n: 3, name: 'Čen', price: 0.5, on: true },
  ],
  list: [3, 1, 2],
  html: '<b>"x" & \'y\'</b>',
  nothing: null,
};

const values = [
  'null',
  'true',
  'false',
  '0',
  '1',
  '-7',
  '2.5',
  '-0.5',
  '1234.5678',
  '1000000000000',
  "''",
  "'0'",
  "'5'",
  "'1.50'",
  "' 7'",
  "'7 '",
  "'abc'",
  "'Été 9'",
  "'5 apples'",
  '[]',
  '[1, 2]',
  "['b', 'a']",
  "{'x': 1, 'y': 'z'}",
  'html',
];

const binary = [
  '+',
  '-',
  '*',
  '/',
  '//',
  '%',
  '**',
  '~',
  '==',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  '<=>',
  'and',
  'or',
  '??',
  '?:',
  'in',
  'starts with',
  'ends with',
  'b-and',
  'b-or',
  'b-xor',
];

const filters = [
  'abs',
  'round',
  'round(1)',
  "round(0, 'ceil')",
  "round(1, 'floor')",
  'number_format',
  'number_format(2)',
  "number_format(3, ',', '.')",
  'upper',
  'lower',
  'title',
  'capitalize',
  'trim',
  "trim('a')",
  'length',
  'first',
  'last',
  'reverse',
  'keys',
  'join',
  "join(',')",
  "join(', ', ' and ')",
  'json_encode',
  'url_encode',
  'striptags',
  'nl2br',
  'default',
  "default('d')",
  'e',
  "e('js')",
  "e('css')",
  "e('url')",
  "e('html_attr')",
  'raw',
  'slice(1)',
  'slice(0, 1)',
  'slice(-1)',
  "split(',')",
  "split('')",
  "replace({'a': 'x', 'x': 'a'})",
  'sort',
  'merge([9])',
  'batch(2)',
  "format(1, 'a')",
  'spaceless',
];

const tests = [
  'even',
  'odd',
  'empty',
  'null',
  'iterable',
  'defined',
  'same as(1)',
  'divisible by(2)',
  "same as('5')",
];

const dates = [
  '2024-03-05',
  '2024-03-05 14:30:15',
  '2024-03-05T14:30:15Z',
  '2024-03-05T14:30:15+02:00',
  '2024-03-05T14:30:15.250Z',
  '03/05/2024',
  '5 March 2024',
  'March 5, 2024',
  '5 Mar 2024 10:00',
  'Mar 5 2024',
  '05.03.2024',
  '05-03-2024',
  '2024/03/05',
  '@86400',
  '1709649000',
  '20240305',
  '2024-W10-2',
  '2024-065',
  'Tue, 05 Mar 2024 14:30:00 GMT',
  '2024-03-05 2:30pm',
  '2024-03-05 14:30 Europe/Paris',
  '2024-02-29',
  '2023-02-29',
  '1999-12-31 23:59:59',
  '2024-03-05 next month',
  '2024-03-05 +2 weeks',
  '2024-03-05 last friday',
  '2024-03-05 midnight',
  '2024-03-05 noon',
  'first day of january 2024',
  'last day of february 2024',
  'first monday of january 2024',
  'last friday of march 2024',
  'third tuesday of may 2024',
  '2024-03',
  'March 2024',
  '2024-03-05 14:30 +0100',
  '2024-03-05 14:30 EST',
  '5-Mar-2024',
  'nonsense',
  '2024-13-45',
];

const modifiers = [
  '+1 day',
  '-1 day',
  '+1 month',
  '-1 month',
  '+1 year',
  '+2 weeks',
  '+36 hours',
  '-90 minutes',
  '+1 month -1 day',
  'next monday',
  'last monday',
  'monday',
  'sunday',
  'monday this week',
  'sunday this week',
  'monday next week',
  'first day of this month',
  'last day of this month',
  'first day of next month',
  'last day of next month',
  'first monday of next month',
  'last friday of this month',
  'tomorrow',
  'yesterday',
  'midnight',
  'noon',
  '+3 weekdays',
  '-2 weekdays',
  '2 days ago',
  'next year',
  'last week',
  'next week',
  '14:00',
  'tomorrow noon',
  '+1 week 2 days 4 hours 2 seconds',
  'saturday',
  'third friday of january 2025',
  '+1 fortnight',
  'last day of february',
  'this friday',
  'now',
  'today',
];

const formats = [
  'Y-m-d H:i:s',
  'D, d M Y',
  'l jS F Y',
  'N w z t L W o',
  'y n j',
  'A g:i a',
  'h G H',
  'e T P O Z',
  'c',
  'r',
  'U',
  'u v',
  '\\Y\\e\\a\\r Y',
  'B I',
];

const snippets: string[] = [
  ...[
    '{% for r in rows %}{{ loop.index }}:{{ r.name }}{% if not loop.last %}, {% endif %}{% endfor %}',
    '{% for k, v in user %}{{ k }}={{ v is iterable ? v|join("+") : v }};{% else %}none{% endfor %}',
    '{% for r in rows|sort((a, b) => a.n <=> b.n) %}{{ r.n }}{% endfor %}',
    '{% for r in rows|filter(r => r.on) %}{{ loop.index0 }}{{ r.name }}{{ loop.revindex }}{{ loop.first }}{% endfor %}',
    '{% for i in 1..3 %}{% for j in 1..i %}{{ loop.parent.loop.index }}{{ j }} {% endfor %}{% endfor %}',
    '{% for i in range(10, 0, -3) %}{{ i }},{% endfor %}',
    "{% for c in 'a'..'e' %}{{ c }}{% endfor %}",
    '{% set total = 0 %}{% for r in rows %}{% set total = total + r.n * r.price %}{% endfor %}{{ total|number_format(2) }}',
    '{% for r in rows %}{% set inner = r.n %}{% endfor %}[{{ inner }}]',
    '{% set a, b = 1, 2 %}{% set a, b = b, a %}{{ a }}{{ b }}',
    '{% set x %}<i>{{ html }}</i>{% endset %}{{ x }}|{{ x|length }}|{{ x|upper }}|{{ x ~ "" }}',
    '{% macro m(a, b = "d", c) %}{{ a }}-{{ b }}-{{ c }}-{{ varargs|join("+") }}{% endmacro %}{{ _self.m(1) }}|{{ _self.m(1, 2, 3, 4, 5) }}',
    '{% macro m(a) %}<{{ a }}>{% endmacro %}{% import _self as f %}{{ f.m(html) }}{% set s = f.m("q") %}{{ s }}{{ s ~ "!" }}',
    '{% from _self import m as n %}{% macro m(a) %}[{{ a }}]{% endmacro %}{{ n("x") }}',
    '{% block a %}one{% endblock %}{% block b "two " ~ list[0] %}{{ block("a") }}',
    '{% with {q: 1, r: user.name} %}{{ q }}{{ r }}{% endwith %}[{{ q }}]{% with {q: 2} only %}{{ q }}[{{ html }}]{% endwith %}',
    '{% apply upper %}a{{ user.name }}{% endapply %}{% apply lower|title %}ABC DEF{% endapply %}{% apply raw %}<b>{% endapply %}',
    '{% autoescape false %}{{ html }}{% endautoescape %}{% autoescape "js" %}{{ html }}{% endautoescape %}{% autoescape %}{{ html }}{% endautoescape %}',
    '{% verbatim %}{{ x }}{% if %}{% endverbatim %}!',
    '{% if list %}a{% elseif 0 %}b{% else %}c{% endif %}{% if nothing %}a{% elseif html %}b{% endif %}',
    '{% do 1 + 1 %}{{ user["na" ~ "me"] }}{{ attribute(user, "age") }}{{ user.address.city }}{{ rows.1.name }}{{ rows[2]["n"] }}',
    '{{ list|map(v => v * 2)|join(",") }} {{ list|reduce((c, v) => c + v, 0) }} {{ list|filter(v => v > 1)|keys|join }}',
    '{{ user|map((v, k) => k)|join(",") }} {{ user|keys|join(",") }} {{ user|length }} {{ user|first }}',
    '{{ rows|column("name")|join("|") }} {{ rows|column("price", "n")|json_encode|raw }}',
    '{{ {a: 1, b: 2}|merge({b: 3, c: 4})|json_encode|raw }} {{ [1, 2]|merge([3, [4]])|json_encode }} {{ {5: 1}|merge({5: 2})|json_encode|raw }}',
    '{{ [1, [2, 3], {a: {b: []}}]|json_encode|raw }} {{ "é/\\"<>&"|json_encode|raw }} {{ 0.1|json_encode }} {{ 1e2 is defined }}',
    '{{ [3, 1, 2]|sort|join }} {{ ["b", "a", "C"]|sort|join }} {{ {b: 2, a: 1}|sort|json_encode|raw }} {{ [10, "9", 1.5, "a"]|sort|join(",") }}',
    '{{ [1, 2, 3, 4, 5]|batch(2, "x")|json_encode }} {{ [1, 2, 3]|batch(2)|json_encode|raw }} {{ {a: 1, b: 2, c: 3}|batch(2)|json_encode|raw }}',
    '{{ [1, 2, 3]|slice(1)|json_encode }} {{ {a: 1, b: 2}|slice(1, 1)|json_encode|raw }} {{ [1, 2, 3]|slice(-2, 1)|json_encode }} {{ [1, 2, 3][1:]|join }}',
    '{{ max(1, 5, 3) }} {{ min([4, 2]) }} {{ max("apple", "pear") }} {{ max({a: 1, b: 9}) }} {{ min(1.5, "1") }} {{ max([1, 2], [1, 3])|join }}',
    '{{ cycle(["a", "b"], 3) }} {{ cycle(["a", "b"], 0) }} {{ range(1, 3)|join }} {{ range("a", "e", 2)|join }} {{ range(0, 1, 0.25)|join(" ") }}',
    '{{ "%s is %d years, %05.1f%% and %x"|format(user.name, user.age, 3.14159, 255) }} {{ "%-6s|%6s|%\'06d"|format("a", "b", 42) }} {{ "%2$s %1$s"|format("a", "b") }}',
    '{{ "I am #{user.name} and #{1 + 2}" }} {{ "a#{"b#{"c"}"}" }} {{ \'#{no}\' }} {{ "\\#{no}" }}',
    '{{ "a\\tb\\n\\"c\\"" }} {{ \'it\\\'s\' }} {{ "\\\\" }} {{ "\\x41\\101" }}',
    '{{ html|e|e }} {{ html|raw }} {{ html|striptags }} {{ html|nl2br }} {{ (html|e)|raw }} {{ html|upper|raw }}',
    '{{ true ? html : "<i>" }} {{ false ? html : "<i>" }} {{ html ?: "<i>" }} {{ nope ?? "<i>" }} {{ "<b>" }} {{ ("<b>") }} {{ "<b>" ~ "" }}',
    '{{ nope.a.b }} {{ nope[0] }} {{ user.nope.x }} {{ list.9 }} {{ html.x }} {{ nope.f(1) }} {{ user.name.length }}',
    '{{ user.name is defined }} {{ user.zip is defined }} {{ nope.a.b is defined }} {{ list[0] is defined }} {{ list[9] is defined }} {{ nothing is defined }} {{ nope is not defined }}',
    '{{ 1 + 2 * 3 - 4 / 2 }} {{ (1 + 2) * 3 }} {{ 2 ** 3 ** 2 }} {{ -2 ** 2 }} {{ 10 % 4 * 2 }} {{ 7 // 2 }} {{ 1 ~ 2 + 3 }} {{ not 1 == 2 }} {{ 1 < 2 and 2 < 3 or false }}',
    '{{ 0.1 + 0.2 }} {{ 1 / 3 }} {{ 1e3 is defined ? 1 : 2 }} {{ 100 * 1.1 }} {{ 9007199254740992 + 1 }} {{ 9223372036854775807 }} {{ 9223372036854775807 + 1 }} {{ 2 ** 62 }} {{ 2 ** 64 }} {{ 0.00001 }} {{ 123456789 * 987654321 }}',
    '{{ "10" == "1e1" }} {{ "abc" == 0 }} {{ null == false }} {{ "0" == false }} {{ [] == false }} {{ "a" == "A" }} {{ 1.0 == 1 }} {{ "1" == "01" }} {{ 100 == "1e2" }}',
    "{{ 'foobar' matches '/^foo/' }} {{ 'foobar' matches '/O/i' }} {{ 'a1' matches '/^[a-z]\\\\d$/' }} {{ 'é' matches '/^.$/' }} {{ 'é' matches '/^.$/u' }} {{ \"a\\nb\" matches '/^b$/m' }} {{ 'aaa' matches '/^a{2,3}$/' }} {{ 'x' matches '#x#' }}",
    '{{ date("2024-01-01") < date("2024-02-01") }} {{ date("2024-03-05").diff(date("2024-01-31")).days }} {{ date("2024-01-31").diff(date("2024-03-05")).m }} {{ date("2024-01-31").diff(date("2024-03-05")).format("%R%a %m %d") }}',
    '{{ "2024-03-31 01:30"|date("Y-m-d H:i T P e", "Europe/Paris") }} {{ "2024-07-01"|date("H:i T I", "America/New_York") }} {{ "2024-07-01 12:00"|date("c", "Asia/Kolkata") }} {{ "now"|date("Y") > 2000 }}',
    'a\n{% if true %}\nb\n{% endif %}\nc\n  {%- if true %} d {% endif -%}\n e {{- 1 -}} f {{~ 2 ~}} g\n {#- c -#} h {# x #}\ni {%~ if true ~%}\n j{% endif %}',
    '{% for x in [1, 2] -%}\n  {{ x }}\n{%- endfor %}|{%- set y = 1 -%} |{# c #}\n{{ y }}\n\n{# d #}\nend',
    '{{ [1, 2, 3]|first }}{{ "héllo"|first }}{{ "héllo"|last }}{{ "héllo"|reverse }}{{ "héllo"|length }}{{ "héllo"|slice(1, 2) }}{{ "héllo"[1:2] }}{{ "ÀB"|lower }}{{ "straße"|upper }}{{ "ÉA"|capitalize }}',
    '{{ random([5]) }}{{ random("x") }} {{ "x"|length }} {{ constant("PHP_INT_SIZE") }} {{ "now" == "now" }}',
    '{{ {"a b": 1, (user.name): 2, 3: 4, c: 5}|json_encode|raw }} {{ {1: "a", 0: "b"}|json_encode|raw }} {{ {0: "a", 1: "b"}|json_encode|raw }} {{ []|json_encode }} {{ {}|json_encode }}',
    '{{ _context|keys|join(",") }} {{ _charset }} {{ _self }}',
    '{% for i in [1] %}{{ _context|keys|join(",") }}{% endfor %}',
    '{{ "a,b,,c"|split(",")|json_encode|raw }} {{ "a,b,c"|split(",", 2)|json_encode|raw }} {{ "a,b,c"|split(",", -1)|json_encode|raw }} {{ "abcde"|split("", 2)|json_encode|raw }}',
    '{{ "<p>Hi <b>you</b><br/>x</p><!-- c --><script>y</script>"|striptags }} {{ "<p>Hi <b>you</b></p>"|striptags("<b>") }} {{ "1 < 2 > 1"|striptags }} {{ "a<b"|striptags }}',
    '{{ {a: "1 2", b: ["x", "y"], c: {d: "é"}}|url_encode|raw }} {{ "a b+c&d=é/~"|url_encode }}',
    '{{ "xx-yy zz_ww o\'neil"|title }} {{ "hELLO wORLD"|capitalize }} {{ "ß"|upper }} {{ "ÅÄÖ"|lower }}',
    '{{ "  a  "|trim }}|{{ "  a  "|trim(side="left") }}|{{ "xaxbx"|trim("x") }}|{{ "xyaxy"|trim("xy", "right") }}|{{ "abcba"|trim("a..b") }}',
    '{{ 1 in [1, 2] }} {{ "1" in [1, 2] }} {{ "a" in "cat" }} {{ "" in "cat" }} {{ 5 in "1556" }} {{ null in [] }} {{ "x" in {x: 1} }} {{ 1 not in [2] }} {{ [1] in [[1]] }}',
    '{% set arr = [1, 2] %}{% set arr = arr|merge([3]) %}{{ arr|join }} {% set m = {a: 1} %}{% set m = m|merge({b: 2}) %}{{ m.b }} {{ arr|last }} {{ arr|length }}',
    '{{ true and false }}|{{ true or false }}|{{ not true }}|{{ not false }}|{{ null ?? "x" }}|{{ 0 ?: "y" }}|{{ "" ? 1 : 2 }}|{{ [] ? 1 : 2 }}|{{ "0" ? 1 : 2 }}|{{ "0.0" ? 1 : 2 }}|{{ 0.0 ? 1 : 2 }}',
  ],
];

const numbers = [
  '0',
  '0.5',
  '1.005',
  '2.675',
  '-1.5',
  '1234567.891',
  '0.045',
  '1.255',
  '-0.004',
  '999.995',
  '1e0',
  '12345678901',
  '0.1 + 0.7',
  '4.35 * 100',
  '1.15 * 100',
];

const malformed = [
  '{{ a',
  '{{ a }',
  'x\n{% if a %}\n',
  '{% for a %}{% endfor %}',
  '{% for a in b %}',
  '{{ a|nope }}',
  '{{ nope(1) }}',
  '{{ a is nope }}',
  '{% nope %}',
  '{{ 1 + }}',
  '{{ (1 }}',
  '{{ [1, 2 }}',
  '{{ {a: 1 }}',
  '{{ "abc }}',
  '{# abc',
  '{% endif %}',
  'a\nb\n{{ }}',
  '{% set %}',
  '{% set a = %}',
  '{% set a, b = 1 %}',
  '{% if %}a{% endif %}',
  '{% block %}{% endblock %}',
  '{% block a %}{% endblock b %}',
  '{% block a %}{% endblock %}{% block a %}{% endblock %}',
  '{% macro %}{% endmacro %}',
  '{{ a.}}',
  '{{ a..b. }}',
  '{{ 1 2 }}',
  '{% extends %}',
  '{% include %}',
  '{% verbatim %}',
  '{{ a ? }}',
  '{{ a b }}',
  '{% if a %}{% endfor %}',
  '{{ a|date( }}',
  '{{ {1} }}',
  '{{ ] }}',
  '{{ a => b }}',
  '{% do %}',
  '{{ "a" "b" }}',
  '{{ &a }}',
];

export function cases(): Case[] {
  const made: string[] = [...snippets, ...malformed];
  for (const a of values) {
    made.push(
      `[{{ ${a} }}]`,
      `{{ ${a} ? 't' : 'f' }}`,
      `{% if not ${a} %}t{% else %}f{% endif %}`,
      `{{ -(${a}) }}`,
    );
    made.push(`{% for k, v in ${a} %}{{ k }}:{{ v }},{% else %}none{% endfor %}`);
    for (const filter of filters) made.push(`{{ (${a})|${filter} }}`);
    for (const test of tests)
      if (!(test === 'defined' && /^[^h]/.test(a))) made.push(`{{ (${a}) is ${test} ? 't' : 'f' }}`);
    for (const operator of binary) for (const b of values) made.push(`{{ (${a}) ${operator} (${b}) }}`);
  }
  for (const number of numbers) {
    for (const places of [0, 1, 2, 3])
      made.push(`{{ (${number})|round(${places}) }} {{ (${number})|number_format(${places}) }}`);
    made.push(
      `{{ "%.2f %d %s %05.1f %e %g"|format(${number}, ${number}, ${number}, ${number}, ${number}, ${number}) }}`,
    );
    made.push(
      `{{ ${number} }} {{ (${number})|json_encode }} {{ -(${number}) }} {{ (${number}) * 3 }} {{ (${number}) / 7 }}`,
    );
  }
  for (const date of dates) made.push(`{{ '${date}'|date('Y-m-d H:i:s') }}`);
  for (const modifier of modifiers) {
    for (const date of ['2024-03-05 10:20:30', '2024-01-31', '2023-12-31 23:00', '2024-02-25']) {
      made.push(`{{ '${date}'|date_modify('${modifier}')|date('D Y-m-d H:i:s') }}`);
    }
  }
  for (const format of formats) {
    for (const date of ['2024-03-05 14:30:15', '2023-01-01', '2020-12-31 00:00:01', '1999-07-04 12:00']) {
      made.push(`{{ '${date}'|date('${format}') }} {{ '${date}'|date('${format}', 'Europe/Paris') }}`);
    }
  }
  const inherited: Case[] = [
    {
      template: '{% extends "base" %}{% block a %}A{{ parent() }}{% endblock %}{% set x = 5 %}',
      partials: { base: '[{% block a %}a{{ x }}{% endblock %}{% block b %}b{% endblock %}]' },
    },
    {
      template: '{% extends "mid" %}{% block a %}3{{ parent() }}{% endblock %}',
      partials: {
        mid: '{% extends "base" %}{% block a %}2{{ parent() }}{% endblock %}',
        base: '<{% block a %}1{% endblock %}>',
      },
    },
    {
      template:
        '{% include "p" %}|{% include "p" with {n: 2} %}|{% include "p" with {n: 3} only %}|{{ include("p", {n: 4}) }}|{{ include("p", with_context = false) }}',
      partials: { p: '{{ n }}{{ user.name }}' },
    },
    {
      template:
        '{% include "nope" ignore missing %}{% include ["nope", "p"] %}{{ include("nope", ignore_missing = true) }}',
      partials: { p: 'P' },
    },
    {
      template:
        '{% embed "base" %}{% block a %}E{{ parent() }}{% endblock %}{% endembed %}{% embed "base" with {x: 7} only %}{% endembed %}',
      partials: { base: '[{% block a %}a{{ x }}{% endblock %}]' },
    },
    {
      template: '{% import "m" as m %}{% from "m" import g as h %}{{ m.f(1) }}{{ h(2) }}{{ m.f(html) }}',
      partials: {
        m: '{% macro f(a) %}({{ a }}){% endmacro %}{% macro g(a) %}{{ _self.f(a) }}!{% endmacro %}',
      },
    },
    {
      template:
        '{% use "u" with a as c %}{% block a %}mine{% endblock %}{{ block("a") }}{{ block("b") }}{{ block("c") }}',
      partials: { u: '{% block a %}ua{% endblock %}{% block b %}ub{% endblock %}' },
    },
    {
      template: '{% use "u" %}{% block a %}m{{ parent() }}{% endblock %}',
      partials: { u: '{% block a %}ua{% endblock %}' },
    },
    {
      template: '{{ source("s") }}{{ block("a", "s") }}{{ block("zz") is defined ? 1 : 0 }}',
      partials: { s: '{% block a %}<i>{% endblock %}' },
    },
    { template: '{% extends cond ? "a" : "b" %}', partials: { a: 'A', b: 'B' } },
    { template: '{% extends "base" %}text', partials: { base: '' } },
    {
      template:
        '{% set v = include("p") %}{{ v }}{% set w = block("q") %}{% block q %}<q>{% endblock %}{{ w }}',
      partials: { p: '<p>' },
    },
    {
      template: '{% for i in 1..2 %}{% include "p" %}{% endfor %}{{ i }}',
      partials: { p: '{{ i }}{{ loop.index }}{% set i = 9 %}' },
    },
    {
      template:
        '{% extends "base" %}{% block a %}{% for i in 1..2 %}{{ block("b") }}{% endfor %}{% endblock %}{% block b %}{{ i }}{% endblock %}',
      partials: { base: '{% block a %}{% endblock %}' },
    },
    { template: '{% include "broken" %}', partials: { broken: 'x\n{{ a' } },
  ];
  return [...made.map((template) => ({ template, data })), ...inherited.map((each) => ({ data, ...each }))];
}
