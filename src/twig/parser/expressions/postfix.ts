/** Parses the operators that follow a value: `.name`, `.name(…)`, `[key]`, `|filter`. */

import { suggestName } from '../../foreign-names.ts';
import { compileLimits } from '../../limits.ts';
import type { Expression } from '../ast.ts';
import type { ExpressionParser } from '../expression-parser.ts';
import { word } from '../operators.ts';
import { parseArguments } from './arguments.ts';

export function parsePostfix(parser: ExpressionParser, expression: Expression): Expression {
  const { stream } = parser;
  let node = expression;
  for (let links = 0; ; links++) {
    if (links > compileLimits.chain) stream.fail(`More than ${compileLimits.chain} links in a row.`);
    const token = stream.current;
    if (token.type === 'operator' && token.value === '?.') node = dot(parser, node, true);
    else if (token.type !== 'punctuation') return node;
    else if (token.value === '.') node = dot(parser, node, false);
    else if (token.value === '[') node = subscript(parser, node);
    else if (token.value === '|') {
      stream.next();
      node = parseFilter(parser, node);
    } else return node;
  }
}

function dot(parser: ExpressionParser, object: Expression, nullSafe: boolean): Expression {
  const { stream } = parser;
  const at = stream.next().at;
  const token = stream.current;
  let key: Expression;
  if (token.type === 'punctuation' && token.value === '(') {
    stream.next();
    key = parser.parse();
    stream.expect('punctuation', ')');
  } else if (
    token.type === 'name' ||
    token.type === 'number' ||
    (token.type === 'operator' && word.test(token.value))
  ) {
    stream.next();
    key = { kind: 'constant', at: token.at, value: token.value };
  } else {
    if (stream.test('string')) stream.fail('Unexpected text behind a dot. Twig joins texts with "~".');
    return stream.unexpected('name or number expected');
  }
  const module =
    object.kind === 'name' && !object.grouped ? parser.context.importedModule(object.name) : undefined;
  if (module) {
    const args = stream.test('punctuation', '(') ? parseArguments(parser) : [];
    const name = key.kind === 'constant' ? String(key.value) : key;
    return { kind: 'macro', at, module, name, arguments: args };
  }
  // In `rows.1.5` the lexer reads `1.5` as one number. Each of its two parts is a key.
  if (token.type === 'number' && token.value.includes('.')) {
    const [first, second] = token.value.split('.') as [string, string];
    const outer = attribute(object, { kind: 'constant', at, value: first }, 'dot', at, nullSafe);
    return attribute(outer, { kind: 'constant', at, value: second }, 'dot', at, false);
  }
  if (stream.test('punctuation', '(')) {
    return { ...attribute(object, key, 'call', at, nullSafe), arguments: parseArguments(parser) };
  }
  return attribute(object, key, 'dot', at, nullSafe);
}

function attribute(
  object: Expression,
  key: Expression,
  access: 'dot' | 'bracket' | 'call',
  at: number,
  nullSafe: boolean,
): Expression & { kind: 'attribute' } {
  return { kind: 'attribute', at, object, key, access, arguments: [], nullSafe };
}

function subscript(parser: ExpressionParser, object: Expression): Expression {
  const { stream } = parser;
  const at = stream.next().at;
  let start: Expression = { kind: 'constant', at, value: 0 };
  if (!stream.test('punctuation', ':')) {
    start = parser.parse();
    if (stream.nextIf('punctuation', ']')) return attribute(object, start, 'bracket', at, false);
  }
  stream.expect('punctuation', ':');
  let length: Expression = { kind: 'constant', at, value: null };
  if (!stream.test('punctuation', ']')) length = parser.parse();
  stream.expect('punctuation', ']');
  const args = [start, length].map((value) => ({ name: null, value, spread: false }));
  return { kind: 'filter', at, name: 'slice', input: object, arguments: args };
}

/** Parses the name and the arguments of a filter, after the pipe. */
export function parseFilter(parser: ExpressionParser, input: Expression): Expression {
  const { stream } = parser;
  const token = stream.expect('name');
  if (!parser.context.filters.has(token.value)) {
    stream.fail(
      `Unknown filter "${token.value}".${suggestName('filter', token.value, parser.context)}`,
      token.at,
    );
  }
  const args = stream.test('punctuation', '(') ? parseArguments(parser) : [];
  return { kind: 'filter', at: token.at, name: token.value, input, arguments: args };
}
