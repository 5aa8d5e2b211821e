/** Parses strings, sequences, mappings and parenthesized expressions. */

import type { Expression, HashEntry, Item } from '../ast.ts';
import type { ExpressionParser } from '../expression-parser.ts';
import { word } from '../operators.ts';
import { isHole } from './targets.ts';

/** Parses a string with its interpolated expressions. */
export function parseString(parser: ExpressionParser): Expression {
  const { stream } = parser;
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
      parts.push(parser.parse());
      stream.expect('interpolation end');
      plain = false;
    } else break;
  }
  if (parts.length === 1 && parts[0]?.kind === 'constant') return parts[0];
  return { kind: 'concat', at, parts };
}

export function parseSequence(parser: ExpressionParser): Expression {
  const { stream } = parser;
  const at = stream.expect('punctuation', '[').at;
  const items: Item[] = [];
  while (!stream.test('punctuation', ']')) {
    if (items.length > 0) {
      stream.expect('punctuation', ',', 'The items of a sequence are separated by commas');
      if (stream.test('punctuation', ']')) break;
    }
    if (stream.test('punctuation', ',')) {
      // `[, second] = pair` skips an item. A hole in any other sequence is an error, which is reported below.
      items.push({ value: { kind: 'name', at: stream.current.at, name: '' }, spread: false });
      continue;
    }
    const spread = stream.nextIf('operator', '...') !== null;
    items.push({ value: parser.parse(), spread });
  }
  stream.expect('punctuation', ']', 'A sequence is not closed');
  const hole = items.find((each) => isHole(each.value));
  if (hole && !stream.test('operator', '=')) stream.fail('A sequence has an empty place.', hole.value.at);
  return { kind: 'list', at, items };
}

export function parseMapping(parser: ExpressionParser): Expression {
  const { stream } = parser;
  const at = stream.expect('punctuation', '{').at;
  const entries: HashEntry[] = [];
  while (!stream.test('punctuation', '}')) {
    if (entries.length > 0) {
      stream.expect('punctuation', ',', 'The entries of a mapping are separated by commas');
      if (stream.test('punctuation', '}')) break;
    }
    if (stream.nextIf('operator', '...')) {
      entries.push({ key: null, value: parser.parse() });
      continue;
    }
    const token = stream.current;
    let key: Expression;
    if (token.type === 'name' || (token.type === 'operator' && word.test(token.value))) {
      stream.next();
      key = { kind: 'constant', at: token.at, value: token.value };
      if (token.type === 'name' && (stream.test('punctuation', ',') || stream.test('punctuation', '}'))) {
        if (token.value === 'loop' || token.value === '_context') parser.context.usesLoop();
        entries.push({ key, value: { kind: 'name', at: token.at, name: token.value } });
        continue;
      }
    } else if (token.type === 'string' || token.type === 'interpolation start') key = parseString(parser);
    else if (token.type === 'number') {
      stream.next();
      key = { kind: 'constant', at: token.at, value: token.number as number | bigint };
    } else if (token.type === 'punctuation' && token.value === '(') key = parseGroup(parser);
    else {
      return stream.unexpected(
        undefined,
        'A key of a mapping is a quoted string, a number, a name, or an expression in parentheses',
      );
    }
    stream.expect('punctuation', ':', 'A key of a mapping is followed by a colon');
    entries.push({ key, value: parser.parse() });
  }
  stream.expect('punctuation', '}', 'A mapping is not closed');
  return { kind: 'hash', at, entries };
}

/** Parses an expression in parentheses, or an arrow function whose parameters are in parentheses. */
export function parseGroup(parser: ExpressionParser): Expression {
  const { stream } = parser;
  const at = stream.expect('punctuation', '(').at;
  if (stream.nextIf('punctuation', ')')) return parser.arrow([], at);
  const first = parser.parse();
  if (stream.nextIf('punctuation', ')')) {
    if (first.kind === 'name' && stream.test('operator', '=>')) return parser.arrow([first.name], at);
    if (first.kind === 'unary' || first.kind === 'name') first.grouped = true;
    // `~` appends to a concatenation on its left, so one in parentheses is wrapped to keep it apart.
    return first.kind === 'concat' ? { kind: 'concat', at, parts: [first] } : first;
  }
  const names: string[] = [];
  if (first.kind === 'name') names.push(first.name);
  else stream.unexpected(undefined, 'An opened parenthesis is not properly closed');
  while (stream.nextIf('punctuation', ',')) names.push(stream.expect('name').value);
  stream.expect('punctuation', ')', 'An opened parenthesis is not properly closed');
  return parser.arrow(names, at);
}
