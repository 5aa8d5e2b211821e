/** The data, values and names that generated templates consist of. */

export const data = {
  t: '<b>"\'&',
  s: 'Hello World',
  w: ' padded text ',
  p: 'a,b,,c',
  e: '',
  zero: 0,
  zs: '0',
  num: 7,
  dec: 2.5,
  digits: '12',
  n: null,
  no: false,
  yes: true,
  l: [3, 1, 2],
  names: ['Béa', 'ann', 'Čen'],
  tags: ['<i>', '&', 'x'],
  empties: [],
  m: { a: 1, b: '<i>', c: null },
  deep: { x: { y: 'Z', list: [1, 2] }, on: true },
  rows: [
    { n: 2, name: 'Béa', tag: '<u>', on: true },
    { n: 1, name: 'ann', tag: '&', on: false },
    { n: 3, name: 'Čen', tag: '', on: true },
  ],
};

/** Markup as a subject: variables that `set` captures, each with its tag. */
export const captures: readonly (readonly [name: string, tag: string])[] = [
  ['markup', '{% set markup %}<b>{{ t }}</b>{% endset %}'],
  ['captured', '{% set captured %}{{ s }}{% endset %}'],
  ['blank', '{% set blank %}{% endset %}'],
  ['space', '{% set space %} {% endset %}'],
  ['nought', '{% set nought %}0{% endset %}'],
  ['pieces', '{% set pieces %}a,<i>,b{% endset %}'],
];

export const texts = ['s', 't', 'w', 'p', "'<i>x</i>'", "'été Ça'", "'o-neil mc'", "'A b'", "'x\\ny'"];
export const numbers = ['0', '1', '-3', '2.5', 'num', 'dec', '10', '-1.25', '1234.567'];
export const lists = ['l', 'names', 'tags', 'rows', "['b', '<i>', 'a']", '[1, 2, 3, 4]', '1..4'];
export const mappings = ['m', 'deep', '{a: 2, b: 1}', "{x: '<i>', y: 'q'}", "{2: 'b', 1: 'a'}"];
/** Values that most filters, functions and tests treat in a special way. */
export const oddities = [
  'null',
  'false',
  'true',
  '0',
  "'0'",
  "''",
  '[]',
  '{}',
  'n',
  'e',
  'zs',
  'zero',
  'empties',
  'no',
  'missing',
  "'abc'",
  'digits',
];

/** The parameters of a filter, function or test: the name and suitable values of each. */
export type Parameters = readonly (readonly [name: string, ...values: string[]])[];
export type Callables = Readonly<Record<string, Parameters>>;

const separators = ["','", "''", "'-'", "', '"];
const arrowsOfOne = ['v => v', "v => v ~ '!'", 'v => v == 1', '(v, k) => k', 'v => v is iterable', 'v => t'];
const arrowsOfTwo = ['(a, b) => a <=> b', '(a, b) => b <=> a'];

export const filters: Callables = {
  abs: [],
  batch: [
    ['size', '2', '3', '1'],
    ['fill', "'x'", 'null', '0'],
    ['preserveKeys', 'true', 'false'],
  ],
  capitalize: [],
  column: [['name', "'name'", "'n'", "'a'"]],
  default: [['default', "'d'", 't', 'null', '0', 'markup']],
  e: [['strategy', "'html'", "'js'", "'css'", "'url'", "'html_attr'"]],
  escape: [['strategy', "'html'", "'js'"]],
  filter: [['arrow', ...arrowsOfOne]],
  find: [['arrow', ...arrowsOfOne]],
  first: [],
  format: [['', "'a'", '1', 't', '2.5']],
  join: [
    ['glue', ...separators],
    ['and', "' and '", "''"],
  ],
  json_encode: [],
  keys: [],
  last: [],
  length: [],
  lower: [],
  map: [['arrow', ...arrowsOfOne]],
  merge: [['', '[9]', "{a: 'x'}", 'l', 'm', '[]']],
  nl2br: [],
  number_format: [
    ['decimal', '0', '1', '2'],
    ['decimalPoint', "','", "'.'"],
    ['thousandSep', "'.'", "''", "' '"],
  ],
  raw: [],
  reduce: [
    ['arrow', '(c, v) => c ~ v', '(c, v, k) => c ~ k'],
    ['initial', "''", '0', 't'],
  ],
  replace: [['from', "{'a': 'x'}", "{'<': '[', 'b': t}", "{'l': '', 'o': '0'}"]],
  reverse: [['preserveKeys', 'true', 'false']],
  round: [
    ['precision', '0', '1', '2', '-1'],
    ['method', "'common'", "'ceil'", "'floor'"],
  ],
  slice: [
    ['start', '0', '1', '-2'],
    ['length', '1', '2', 'null', '-1'],
    ['preserveKeys', 'true', 'false'],
  ],
  sort: [['arrow', ...arrowsOfTwo]],
  spaceless: [],
  split: [
    ['delimiter', ...separators],
    ['limit', '1', '2', '-1'],
  ],
  striptags: [['', "'<b>'", "'<i><b>'"]],
  title: [],
  trim: [
    ['characterMask', "'a'", "' H'", "'<>'"],
    ['side', "'left'", "'right'", "'both'"],
  ],
  upper: [],
  url_encode: [],
};

export const functions: Callables = {
  cycle: [
    ['', 'l', 'tags', "['odd', 'even']"],
    ['', '0', '1', '5', '-1'],
  ],
  max: [
    ['', 'l', '3', 'dec'],
    ['', '1', '9'],
  ],
  min: [
    ['', 'l', '3', 'dec'],
    ['', '1', '9'],
  ],
  range: [
    ['', '0', '1', "'a'"],
    ['', '3', "'e'", '0'],
    ['', '1', '2'],
  ],
  attribute: [
    ['', 'm', 'deep', 'rows', 'l'],
    ['', "'a'", "'x'", '0'],
  ],
  include: [
    ['template', "'item'", "'plain'"],
    ['variables', '{x: t}', "{x: '<i>'}"],
    ['with_context', 'true', 'false'],
  ],
  source: [['', "'item'", "'plain'"]],
};

export const tests: Callables = {
  'divisible by': [['', '2', '3']],
  empty: [],
  even: [],
  iterable: [],
  mapping: [],
  null: [],
  none: [],
  odd: [],
  'same as': [['', '1', "'0'", 'null', "''", 'false', 't']],
  sequence: [],
};

export const comparisons = ['==', '!=', '<', '>', '<=', '>=', '<=>', '===', '!=='];
export const arithmetic = ['+', '-', '*', '/', '//', '%', '**'];
export const logic = ['and', 'or', 'xor', '??', '?:'];
export const textual = ['~', 'in', 'not in', 'starts with', 'ends with', '..'];

export const strategies = ["'html'", "'js'", "'css'", "'url'", "'html_attr'", 'false', ''];

export const partials: Readonly<Record<string, string>> = {
  item: '({{ x }}{{ t }})',
  plain: '<hr>',
  counter: '{{ loop is defined ? loop.index : "-" }}{{ x }}',
  card: '<{% block head %}head {{ t }}{% endblock %}|{% block body %}{{ x }}{% endblock %}>',
  base: '[{% block a %}a {{ t }}{% endblock %}|{% block b %}b{% endblock %}]',
  middle: '{% extends "base" %}{% block a %}middle({{ parent() }}){% endblock %}',
  script: '{% autoescape "js" %}{% block a %}{{ t }}{% endblock %}{{ block("a") }}{% endautoescape %}{{ t }}',
  open: '{% autoescape false %}[{% block a %}{{ t }}{% endblock %}]{% block b %}{{ x }}{% endblock %}{% endautoescape %}',
  blocks: '{% block a %}trait {{ t }}{% endblock %}{% block c %}c{{ x }}{% endblock %}',
  macros:
    '{% macro show(value, suffix = "!") %}<i>{{ value }}{{ suffix }}</i>{% endmacro %}{% macro twice(value) %}{{ _self.show(value) }}{{ value }}{% endmacro %}',
};
