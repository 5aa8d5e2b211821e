/** Parses assignment targets: names, and sequences and mappings of targets. */

import type { AssignmentTarget, Expression } from '../ast.ts';
import type { ExpressionParser } from '../expression-parser.ts';
import { word } from '../operators.ts';

const reserved = new Set(['true', 'false', 'none', 'null']);
const own = new Set(['_self', '_context', '_charset']);

/** Parses the names before `=` in a `set` tag or `in` in a `for` tag. */
export function parseTargets(parser: ExpressionParser): string[] {
  const { stream } = parser;
  const names: string[] = [];
  do {
    const token = stream.current;
    if (token.type === 'operator' && word.test(token.value)) stream.next();
    else stream.expect('name', undefined, 'Only variables can be assigned to');
    checkAssignable(parser, token.value, token.at);
    names.push(token.value);
  } while (stream.nextIf('punctuation', ','));
  return names;
}

/** Converts the expression before `=` to a target. Throws a `TemplateSyntaxError` if it is not assignable. */
export function toAssignmentTarget(parser: ExpressionParser, node: Expression): AssignmentTarget {
  if (node.kind === 'name') {
    checkAssignable(parser, node.name, node.at);
    return { kind: 'variable', name: node.name };
  }
  if (node.kind === 'list') {
    const targets = node.items.map((each) => {
      if (each.spread) parser.stream.fail('A spread cannot be assigned to.', each.value.at);
      return isHole(each.value) ? null : toAssignmentTarget(parser, each.value);
    });
    return { kind: 'list', targets };
  }
  if (node.kind === 'hash') {
    const entries = node.entries.map((each) => {
      if (each.key?.kind !== 'constant') parser.stream.fail('Only plain keys can be taken apart.', node.at);
      return { key: String(each.key.value), target: toAssignmentTarget(parser, each.value) };
    });
    return { kind: 'hash', entries };
  }
  return parser.stream.fail('Only variables can be assigned to.', node.at);
}

/** Throws a `TemplateSyntaxError` for a name that no variable may have. */
export function checkAssignable(parser: ExpressionParser, name: string, at: number): void {
  if (reserved.has(name.toLowerCase()) || own.has(name)) {
    parser.stream.fail(`"${name}" cannot be assigned to.`, at);
  }
}

/** Throws a `TemplateSyntaxError` for the name of a constant, such as `true` or `none`. */
export function checkUnreserved(parser: ExpressionParser, name: string, at: number): void {
  if (reserved.has(name.toLowerCase())) parser.stream.fail(`"${name}" cannot be assigned to.`, at);
}

/** Whether a node is the hole in a sequence such as `[, second] = pair`. */
export function isHole(node: Expression): boolean {
  return node.kind === 'name' && node.name === '';
}
