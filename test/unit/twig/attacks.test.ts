import { describe, expect, it } from 'vitest';
import { compile, parseData, TemplateRuntimeError, TemplateSyntaxError } from '../../../src/twig/index.ts';

const data = () => ({ user: { name: 'Ann' }, list: [1, 2], text: 'abc', n: 5 });

/** Returns the output, or 'refused' for an error of the engine. Throws any other error. */
function outcome(template: string, given: unknown = data()): string {
  try {
    return compile(template).render(given);
  } catch (error) {
    if (error instanceof TemplateSyntaxError || error instanceof TemplateRuntimeError) return 'refused';
    throw error;
  }
}

const names = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__defineGetter__',
  '__lookupGetter__',
  'length',
  'map',
  'call',
  'apply',
  'bind',
  'push',
  'at',
  'arguments',
  'caller',
  'then',
  'toJSON',
];

describe('inherited properties cannot be reached', () => {
  for (const name of names) {
    it(name, () => {
      for (const object of [
        'user',
        'list',
        'text',
        'n',
        '_context',
        '{}',
        '[]',
        '"x"',
        '_self',
        '{a: 1}',
        'nope',
      ]) {
        expect(outcome(`{{ ${object}.${name} }}`)).toMatch(/^(refused)?$/);
        expect(outcome(`{{ ${object}["${name}"] }}`)).toMatch(/^(refused)?$/);
        expect(outcome(`{{ ${object}.${name}() }}`)).toMatch(/^(refused)?$/);
        expect(outcome(`{{ ${object}.${name}.${name} }}`)).toMatch(/^(refused)?$/);
        expect(outcome(`{{ ${object}.${name} is defined ? 1 : 0 }}`)).toMatch(/^(refused|0)$/);
      }
      expect(outcome(`{{ attribute(user, "${name}") }}`)).toBe('');
      expect(outcome(`{{ ${name} }}`)).toMatch(/^(refused)?$/);
      expect(outcome(`{{ ${name}() }}`)).toBe('refused');
      if (name !== 'length' && name !== 'map') expect(outcome(`{{ 1|${name} }}`)).toBe('refused');
      expect(outcome(`{{ 1 is ${name} }}`)).toBe('refused');
      expect(outcome(`{% ${name} %}`)).toBe('refused');
      expect(outcome(`{{ list|map("${name}")|join }}`)).toBe('refused');
      expect(outcome(`{{ [user]|column("${name}")|join }}`)).toBe('');
      expect(outcome(`{% for i in [1] %}{{ loop.${name} }}{% endfor %}`)).toMatch(/^1?$/);
      expect(outcome(`{{ date("2024-01-01").${name} }}`)).toBe('');
      expect(outcome(`{{ constant("${name}") }}`)).toBe('refused');
      expect(outcome(`{% set f = v => v %}{{ f.${name} }}{{ f["${name}"] }}`)).toBe('');
      expect(outcome(`{% include "${name}" %}`)).toBe('refused');
      expect(outcome('{% include n %}', { n: name })).toBe('refused');
      expect(outcome('{{ source(n) }}', { n: name })).toBe('refused');
      expect(outcome('{{ "x"|e(n) }}', { n: name })).toBe('refused');
      expect(outcome(`{{ _self.${name}() }}`)).toBe('refused');
      expect(outcome(`{{ block("${name}") }}`)).toBe('refused');
      expect(outcome('{{ "2024-01-01"|date("Y", n) }}', { n: name })).toBe('refused');
      expect(outcome('{{ 1|format_number(style=n) }}', { n: name })).toBe('refused');
    });
  }
});

describe('a template that tries to run code or read files fails', () => {
  const templates = [
    '{{ dump() }}',
    '{{ include(template_from_string("x")) }}',
    '{{ constant("PHP_OS") }}',
    '{{ constant("Twig\\\\Environment::VERSION") }}',
    '{% include "/etc/passwd" %}',
    '{% include "../../package.json" %}',
    '{{ source("/etc/passwd") }}',
    '{% extends "file:///etc/passwd" %}',
    '{{ ["id"]|map("system") }}',
    '{{ ["id"]|filter("system")|join }}',
    '{{ ["a", "b"]|sort("system")|join }}',
    '{{ [1]|reduce("system") }}',
    '{{ {"a": 1}|find("eval") }}',
    '{{ [1, 2] has some "system" }}',
    '{{ "x"|invoke("system") }}',
    '{{ _self.env.registerUndefinedFilterCallback("exec") }}',
    '{{ enum("X") }}',
    '{{ process.exit() }}{{ require("fs") }}',
    '{{ globalThis.process() }}{{ eval("1") }}',
  ];
  for (const template of templates) {
    it(template, () => {
      expect(outcome(template)).toBe('refused');
    });
  }
});

describe('renders', () => {
  it('pollute no prototype', () => {
    outcome(
      '{% set __proto__ = {polluted: 1} %}{% set constructor = 1 %}{{ {"__proto__": {polluted: 1}}|json_encode }}',
    );
    outcome(
      '{% set m = {}|merge({("__pro" ~ "to__"): {polluted: 1}}) %}{% with m %}{{ polluted }}{% endwith %}',
    );
    outcome(
      '{% for __proto__ in [1] %}{% endfor %}{% macro __proto__(__proto__) %}{% endmacro %}{{ _self.__proto__(1) }}',
    );
    outcome('{{ x }}', parseData('{"__proto__": {"polluted": 1}, "x": {"__proto__": {"polluted": 1}}}'));
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('do not change the data', () => {
    const given = data();
    outcome(
      '{% set list = list|merge([3])|sort|reverse %}{% set user = user|merge({name: 1}) %}{{ list|shuffle|join }}',
      given,
    );
    expect(given).toEqual(data());
    const frozen = Object.freeze({ list: Object.freeze([3, 1]), o: Object.freeze({ a: 1 }) });
    expect(outcome('{{ list|sort|join }}{{ list|reverse|join }}{{ o|merge({a: 2})|join }}', frozen)).toBe(
      '13132',
    );
  });

  it('are isolated from one another', () => {
    const template = compile(
      '{% if first %}{% set left = "secret" %}{% macro m() %}x{% endmacro %}{% endif %}{{ left }}',
    );
    expect(template.render({ first: true })).toBe('secret');
    expect(template.render({})).toBe('');
    expect(Object.isFrozen(template)).toBe(true);
  });

  it('run no code from the data', () => {
    const evil = {
      o: { f: () => 'ran' },
      toString: () => 'ran',
      get trap() {
        return 'own';
      },
      f: () => 'ran',
      s: Symbol('x'),
      u: undefined,
    };
    expect(outcome('[{{ f }}{{ o.f() }}{{ s }}{{ u }}]', evil)).toBe('[]');
    expect(outcome('[{{ o }}]', { o: new Date() })).toBe('[]');
  });

  it('escape text from the data, whatever it passes through', () => {
    const bad = { x: '<script>"\'&' };
    for (const way of [
      'x',
      'x|upper',
      'x ~ ""',
      '"#{x}"',
      '[x]|join',
      'x|default("")',
      '{a: x}.a',
      'x|replace({a: "b"})',
      'x|nl2br',
      'x|trim',
      'x|format',
      '"%s"|format(x)',
      'x ?: 1',
      'x ?? 1',
      'true ? x : 1',
      'x|slice(0)',
      'x|u',
      'x|spaceless',
      'x|split("!")|first',
      'max(x, "")',
      'cycle([x], 0)',
      'x|markdown_to_html',
      '{(x): 1}|keys|first',
      'html_classes(x)',
      '[x]|map(v => v)|first',
      'x|title',
      'x|join',
      'x|reverse|reverse',
      'random([x])',
    ]) {
      expect(compile(`{{ ${way} }}`).render(bad), way).not.toMatch(/<script|<SCRIPT|<Script/);
    }
  });
});
