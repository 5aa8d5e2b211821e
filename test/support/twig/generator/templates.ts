/** Generates templates: nested text, prints and tags, small enough to be understood at a glance. */
import { Dice } from './dice.ts';
import { Expressions } from './expressions.ts';
import { captures, data, filters, lists, mappings, oddities, partials, strategies } from './vocabulary.ts';

export interface GeneratedCase {
  readonly template: string;
  readonly data: object;
  readonly partials: Readonly<Record<string, string>>;
  readonly strict: boolean;
}

/** Returns the same cases for the same `seed`. */
export function generateCases(count: number, seed: number): GeneratedCase[] {
  const dice = new Dice(seed);
  const made = new Map<string, GeneratedCase>();
  while (made.size < count) {
    const each = new Templates(dice).make();
    made.set(`${each.strict}${each.template}`, each);
  }
  return [...made.values()];
}

class Templates {
  readonly dice: Dice;
  readonly expressions: Expressions;
  /** Blocks so far, because each block of a template needs a unique name. */
  #blocks = 0;

  constructor(dice: Dice) {
    this.dice = dice;
    this.expressions = new Expressions(dice);
  }

  make(): GeneratedCase {
    const { dice } = this;
    const own: Record<string, string> = {};
    const body = dice.either(
      () => this.print(2),
      () => this.print(3),
      () => `{% if ${this.expressions.any(2)} %}yes{% else %}no{% endif %}`,
      () => this.matrix(),
      () => this.matrix(),
      () => this.body(2),
      () => this.body(3),
      () => this.escaped(2),
      () => this.child(own),
      () => this.macro(),
      () => this.loop(2),
    );
    const template = withCaptures(body);
    const used = new RegExp(`["'](${[...Object.keys(partials), 'own'].join('|')})["']`, 'g');
    const named = new Set([...`${template}${own.own ?? ''}`.matchAll(used)].map(([, name]) => String(name)));
    if (named.has('middle')) named.add('base');
    const known = { ...partials, ...own };
    return {
      template,
      data,
      partials: Object.fromEntries([...named].map((name) => [name, known[name] ?? ''])),
      strict: dice.chance(0.12),
    };
  }

  print(depth: number): string {
    return `${this.open('{{')} ${this.expressions.any(depth)} ${this.close('}}')}`;
  }

  /** One oddity or captured text with one filter, function or test. */
  matrix(): string {
    const { dice, expressions } = this;
    const subject = dice.chance(0.5) ? dice.pick(captures)[0] : dice.pick(oddities);
    const result = dice.either(
      () => `${subject}|${expressions.filter(dice.pick(Object.keys(filters)))}`,
      () => `${subject}|${expressions.filter(dice.pick(Object.keys(filters)))}`,
      () => expressions.test(subject),
      () => expressions.call(subject),
    );
    return dice.pick([
      `{{ ${result} }}`,
      `{% set r = ${result} %}{{ r }}|{{ r is null ? 'null' : r is iterable ? r|json_encode : r }}`,
      `{{ (${result})|default('fallback') }}`,
      `{% if ${result} %}yes{% else %}no{% endif %}`,
    ]);
  }

  body(depth: number): string {
    return this.dice.several(1, 3, () => this.piece(depth)).join('');
  }

  piece(depth: number): string {
    const { dice, expressions } = this;
    if (depth <= 0)
      return dice.either(
        () => this.text(),
        () => this.print(1),
      );
    return dice.either(
      () => this.text(),
      () => this.print(1),
      () => this.print(2),
      () => this.loop(depth),
      () => this.escaped(depth),
      () => this.block(depth),
      () => this.apply(depth),
      () => this.include(),
      () => this.embed(depth),
      () => this.set(depth),
      () =>
        `${this.tag('if', expressions.any(1))}${this.body(depth - 1)}${dice.chance(0.5) ? this.tag('else') + this.body(depth - 1) : ''}${this.tag('endif')}`,
      () =>
        `${this.tag('with', dice.pick(['{x: t}', "{x: '<i>'} only", 'm', '']))}{{ x }}{{ t }}${this.body(depth - 1)}${this.tag('endwith')}`,
    );
  }

  text(): string {
    return this.dice.pick([
      'text',
      ' a ',
      '\n',
      '<p>',
      '{# note #}',
      '{#- note -#}',
      ' {#~ note ~#}\n',
      '  \n x',
      '&amp;',
    ]);
  }

  set(depth: number): string {
    const { dice, expressions } = this;
    return dice.either(
      () => `${this.tag('set', `x = ${expressions.any(2)}`)}{{ x is iterable ? x|json_encode : x }}`,
      () =>
        `${this.tag('set', 'x')}${this.body(depth - 1)}${this.tag('endset')}{{ x }}{{ x|${expressions.filter(dice.pick(Object.keys(filters)))} }}`,
      () => `{% set x, y = ${expressions.operand(1)}, t %}{{ x is iterable ? x|join : x }}{{ y }}`,
      () =>
        `{% do [x, y] = ${dice.pick(lists)} %}{{ x is iterable ? x|join('/') : x }}-{{ y is iterable ? y|join('/') : y }}`,
      () =>
        `{% do {a, x} = ${dice.pick(mappings)} %}{{ a is iterable ? 'list' : a }}-{{ x is iterable ? x|join('/') : x }}`,
      () => `{{ (x = ${expressions.operand(1)}) is iterable ? 'list' : x }}`,
    );
  }

  loop(depth: number): string {
    const { dice } = this;
    const target = dice.pick(['v', 'v', 'k, v']);
    const over = dice.pick([
      ...lists,
      ...mappings,
      'empties',
      'n',
      "s|split('')",
      'rows|filter(r => r.on)',
      'l|sort',
      'names|reverse',
      '[[1, 2], [3]]',
    ]);
    const shown = dice.pick([
      '{{ loop.index }}',
      '{{ loop.index0 }}{{ loop.first }}{{ loop.last }}',
      '{{ loop.revindex }}/{{ loop.length }}',
      '{{ loop.revindex0 }}{% if not loop.last %}, {% endif %}',
      "{{ cycle(['odd', 'even'], loop.index0) }}",
      '{% for i in 1..2 %}{{ loop.parent.loop.index }}{{ i }}{% endfor %}',
      '',
    ]);
    const item = dice.pick([
      "{{ v is iterable ? v|join('/') : v }}",
      '{{ v|json_encode }}',
      '{{ v is iterable ? v|length : v|e }}',
    ]);
    const key = target === 'k, v' ? '{{ k }}=' : '';
    const otherwise = dice.chance(0.3) ? `${this.tag('else')}empty` : '';
    const inner = dice.chance(0.3) ? this.piece(depth - 1) : '';
    return `${this.tag('for', `${target} in ${over}`)}${key}${shown}${item}${inner};${otherwise}${this.tag('endfor')}`;
  }

  escaped(depth: number): string {
    const strategy = this.dice.pick(strategies);
    const inner = this.dice.either(
      () => this.block(depth - 1),
      () => this.embed(depth - 1),
      () => this.set(depth - 1),
      () => this.include(),
      () => this.apply(depth - 1),
      () => this.body(depth - 1),
    );
    return `${this.tag('autoescape', strategy)}{{ t }}${inner}${this.tag('endautoescape')}`;
  }

  block(depth: number): string {
    const { dice } = this;
    const name = `b${++this.#blocks}`;
    if (dice.chance(0.2)) return this.tag('block', `${name} ${this.expressions.operand(1)}`);
    const again = dice.pick([
      '',
      '',
      `{{ block('${name}') }}`,
      `{{ block('${name}')|upper }}`,
      `{% set x = block('${name}') %}{{ x }}`,
    ]);
    return `${this.tag('block', name)}{{ t }}${this.body(depth - 1)}${this.tag('endblock')}${again}`;
  }

  apply(depth: number): string {
    const { dice, expressions } = this;
    const names =
      'upper lower e raw nl2br striptags trim title spaceless escape url_encode json_encode length capitalize reverse'.split(
        ' ',
      );
    const chain = dice.several(1, 2, () =>
      dice.chance(0.2)
        ? expressions.filter(dice.pick(['replace', 'slice', 'split', 'trim', 'default', 'e']))
        : dice.pick(names),
    );
    const body = depth > 0 ? this.body(depth - 1) : '<i>{{ t }}</i>';
    return `${this.tag('apply', chain.join('|'))}${body}${this.tag('endapply')}`;
  }

  include(): string {
    const { dice } = this;
    const name = dice.pick(["'item'", "'plain'", "'card'", "['none', 'item']", "'open'", "'script'"]);
    const extra = dice.pick([
      '',
      '',
      ' with {x: t}',
      ' with {x: 1} only',
      ' only',
      " with {t: '<i>'}",
      ' ignore missing',
    ]);
    return dice.either(
      () => this.tag('include', name + extra),
      () =>
        `{{ include(${name}${dice.pick(['', ', {x: t}', ', {x: 1}, false', ', with_context = false', ', ignore_missing: true'])})${dice.pick(['', '', '|upper', '|raw', '|trim', '|length'])} }}`,
    );
  }

  embed(depth: number): string {
    const { dice } = this;
    const [name, blocks] = dice.pick<[string, string[]]>([
      ['card', ['head', 'body']],
      ['base', ['a', 'b']],
      ['middle', ['a', 'b']],
      ['open', ['a', 'b']],
      ['script', ['a']],
    ]);
    const overriding = blocks
      .filter(() => dice.chance(0.6))
      .map((block) => `${this.tag('block', block)}${this.overriding(depth)}${this.tag('endblock')}`);
    const extra = dice.pick(['', '', ' with {x: t}', ' with {t: 1} only', ' only']);
    return `${this.tag('embed', `'${name}'${extra}`)}${overriding.join('')}${this.tag('endembed')}`;
  }

  overriding(depth: number): string {
    return this.dice.pick([
      '{{ t }}',
      '{{ parent() }}',
      '{{ t }}{{ parent()|upper }}',
      `{{ x }}${this.print(1)}`,
      this.escapedPrint(),
      depth > 0 ? this.plainPiece(depth - 1) : 'own',
    ]);
  }

  escapedPrint(): string {
    return `{% autoescape ${this.dice.pick(strategies)} %}{{ t }}{{ parent() }}{% endautoescape %}`;
  }

  /** A piece without blocks, whose names could clash with those of the surrounding template. */
  plainPiece(depth: number): string {
    return this.dice.either(
      () => this.print(2),
      () => this.loop(0),
      () => this.apply(0),
      () => this.set(0),
      () => this.include(),
      () => this.embed(depth - 1),
    );
  }

  /** A template with a parent; the parent may be generated as well. */
  child(own: Record<string, string>): string {
    const { dice } = this;
    if (dice.chance(0.4)) {
      own.own = `${this.body(1)}{% autoescape ${dice.pick(strategies)} %}{% block a %}${this.plainPiece(1)}{{ t }}{% endblock %}{% endautoescape %}{% block b %}{{ x }}{% endblock %}`;
    }
    const parent = own.own === undefined ? dice.pick(['base', 'middle', 'script', 'open']) : 'own';
    const use = dice.chance(0.2)
      ? `{% use 'blocks'${dice.pick(['', ' with c as d', ' with a as own_a'])} %}`
      : '';
    const set = dice.chance(0.3) ? `{% set x = ${this.expressions.operand(1)} %}` : '';
    const blocks = ['a', 'b']
      .filter(() => dice.chance(0.7))
      .map((name) => {
        const inner = `${this.tag('block', name)}${this.overriding(1)}${dice.pick(['', "{{ block('b') is defined ? 'b' : '' }}", `{{ block('c') is defined ? block('c') : '' }}`])}${this.tag('endblock')}`;
        return dice.chance(0.25)
          ? `{% autoescape ${dice.pick(strategies)} %}${inner}{% endautoescape %}`
          : inner;
      });
    return `{% extends '${parent}' %}${use}${set}${blocks.join('')}`;
  }

  macro(): string {
    const { dice, expressions } = this;
    const fallback = dice.pick(["'d'", '1', 'null', "'<u>'", '[]', 't', 'v => v']).replace('v => v', "'x'");
    const declared = `{% macro m(a, b = ${fallback}, c) %}${dice.pick(['{{ a }}-{{ b is iterable ? "list" : b }}-{{ c }}', '<i>{{ a }}</i>{{ varargs|join("+") }}', "{{ a|default('none') }}{{ b is defined }}{{ c is null ? 'null' : c }}", '{% autoescape false %}{{ a }}{% endautoescape %}{{ c }}', '{% set b = a %}{{ b }}{{ t }}'])}{% endmacro %}`;
    const value = () => (dice.chance(0.3) ? dice.pick(captures)[0] : expressions.operand(1));
    const given = dice.either(
      () => '',
      () => value(),
      () => `${value()}, ${value()}`,
      () => `b: ${value()}, a: ${value()}`,
      () => `${value()}, c = ${value()}`,
      () => `${value()}, 2, 3, ${value()}`,
      () => `...[${value()}, ${value()}]`,
    );
    const call = dice.either(
      () => `{{ _self.m(${given}) }}`,
      () => `{% import _self as f %}{{ f.m(${given}) }}{{ f.m(${given})|upper }}`,
      () => `{% from _self import m as g %}{% set r = g(${given}) %}{{ r }}{{ r|length }}`,
      () => `{% from 'macros' import show, twice %}{{ show(${value()}) }}{{ twice(${value()}) }}`,
      () =>
        `{% import 'macros' as lib %}{{ lib.show(${value()}, suffix = ${value()}) }}{{ lib.twice(t) ~ t }}`,
    );
    return call.includes('.m(') || call.includes(' m ') ? declared + call : call;
  }

  tag(name: string, rest = ''): string {
    return `${this.open('{%')} ${name}${rest === '' ? '' : ` ${rest}`} ${this.close('%}')}`;
  }

  open(bracket: string): string {
    return bracket + (this.dice.chance(0.08) ? this.dice.pick(['-', '~']) : '');
  }

  close(bracket: string): string {
    return (this.dice.chance(0.08) ? this.dice.pick(['-', '~']) : '') + bracket;
  }
}

/** Inserts the `set` tags of the captured texts that a template names, after its `extends` tag if it has one. */
function withCaptures(template: string): string {
  const tags = captures.filter(([name]) => new RegExp(`\\b${name}\\b`).test(template)).map(([, tag]) => tag);
  const extending = /^\{% extends '\w+' %\}/.exec(template)?.[0] ?? '';
  return extending + tags.join('') + template.slice(extending.length);
}
