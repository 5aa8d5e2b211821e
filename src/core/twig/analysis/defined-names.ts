/** What a condition says about names: where `a is defined and b` holds, `a` can be read without an error. */
import type { Expression } from '../parser/ast.ts';

/** Each part of a condition is asked again: without a bound the time would grow with the square of a long one. */
const maxDepth = 20;

/** Constants that count as false, and so tell a missing value from one that is there. */
const falsy = new Set<unknown>([null, false, '', '0', 0, 0n]);

/**
 * Names that are certainly defined where the condition has this outcome.
 *
 * @example
 * // Of the tree of `a is defined and not (b.c is not defined)`:
 * definedNames(tree, true); // ['a', 'b']
 */
export function definedNames(test: Expression, outcome: boolean, depth = 0): string[] {
  if (depth > maxDepth) return [];
  switch (test.kind) {
    case 'test':
      return test.name === 'defined' && test.negated !== outcome ? nameOf(test.input) : [];
    case 'unary':
      return test.operator === 'not' ? definedNames(test.operand, !outcome, depth + 1) : [];
    case 'filter': {
      const [fallback] = test.arguments;
      const isFalsy = fallback === undefined || isFalsyConstant(fallback.value);
      return outcome && test.name === 'default' && isFalsy ? nameOf(test.input) : [];
    }
    case 'binary': {
      const { operator, left, right } = test;
      if (operator === (outcome ? 'and' : 'or')) {
        return [...definedNames(left, outcome, depth + 1), ...definedNames(right, outcome, depth + 1)];
      }
      return outcome && operator === '??' && isFalsyConstant(right) ? nameOf(left) : [];
    }
    default:
      return [];
  }
}

const isFalsyConstant = (node: Expression): boolean => node.kind === 'constant' && falsy.has(node.value);

/** The variable that an expression such as `a.b.c` begins with: where that is defined, so is `a`. */
function nameOf(node: Expression): string[] {
  if (node.kind === 'attribute') return nameOf(node.object);
  return node.kind === 'name' ? [node.name] : [];
}
