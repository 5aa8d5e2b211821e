/** html_attr, html_attr_merge and html_attr_type, compared with the output of PHP's twig/html-extra 3.24. */
import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/twig/index.ts';

const data = { t: '<b>"\'&', u: '/p?a=b c', n: null };
const render = (template: string) =>
  compile(template).render(data, { now: new Date('2024-05-15T10:30:00Z') });

const frozen: readonly (readonly [template: string, output: string])[] = [
  ["{{ html_attr({class: ['foo', 'bar'], id: 'main'}) }}", 'class="foo bar" id="main"'],
  [
    "{{ html_attr({class: ['btn']}, {class: ['btn-primary'], disabled: true}) }}",
    'class="btn btn-primary" disabled=""',
  ],
  ['{{ html_attr({disabled: false, title: null}) }}', ''],
  ['{{ html_attr({required: true}) }}', 'required=""'],
  [
    "{{ html_attr({'aria-pressed': true, 'aria-hidden': false, 'aria-x': null, 'aria-l': ['a', 'b']}) }}",
    'aria-pressed="true" aria-hidden="false" aria-l="a b"',
  ],
  [
    "{{ html_attr({'data-config': {theme: 'dark', size: 'large'}, 'data-bool': true, 'data-false': false, 'data-l': ['a'], 'data-n': 5, 'data-null': null}) }}",
    'data-config="{&quot;theme&quot;:&quot;dark&quot;,&quot;size&quot;:&quot;large&quot;}" data-bool="true" data-l="[&quot;a&quot;]" data-n="5"',
  ],
  [
    "{{ html_attr({style: {color: 'red', 'font-size': '16px'}}) }}|{{ html_attr({style: ['color: red; ', 'font-size: 16px']}) }}|{{ html_attr({style: {color: 'red'}}, {style: {color: 'blue', background: 'white'}}) }}",
    'style="color: red; font-size: 16px;"|style="color: red; font-size: 16px;"|style="color: blue; background: white;"',
  ],
  [
    "{{ html_attr({style: {color: null, a: false, b: true, c: '', d: [], margin: 0, padding: '0'}}) }}",
    'style="margin: 0; padding: 0;"',
  ],
  ["{{ html_attr({style: {color: null}}) }}|{{ html_attr({style: 'color: red'}) }}", '|style="color: red"'],
  [
    "{{ html_attr({srcset: ['small.jpg 480w', 'large.jpg 1200w']|html_attr_type('cst')}) }}",
    'srcset="small.jpg 480w, large.jpg 1200w"',
  ],
  [
    "{{ html_attr({class: ['a', null, false, true, 'b', 0, '']}) }}|{{ html_attr({class: [null, false]}) }}|{{ html_attr({class: [true]}) }}|{{ html_attr({class: []}) }}",
    'class="a b 0"||class=""|',
  ],
  [
    "{{ html_attr({'<a b': '\"<&\\''}) }} {{ html_attr({'@click': 'x', ':y': 1, 'x[]': 2}) }}",
    '&lt;a&#x20;b="&quot;&lt;&amp;&#039;" @click="x" :y="1" x[]="2"',
  ],
  ["{{ html_attr({a: 1}, false, null, '', [], {b: 2}) }}", 'a="1" b="2"'],
  ['{{ html_attr({a: null}, {a: [2]}) }}', 'a="2"'],
  [
    "{{ html_attr({class: {base: 'btn', size: 'small'}}, {class: {variant: 'primary', size: 'large'}}) }}",
    'class="btn large primary"',
  ],
  [
    "{{ ({class: ['btn'], type: 'button'}|html_attr_merge({class: ['btn-primary'], disabled: true}))|json_encode|raw }}",
    '{"class":["btn","btn-primary"],"type":"button","disabled":true}',
  ],
  [
    "{{ ({class: {base: 'btn', size: 'small'}}|html_attr_merge({class: {variant: 'primary', size: 'large'}}))|json_encode|raw }}",
    '{"class":{"base":"btn","size":"large","variant":"primary"}}',
  ],
  [
    "{{ ({id: 'old'}|html_attr_merge({id: 'new'}, n, false, {id: 'x', 3: 4}))|json_encode|raw }}",
    '{"id":"x","3":4}',
  ],
  [
    "{{ html_attr({a: ['x']|html_attr_type('cst')}, {a: ['y']}, {a: ['z']|html_attr_type('cst')}) }}",
    'a="x, y, z"',
  ],
  ["{{ html_attr({a: ['w']}, {a: 'z'|html_attr_type}) }}", 'a="w z"'],
  [
    "{{ html_attr({style: ['a:b']|html_attr_type('style')}, {style: {c: 'd'}}) }} {{ html_attr({style: {c: 'd'}}, {style: ['a:b']|html_attr_type('style')}) }}",
    'style="a:b; c: d;" style="c: d; a:b;"',
  ],
  ["{{ html_attr({'data-x': ['a', 'b']|html_attr_type('cst')}) }}", 'data-x="a, b"'],
  ["{{ html_attr(['a', 'b']) }}", '0="a" 1="b"'],
  [
    "{% set x %}a &amp; <b>{% endset %}{{ html_attr({title: x, 'data-t': x}) }}",
    'title="a &amp;amp; &lt;b&gt;" data-t="&quot;a &amp;amp; &lt;b&gt;&quot;"',
  ],
  ["{{ html_attr({a: 1.5, b: -0, c: '', d: ' x '}) }}", 'a="1.5" b="0" c="" d=" x "'],
  ['<a {{ html_attr({href: u, t: t}) }}>', '<a href="/p?a=b c" t="&lt;b&gt;&quot;&#039;&amp;">'],
  [
    "{{ t|e('html_attr_relaxed') }} {{ t|escape('html_attr_relaxed') }} {% autoescape 'html_attr_relaxed' %}{{ t }}{% endautoescape %}",
    '&lt;b&gt;&quot;&#x27;&amp; &lt;b&gt;&quot;&#x27;&amp; &lt;b&gt;&quot;&#x27;&amp;',
  ],
  [
    "{{ html_attr({'data-d': date('2024-01-01')}) }}",
    'data-d="{&quot;date&quot;:&quot;2024-01-01 00:00:00.000000&quot;,&quot;timezone_type&quot;:3,&quot;timezone&quot;:&quot;UTC&quot;}"',
  ],
  ["{{ html_attr({id: 'a'})|upper }}{{ html_attr() }}", 'ID=&quot;A&quot;'],
  ["{{ html_attr({x: 'a'|html_attr_type(type='sst')}) }}", 'x="a"'],
  ["{{ html_attr({style: {'1.5': 'a: b', ' c': 'd'}}) }}", 'style="a: b;  c: d;"'],
];

describe('attributes of an element', () => {
  it.each(frozen)('%s', (template, output) => {
    expect(render(template)).toBe(output);
  });

  it.each([
    [
      "{{ html_attr({a: 1}, 'x') }}",
      'Attributes are mappings of names to values, and of texts only an empty one',
    ],
    ['{{ html_attr({a: 1}, 5) }}', 'Attributes are mappings of names to values: value 2 is a number'],
    [
      '{{ html_attr({a: [1]}, {a: 2}) }}',
      'The attribute "a" is a sequence in one mapping and a number in another',
    ],
    [
      "{{ 'a'|html_attr_type('styl') }}",
      'Unknown attribute type "styl" (valid ones: sst, cst, style). Did you mean "style"?',
    ],
    ["{{ 'a'|html_attr_type('style') }}", 'An inline style is made of a sequence or a mapping'],
    [
      "{{ html_attr({a: ['x']|html_attr_type}, {a: 'q'}) }}",
      'are merged with a sequence or a mapping, not with a text',
    ],
  ])('%s causes an error', (template, message) => {
    expect(() => render(template)).toThrow(message);
  });
});
