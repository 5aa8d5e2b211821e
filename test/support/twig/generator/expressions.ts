/** Generates expressions: values with filters, functions, tests and operators. */
import type { Dice } from './dice.ts';
import {
  arithmetic,
  captures,
  comparisons,
  filters,
  functions,
  lists,
  logic,
  mappings,
  numbers,
  oddities,
  type Parameters,
  tests,
  texts,
  textual,
} from './vocabulary.ts';

/** Filters by the subjects they suit: most cases should give a result, and the others cover the errors. */
const suited: readonly (readonly [subjects: readonly string[], filters: readonly string[]])[] = [
  [
    texts,
    'capitalize default e escape first format join json_encode last length lower nl2br raw replace reverse slice spaceless split striptags title trim upper url_encode'.split(
      ' ',
    ),
  ],
  [numbers, 'abs number_format round default json_encode length e'.split(' ')],
  [
    [...lists, ...mappings],
    'batch column filter find first join json_encode keys last length map merge reduce reverse slice sort default url_encode'.split(
      ' ',
    ),
  ],
];

export class Expressions {
  readonly dice: Dice;

  constructor(dice: Dice) {
    this.dice = dice;
  }

  /** A value of any type, nested at most `depth` operations deep. */
  any(depth: number): string {
    const { dice } = this;
    if (depth <= 0) return this.leaf();
    return dice.either(
      () => this.filtered(depth),
      () => this.filtered(depth),
      () => this.operation(depth),
      () => this.tested(depth),
      () => this.call(),
      () => this.choice(depth),
      () => this.collection(depth),
      () => this.access(),
    );
  }

  leaf(): string {
    const { dice } = this;
    const [capture] = dice.pick(captures);
    return dice.either(
      () => dice.pick(texts),
      () => dice.pick(numbers),
      () => dice.pick(lists),
      () => dice.pick(mappings),
      () => dice.pick(oddities),
      () => capture,
    );
  }

  /** A name, a literal or a group, any of which may precede `|`, `.` and `is`. */
  operand(depth: number): string {
    const made = this.any(depth);
    return /^(?:\w+|'[^'\\]*'|\[[^[\]]*\])$/.test(made) ? made : `(${made})`;
  }

  filtered(depth: number): string {
    const { dice } = this;
    if (dice.chance(0.3)) {
      const subject = dice.chance(0.5) ? dice.pick(captures)[0] : this.operand(depth - 1);
      return `${group(subject)}|${this.filter(dice.pick(Object.keys(filters)))}`;
    }
    const [subjects, names] = dice.pick(suited);
    const subject = dice.chance(0.2) ? dice.pick(oddities) : dice.pick(subjects);
    const chain = dice.several(1, depth, () => this.filter(dice.pick(names)));
    return `${group(subject)}|${chain.join('|')}`;
  }

  filter(name: string): string {
    return name + this.arguments(filters[name] as Parameters);
  }

  tested(depth: number): string {
    const { dice } = this;
    return dice.chance(0.2)
      ? `${dice.pick(['missing', 'm.a', 'm.c', 'm.zz', 'l[0]', 'l[9]', 'n'])} is defined ? 'y' : 'n'`
      : this.test(this.operand(depth - 1));
  }

  test(subject: string): string {
    const { dice } = this;
    const name = dice.pick(Object.keys(tests));
    const test = `${subject} is ${dice.chance(0.2) ? 'not ' : ''}${name}${this.arguments(tests[name] as Parameters)}`;
    return dice.chance(0.7) ? `${test} ? 'y' : 'n'` : test;
  }

  /** A call with `first` as its first argument, or with a suitable one. */
  call(first?: string): string {
    const name = this.dice.pick(Object.keys(functions));
    return name + (this.arguments(functions[name] as Parameters, 1, first) || '()');
  }

  operation(depth: number): string {
    const { dice } = this;
    return dice.either(
      () => `${this.number()} ${dice.pick(arithmetic)} ${this.number()}`,
      () => `${this.operand(depth - 1)} ${dice.pick(comparisons)} ${this.operand(depth - 1)}`,
      () => `${this.operand(depth - 1)} ${dice.pick(logic)} ${this.operand(depth - 1)}`,
      () => `${this.operand(depth - 1)} ${dice.pick(textual)} ${this.operand(depth - 1)}`,
      () => `not ${this.operand(depth - 1)}`,
    );
  }

  choice(depth: number): string {
    const { dice } = this;
    const test = this.operand(depth - 1);
    const [then, otherwise] = [this.operand(depth - 1), this.operand(0)];
    return dice.pick([
      `${test} ? ${then} : ${otherwise}`,
      `${test} ?: ${then}`,
      `${test} ?? ${then}`,
      `${test} ? ${then}`,
    ]);
  }

  collection(depth: number): string {
    const { dice } = this;
    const item = () => this.operand(depth - 1);
    const made = dice.either(
      () => `[${dice.several(0, 3, item).join(', ')}]`,
      () => `{${dice.several(1, 3, (index) => `${'abc'[index]}: ${item()}`).join(', ')}}`,
      () => `[...${dice.pick(lists)}, ${item()}]`,
      () => `{...${dice.pick(mappings)}, z: ${item()}}`,
    );
    return `${made}|${dice.pick(['json_encode', "join('/')", 'length', 'first', 'keys|join', 'last'])}`;
  }

  access(): string {
    const { dice } = this;
    return dice.pick([
      'm.a',
      "m['b']",
      'm.missing',
      'deep.x.y',
      'deep.x.list[1]',
      'deep?.x?.zz',
      'missing?.a?.b',
      'rows[0].name',
      'rows.1.tag',
      'l[1:]|join',
      's[1:3]',
      's[-2:]',
      'names[:1]|join',
      "m.('a')",
      "m[('b')]",
      'l[0] ?? t',
      'missing.a ?? t',
      '"a#{t}b"',
      '"#{num + 1}<"',
      '(rows|first).name',
      'rows|map(r => r.name)|join',
      'rows|filter(r => r.on)|map(r => r.tag)|join',
      'rows|reduce((c, r) => c + r.n, 0)',
      'rows|sort((a, b) => a.n <=> b.n)|column("name")|join',
      'l has some v => v > 2',
      'l has every v => v > 2',
      "s matches '/o w/i'",
      "t matches '{^<}'",
      "'2024-05-01'|date('d.m.Y')",
      "date('2024-05-01 10:30')|date('H:i')",
    ]);
  }

  number(): string {
    return this.dice.pick([...numbers, 'digits', 'l|length', 'm.a']);
  }

  /** At least `least` arguments in parentheses, positional, named or both. Returns '' if there are none. */
  arguments(parameters: Parameters, least = 0, first?: string): string {
    const { dice } = this;
    const required = least + (dice.chance(0.75) ? 1 : 0);
    const count = Math.min(parameters.length, Math.max(required, dice.below(parameters.length + 1)));
    if (count === 0) return '';
    const named = dice.chance(0.25);
    const separator = dice.pick(['=', ': ']);
    const from = named ? dice.below(count) : count;
    const parts = parameters.slice(0, count).map(([name, ...values], index) => {
      const suitable = dice.chance(0.12) ? dice.pick([...oddities, 'markup', 'blank']) : dice.pick(values);
      const value = index === 0 ? (first ?? suitable) : suitable;
      return index >= from && name !== '' ? `${name}${separator}${value}` : value;
    });
    return `(${parts.join(', ')})`;
  }
}

function group(subject: string): string {
  return /^-|\.\.| /.test(subject) && !/^[[{('"]/.test(subject) ? `(${subject})` : subject;
}
