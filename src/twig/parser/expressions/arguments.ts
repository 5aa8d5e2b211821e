/** Parses the lists in parentheses: the arguments of calls and the parameters of macros. */

import type { Argument, Expression, MacroParameter } from '../ast.ts';
import type { ExpressionParser } from '../expression-parser.ts';
import { checkAssignable } from './targets.ts';

export function parseArguments(parser: ExpressionParser): Argument[] {
  const { stream } = parser;
  stream.expect('punctuation', '(', 'A list of arguments begins with a parenthesis');
  const args: Argument[] = [];
  const names = new Set<string>();
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
      if (names.has(token.value)) stream.fail(`Argument "${token.value}" is given twice.`, token.at);
      names.add(token.value);
      args.push({ name: token.value, value: parser.parse(), spread: false });
      continue;
    }
    const spread = stream.nextIf('operator', '...') !== null;
    if (names.size > 0 && !spread)
      stream.fail('Positional arguments cannot come after named ones.', token.at);
    const value = parser.parse();
    if (stream.test('operator', '=') || stream.test('punctuation', ':')) {
      stream.fail('The name of an argument must be a name.', token.at);
    }
    args.push({ name: null, value, spread });
  }
  stream.expect('punctuation', ')', 'A list of arguments is closed by a parenthesis');
  return args;
}

/** Parses the parameters of a macro. Their defaults must be constants. */
export function parseParameters(parser: ExpressionParser): MacroParameter[] {
  const { stream } = parser;
  stream.expect('punctuation', '(', 'The parameters of a macro begin with a parenthesis');
  const parameters: MacroParameter[] = [];
  const names = new Set<string>();
  while (!stream.test('punctuation', ')')) {
    if (parameters.length > 0) {
      stream.expect('punctuation', ',', 'Parameters are separated by commas');
      if (stream.test('punctuation', ')')) break;
    }
    const token = stream.expect('name', undefined, 'A parameter must be a name');
    if (names.has(token.value)) stream.fail(`Parameter "${token.value}" is declared twice.`, token.at);
    names.add(token.value);
    checkAssignable(parser, token.value, token.at);
    if (token.value === 'varargs') {
      stream.fail('The name "varargs" is taken by the arguments without a parameter.', token.at);
    }
    let fallback: Expression | null = null;
    const sign = stream.nextIf('operator', '=') ?? stream.nextIf('punctuation', ':');
    if (sign) {
      fallback = parser.parse();
      if (!isConstant(fallback)) {
        stream.fail('The default of a parameter must be a constant.', sign.at);
      }
    }
    parameters.push({ name: token.value, fallback });
  }
  stream.expect('punctuation', ')', 'The parameters of a macro are closed by a parenthesis');
  return parameters;
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
