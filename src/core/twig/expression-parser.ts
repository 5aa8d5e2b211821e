/** Expressions by operator precedence. */
import { compileLimits } from './limits.ts';
import type {
  Argument,
  Expression,
  HashEntry,
  Item,
  MacroParameter,
  ModuleReference,
  Target,
} from './nodes.ts';
import { binaryOperators, unaryOperators } from './operators.ts';
import { suggest } from './suggest.ts';
import type { TokenStream } from './token-stream.ts';

/** What expressions need to know about the template around them. */
export interface ExpressionContext {
  readonly filters: ReadonlyMap<string, unknown>;
  readonly functions: ReadonlyMap<string, unknown>;
  readonly tests: ReadonlyMap<string, { readonly takesOne: boolean }>;
  importedModule(alias: string): ModuleReference | undefined;
  importedMacro(alias: string): { module: ModuleReference; name: string } | undefined;
  /** A name was read that may show the state of a loop. */
  usesLoop(): void;
}

const word = /^[a-zA-Z_\u0080-\uffff]/;
const reserved = new Set(['true', 'false', 'none', 'null']);
/** Functions that hand the variables around them on. */
const seesContext = new Set(['include', 'block', 'parent']);

export class ExpressionParser {
  readonly #stream: TokenStream;
  readonly #context: ExpressionContext;

  constructor(stream: TokenStream, context: ExpressionContext) {
    this.#stream = stream;
    this.#context = context;
  }

  parse(precedence = 0): Expression {
    const stream = this.#stream;
    const start = stream.current.at;
    return stream.nested(start, () => {
      let left = this.#prefix();
      for (let links = 0; ; links++) {
        if (links > compileLimits.chain) stream.fail(`More than ${compileLimits.chain} operators in a row.`);
        const token = stream.current;
        if (token.type === 'punctuation' && token.value === '?' && precedence <= 0) {
          stream.next();
          left = this.#ternary(left, token.at);
          continue;
        }
        if (token.type !== 'operator') return left;
        const operator = binaryOperators.get(token.value);
        if (!operator || operator.precedence < precedence) return left;
        stream.next();
        left = this.#infix(
          left,
          token.value,
          token.at,
          operator.precedence,
          operator.rightAssociative === true,
        );
        if (left.kind === 'concat' && links > 0) links--;
      }
    });
  }

  #prefix(): Expression {
    const stream = this.#stream;
    const token = stream.current;
    if (token.type === 'operator') {
      const precedence = unaryOperators.get(token.value);
      if (precedence !== undefined && token.value !== '...') {
        stream.next();
        const operand = this.parse(precedence);
        if (token.value !== 'not' && operand.kind === 'constant' && typeof operand.value === 'number') {
          if (token.value === '+') return operand;
          // `-2 ** 2` is -(2 ** 2): a power looks for this sign.
          return { kind: 'unary', at: token.at, operator: '-', operand };
        }
        return { kind: 'unary', at: token.at, operator: token.value, operand };
      }
    }
    return this.#postfix(this.#primary());
  }

  #infix(left: Expression, operator: string, at: number, precedence: number, right: boolean): Expression {
    if (operator === 'is' || operator === 'is not') {
      const test = this.#test(left, at, operator === 'is not');
      return test;
    }
    if (operator === '=') return { kind: 'assign', at, target: this.#target(left), value: this.parse(0) };
    const operand = this.parse(right ? precedence : precedence + 1);
    if (operator === '~') {
      if (left.kind === 'concat') {
        left.parts.push(operand);
        return left;
      }
      return { kind: 'concat', at, parts: [left, operand] };
    }
    if (operator === '**' && left.kind === 'unary' && left.operator === '-' && !left.grouped) {
      const power: Expression = { kind: 'binary', at, operator, left: left.operand, right: operand };
      return { kind: 'unary', at: left.at, operator: '-', operand: power };
    }
    return { kind: 'binary', at, operator, left, right: operand };
  }

  #ternary(test: Expression, at: number): Expression {
    const stream = this.#stream;
    if (stream.nextIf('punctuation', ':')) {
      return { kind: 'binary', at, operator: '?:', left: test, right: this.parse() };
    }
    const then = this.parse();
    const otherwise: Expression = stream.nextIf('punctuation', ':')
      ? this.parse()
      : { kind: 'constant', at, value: '' };
    return { kind: 'conditional', at, test, then, else: otherwise };
  }

  #test(input: Expression, at: number, negated: boolean): Expression {
    const stream = this.#stream;
    const { tests } = this.#context;
    const first = stream.expect('name');
    let name = first.value;
    const second = stream.current;
    if (second.type === 'name' && tests.has(`${name} ${second.value}`)) {
      name = `${name} ${second.value}`;
      stream.next();
    }
    const test = tests.get(name);
    if (!test) {
      return stream.fail(`Unknown test "${name}".${suggest(name, tests.keys())}`, first.at);
    }
    let args: Argument[] = [];
    if (stream.test('punctuation', '(')) args = this.parseArguments();
    else if (test.takesOne) args = [{ name: null, value: this.parse(100), spread: false }];
    return { kind: 'test', at, name, input, arguments: args, negated };
  }

  #primary(): Expression {
    const stream = this.#stream;
    const token = stream.current;
    switch (token.type) {
      case 'name':
        stream.next();
        return this.#name(token.value, token.at);
      case 'number':
        stream.next();
        return { kind: 'constant', at: token.at, value: token.number as number | bigint };
      case 'string':
      case 'interpolation start':
        return this.#string();
      case 'operator':
        // `starts`, `in` and their like are names where a value stands.
        if (word.test(token.value) && !token.value.includes(' ')) {
          stream.next();
          return { kind: 'name', at: token.at, name: token.value };
        }
        if (token.value === '=>') return stream.unexpected();
        return stream.unexpected();
      case 'punctuation':
        if (token.value === '[') return this.#list();
        if (token.value === '{') return this.#hash();
        if (token.value === '(') return this.#group();
        return stream.unexpected();
      default:
        return stream.unexpected();
    }
  }

  #name(name: string, at: number): Expression {
    const stream = this.#stream;
    const lower = name.toLowerCase();
    if (stream.test('operator', '=>')) return this.#arrow([name], at);
    if (stream.test('punctuation', '(')) return this.#call(name, at);
    if (lower === 'true') return { kind: 'constant', at, value: true };
    if (lower === 'false') return { kind: 'constant', at, value: false };
    if (lower === 'null' || lower === 'none') return { kind: 'constant', at, value: null };
    if (name === 'loop' || name === '_context') this.#context.usesLoop();
    return { kind: 'name', at, name };
  }

  #arrow(parameters: string[], at: number): Expression {
    this.#stream.expect('operator', '=>');
    return { kind: 'arrow', at, parameters, body: this.parse() };
  }

  #call(name: string, at: number): Expression {
    const stream = this.#stream;
    const imported = this.#context.importedMacro(name);
    if (imported) {
      return {
        kind: 'macro',
        at,
        module: imported.module,
        name: imported.name,
        arguments: this.parseArguments(),
      };
    }
    if (!this.#context.functions.has(name)) {
      stream.fail(`Unknown function "${name}".${suggest(name, this.#context.functions.keys())}`, at);
    }
    if (seesContext.has(name)) this.#context.usesLoop();
    const args = this.parseArguments();
    if (name === 'attribute') return this.#attributeCall(args, at);
    return { kind: 'function', at, name, arguments: args };
  }

  #attributeCall(args: Argument[], at: number): Expression {
    const named = (name: string, index: number) =>
      args.find((each) => each.name === name) ?? (args[index]?.name === null ? args[index] : undefined);
    const object = named('variable', 0)?.value;
    const key = named('attribute', 1)?.value;
    if (!object || !key) {
      return this.#stream.fail('The "attribute" function takes a variable and the name of an attribute.', at);
    }
    const given = named('arguments', 2)?.value;
    const values = given?.kind === 'list' ? given.items.map((each) => ({ ...each, name: null })) : [];
    return { kind: 'attribute', at, object, key, access: 'dot', arguments: values, nullSafe: false };
  }

  #string(): Expression {
    const stream = this.#stream;
    const at = stream.current.at;
    const parts: Expression[] = [];
    for (let plain = false; ; ) {
      const token = stream.current;
      if (token.type === 'string' && !plain) {
        stream.next();
        parts.push({ kind: 'constant', at: token.at, value: token.value });
        plain = true;
      } else if (token.type === 'interpolation start') {
        stream.next();
        parts.push(this.parse());
        stream.expect('interpolation end');
        plain = false;
      } else break;
    }
    if (parts.length === 1 && parts[0]?.kind === 'constant') return parts[0];
    return { kind: 'concat', at, parts };
  }

  #list(): Expression {
    const stream = this.#stream;
    const at = stream.expect('punctuation', '[').at;
    const items: Item[] = [];
    while (!stream.test('punctuation', ']')) {
      if (items.length > 0) {
        stream.expect('punctuation', ',', 'The items of a sequence are separated by commas');
        if (stream.test('punctuation', ']')) break;
      }
      if (stream.test('punctuation', ',')) {
        // `[, second] = pair` skips; anywhere else the hole is an error, which #target and compiling see.
        items.push({ value: { kind: 'name', at: stream.current.at, name: '' }, spread: false });
        continue;
      }
      const spread = stream.nextIf('operator', '...') !== null;
      items.push({ value: this.parse(), spread });
    }
    stream.expect('punctuation', ']', 'A sequence is not closed');
    const hole = items.find((each) => isHole(each.value));
    if (hole && !stream.test('operator', '=')) stream.fail('A sequence has an empty place.', hole.value.at);
    return { kind: 'list', at, items };
  }

  #hash(): Expression {
    const stream = this.#stream;
    const at = stream.expect('punctuation', '{').at;
    const entries: HashEntry[] = [];
    while (!stream.test('punctuation', '}')) {
      if (entries.length > 0) {
        stream.expect('punctuation', ',', 'The entries of a mapping are separated by commas');
        if (stream.test('punctuation', '}')) break;
      }
      if (stream.nextIf('operator', '...')) {
        entries.push({ key: null, value: this.parse() });
        continue;
      }
      const token = stream.current;
      let key: Expression;
      if (token.type === 'name' || (token.type === 'operator' && word.test(token.value))) {
        stream.next();
        key = { kind: 'constant', at: token.at, value: token.value };
        if (token.type === 'name' && (stream.test('punctuation', ',') || stream.test('punctuation', '}'))) {
          if (token.value === 'loop' || token.value === '_context') this.#context.usesLoop();
          entries.push({ key, value: { kind: 'name', at: token.at, name: token.value } });
          continue;
        }
      } else if (token.type === 'string' || token.type === 'interpolation start') key = this.#string();
      else if (token.type === 'number') {
        stream.next();
        key = { kind: 'constant', at: token.at, value: token.number as number | bigint };
      } else if (token.type === 'punctuation' && token.value === '(') key = this.#group();
      else {
        return stream.unexpected(
          undefined,
          'A key of a mapping is a quoted string, a number, a name, or an expression in parentheses',
        );
      }
      stream.expect('punctuation', ':', 'A key of a mapping is followed by a colon');
      entries.push({ key, value: this.parse() });
    }
    stream.expect('punctuation', '}', 'A mapping is not closed');
    return { kind: 'hash', at, entries };
  }

  #group(): Expression {
    const stream = this.#stream;
    const at = stream.expect('punctuation', '(').at;
    if (stream.nextIf('punctuation', ')')) return this.#arrow([], at);
    const first = this.parse();
    if (stream.nextIf('punctuation', ')')) {
      if (first.kind === 'name' && stream.test('operator', '=>')) return this.#arrow([first.name], at);
      if (first.kind === 'unary' || first.kind === 'name') first.grouped = true;
      // A concatenation in parentheses must not grow by what follows.
      return first.kind === 'concat' ? { kind: 'concat', at, parts: [first] } : first;
    }
    const names: string[] = [];
    if (first.kind === 'name') names.push(first.name);
    else stream.unexpected(undefined, 'An opened parenthesis is not properly closed');
    while (stream.nextIf('punctuation', ',')) names.push(stream.expect('name').value);
    stream.expect('punctuation', ')', 'An opened parenthesis is not properly closed');
    return this.#arrow(names, at);
  }

  #postfix(expression: Expression): Expression {
    const stream = this.#stream;
    let node = expression;
    for (let links = 0; ; links++) {
      if (links > compileLimits.chain) stream.fail(`More than ${compileLimits.chain} links in a row.`);
      const token = stream.current;
      if (token.type === 'operator' && token.value === '?.') node = this.#dot(node, true);
      else if (token.type !== 'punctuation') return node;
      else if (token.value === '.') node = this.#dot(node, false);
      else if (token.value === '[') node = this.#subscript(node);
      else if (token.value === '|') {
        stream.next();
        node = this.parseFilter(node);
      } else return node;
    }
  }

  #dot(object: Expression, nullSafe: boolean): Expression {
    const stream = this.#stream;
    const at = stream.next().at;
    const token = stream.current;
    let key: Expression;
    if (token.type === 'punctuation' && token.value === '(') {
      stream.next();
      key = this.parse();
      stream.expect('punctuation', ')');
    } else if (
      token.type === 'name' ||
      token.type === 'number' ||
      (token.type === 'operator' && word.test(token.value))
    ) {
      stream.next();
      key = { kind: 'constant', at: token.at, value: token.value };
    } else {
      return stream.unexpected('name or number expected');
    }
    const module =
      object.kind === 'name' && !object.grouped ? this.#context.importedModule(object.name) : undefined;
    if (module) {
      if (key.kind !== 'constant') return stream.fail('The name of a macro cannot be computed.', token.at);
      const args = stream.test('punctuation', '(') ? this.parseArguments() : [];
      return { kind: 'macro', at, module, name: String(key.value), arguments: args };
    }
    // `1.5.2` lexes as numbers: each of the parts is a key of its own.
    if (token.type === 'number' && token.value.includes('.')) {
      const [first, second] = token.value.split('.') as [string, string];
      const outer = this.#attribute(object, { kind: 'constant', at, value: first }, 'dot', at, nullSafe);
      return this.#attribute(outer, { kind: 'constant', at, value: second }, 'dot', at, false);
    }
    if (stream.test('punctuation', '(')) {
      return { ...this.#attribute(object, key, 'call', at, nullSafe), arguments: this.parseArguments() };
    }
    return this.#attribute(object, key, 'dot', at, nullSafe);
  }

  #attribute(
    object: Expression,
    key: Expression,
    access: 'dot' | 'bracket' | 'call',
    at: number,
    nullSafe: boolean,
  ): Expression & { kind: 'attribute' } {
    return { kind: 'attribute', at, object, key, access, arguments: [], nullSafe };
  }

  #subscript(object: Expression): Expression {
    const stream = this.#stream;
    const at = stream.next().at;
    let start: Expression = { kind: 'constant', at, value: 0 };
    if (!stream.test('punctuation', ':')) {
      start = this.parse();
      if (stream.nextIf('punctuation', ']')) return this.#attribute(object, start, 'bracket', at, false);
    }
    stream.expect('punctuation', ':');
    let length: Expression = { kind: 'constant', at, value: null };
    if (!stream.test('punctuation', ']')) length = this.parse();
    stream.expect('punctuation', ']');
    const args = [start, length].map((value) => ({ name: null, value, spread: false }));
    return { kind: 'filter', at, name: 'slice', input: object, arguments: args };
  }

  /** The name and arguments of a filter; the pipe is already read. */
  parseFilter(input: Expression): Expression {
    const stream = this.#stream;
    const token = stream.expect('name');
    if (!this.#context.filters.has(token.value)) {
      stream.fail(
        `Unknown filter "${token.value}".${suggest(token.value, this.#context.filters.keys())}`,
        token.at,
      );
    }
    const args = stream.test('punctuation', '(') ? this.parseArguments() : [];
    return { kind: 'filter', at: token.at, name: token.value, input, arguments: args };
  }

  parseArguments(): Argument[] {
    const stream = this.#stream;
    stream.expect('punctuation', '(', 'A list of arguments begins with a parenthesis');
    const args: Argument[] = [];
    let named = false;
    while (!stream.test('punctuation', ')')) {
      if (args.length > 0) {
        stream.expect('punctuation', ',', 'Arguments are separated by commas');
        if (stream.test('punctuation', ')')) break;
      }
      const token = stream.current;
      const after = stream.peek();
      if (
        token.type === 'name' &&
        ((after.type === 'operator' && after.value === '=') ||
          (after.type === 'punctuation' && after.value === ':'))
      ) {
        stream.next();
        stream.next();
        if (args.some((each) => each.name === token.value)) {
          stream.fail(`Argument "${token.value}" is given twice.`, token.at);
        }
        args.push({ name: token.value, value: this.parse(), spread: false });
        named = true;
        continue;
      }
      const spread = stream.nextIf('operator', '...') !== null;
      if (named && !spread) stream.fail('Positional arguments cannot come after named ones.', token.at);
      const value = this.parse();
      if (stream.test('operator', '=') || stream.test('punctuation', ':')) {
        stream.fail('The name of an argument must be a name.', token.at);
      }
      args.push({ name: null, value, spread });
    }
    stream.expect('punctuation', ')', 'A list of arguments is closed by a parenthesis');
    return args;
  }

  /** The parameters of a macro, with their defaults. */
  parseParameters(): MacroParameter[] {
    const stream = this.#stream;
    stream.expect('punctuation', '(', 'The parameters of a macro begin with a parenthesis');
    const parameters: MacroParameter[] = [];
    while (!stream.test('punctuation', ')')) {
      if (parameters.length > 0) {
        stream.expect('punctuation', ',', 'Parameters are separated by commas');
        if (stream.test('punctuation', ')')) break;
      }
      const token = stream.expect('name', undefined, 'A parameter must be a name');
      if (parameters.some((each) => each.name === token.value)) {
        stream.fail(`Parameter "${token.value}" is declared twice.`, token.at);
      }
      if (token.value === 'varargs') {
        stream.fail('The name "varargs" is taken by the arguments without a parameter.', token.at);
      }
      let fallback: Expression | null = null;
      if (stream.nextIf('operator', '=') || stream.nextIf('punctuation', ':')) {
        fallback = this.parse();
        if (!isConstant(fallback)) {
          stream.fail('The default of a parameter must be a constant.', token.at);
        }
      }
      parameters.push({ name: token.value, fallback });
    }
    stream.expect('punctuation', ')', 'The parameters of a macro are closed by a parenthesis');
    return parameters;
  }

  /** The names before a `=` or `in`. */
  parseTargets(): string[] {
    const stream = this.#stream;
    const names: string[] = [];
    do {
      const token = stream.current;
      if (token.type === 'operator' && word.test(token.value)) stream.next();
      else stream.expect('name', undefined, 'Only variables can be assigned to');
      this.#assignable(token.value, token.at);
      names.push(token.value);
    } while (stream.nextIf('punctuation', ','));
    return names;
  }

  #assignable(name: string, at: number): void {
    if (reserved.has(name.toLowerCase()) || name === '_self' || name === '_context' || name === '_charset') {
      this.#stream.fail(`"${name}" cannot be assigned to.`, at);
    }
  }

  #target(node: Expression): Target {
    if (node.kind === 'name') {
      this.#assignable(node.name, node.at);
      return { kind: 'variable', name: node.name };
    }
    if (node.kind === 'list') {
      const targets = node.items.map((each) => {
        if (each.spread) this.#stream.fail('A spread cannot be assigned to.', each.value.at);
        return isHole(each.value) ? null : this.#target(each.value);
      });
      return { kind: 'list', targets };
    }
    if (node.kind === 'hash') {
      const entries = node.entries.map((each) => {
        if (each.key?.kind !== 'constant') this.#stream.fail('Only plain keys can be taken apart.', node.at);
        return { key: String(each.key.value), target: this.#target(each.value) };
      });
      return { kind: 'hash', entries };
    }
    return this.#stream.fail('Only variables can be assigned to.', node.at);
  }
}

function isHole(node: Expression): boolean {
  return node.kind === 'name' && node.name === '';
}

function isConstant(node: Expression): boolean {
  if (node.kind === 'constant') return true;
  if (node.kind === 'unary') return isConstant(node.operand);
  if (node.kind === 'list') return node.items.every((each) => !each.spread && isConstant(each.value));
  if (node.kind === 'hash') {
    return node.entries.every((each) => each.key !== null && isConstant(each.key) && isConstant(each.value));
  }
  return false;
}
