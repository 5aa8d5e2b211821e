/** Parses expressions by precedence climbing. */

import { suggestName } from '../foreign-names.ts';
import type { TokenStream } from '../lexer/token-stream.ts';
import { compileLimits } from '../limits.ts';
import type { Argument, Expression, ModuleReference } from './ast.ts';
import { parseArguments } from './expressions/arguments.ts';
import { parseCall } from './expressions/call.ts';
import { parseGroup, parseMapping, parseSequence, parseString } from './expressions/literals.ts';
import { parsePostfix } from './expressions/postfix.ts';
import { checkUnreserved, toAssignmentTarget } from './expressions/targets.ts';
import { binaryOperators, unaryOperators, word } from './operators.ts';

/** The state of the surrounding template that the meaning of an expression depends on. */
export interface ExpressionContext {
  readonly filters: ReadonlyMap<string, unknown>;
  readonly functions: ReadonlyMap<string, unknown>;
  readonly tests: ReadonlyMap<string, { readonly takesOne: boolean }>;
  importedModule(alias: string): ModuleReference | undefined;
  importedMacro(alias: string): { module: ModuleReference; name: string } | undefined;
  /** Records that an expression may read the state of the enclosing loop. */
  usesLoop(): void;
  /** Returns why `parent()` is not allowed at this point, or null if it is allowed. */
  whyNoParent(): string | null;
}

export class ExpressionParser {
  readonly stream: TokenStream;
  readonly context: ExpressionContext;

  constructor(stream: TokenStream, context: ExpressionContext) {
    this.stream = stream;
    this.context = context;
  }

  parse(precedence = 0): Expression {
    const stream = this.stream;
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
    const stream = this.stream;
    const token = stream.current;
    if (token.type === 'operator') {
      const precedence = unaryOperators.get(token.value);
      if (precedence !== undefined && token.value !== '...') {
        stream.next();
        const operand = this.parse(precedence);
        if (token.value !== 'not' && operand.kind === 'constant' && typeof operand.value === 'number') {
          if (token.value === '+') return operand;
          // `-2 ** 2` is -(2 ** 2), so `#infix` looks for this minus sign on the left of a power.
          return { kind: 'unary', at: token.at, operator: '-', operand };
        }
        return { kind: 'unary', at: token.at, operator: token.value, operand };
      }
    }
    return parsePostfix(this, this.#primary());
  }

  #infix(left: Expression, operator: string, at: number, precedence: number, right: boolean): Expression {
    if (operator === 'is' || operator === 'is not') {
      return this.#test(left, at, operator === 'is not');
    }
    if (operator === '=')
      return { kind: 'assign', at, target: toAssignmentTarget(this, left), value: this.parse(0) };
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
    const stream = this.stream;
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
    const stream = this.stream;
    const { tests } = this.context;
    const first = stream.expect('name');
    let name = first.value;
    const second = stream.current;
    if (second.type === 'name' && tests.has(`${name} ${second.value}`)) {
      name = `${name} ${second.value}`;
      stream.next();
    }
    const test = tests.get(name);
    if (!test) {
      return stream.fail(`Unknown test "${name}".${suggestName('test', name, this.context)}`, at);
    }
    let args: Argument[] = [];
    if (stream.test('punctuation', '(')) args = parseArguments(this);
    else if (test.takesOne) args = [{ name: null, value: this.parse(100), spread: false }];
    const tested: Expression = {
      kind: 'test',
      at,
      name,
      input: name === 'defined' ? this.#macroOr(input) : input,
      arguments: args,
      negated,
    };
    return stream.test('punctuation', '|') ? parsePostfix(this, tested) : tested;
  }

  /** Converts a name imported by a `from` tag to its macro. Returns any other node unchanged. */
  #macroOr(node: Expression): Expression {
    const macro = node.kind === 'name' ? this.context.importedMacro(node.name) : undefined;
    return macro ? { kind: 'macro', at: node.at, ...macro, arguments: [] } : node;
  }

  #primary(): Expression {
    const stream = this.stream;
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
        return parseString(this);
      case 'operator':
        // An operator that is a word, such as `in`, is a name in the position of a value.
        if (word.test(token.value) && !token.value.includes(' ')) {
          stream.next();
          return { kind: 'name', at: token.at, name: token.value };
        }
        return stream.unexpected();
      case 'punctuation':
        if (token.value === '[') return parseSequence(this);
        if (token.value === '{') return parseMapping(this);
        if (token.value === '(') return parseGroup(this);
        return stream.unexpected();
      default:
        return stream.unexpected();
    }
  }

  #name(name: string, at: number): Expression {
    const stream = this.stream;
    const lower = name.toLowerCase();
    if (stream.test('operator', '=>')) {
      checkUnreserved(this, name, at);
      return this.arrow([name], at);
    }
    if (stream.test('punctuation', '(')) return parseCall(this, name, at);
    if (lower === 'true') return { kind: 'constant', at, value: true };
    if (lower === 'false') return { kind: 'constant', at, value: false };
    if (lower === 'null' || lower === 'none') return { kind: 'constant', at, value: null };
    if (name === 'loop' || name === '_context') this.context.usesLoop();
    return { kind: 'name', at, name };
  }

  /** Parses the rest of an arrow function, after its parameters. */
  arrow(parameters: string[], at: number): Expression {
    this.stream.expect('operator', '=>');
    return { kind: 'arrow', at, parameters, body: this.parse() };
  }
}
