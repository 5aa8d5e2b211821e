/** What a condition says about names: where `a is defined and b` holds, `a` can be read without an error. */
import type { Expression } from './nodes.ts';

/** Constants that count as false, and so tell a missing value from one that is there. */
const falsy = new Set<unknown>([null, false, '', '0', 0, 0n]);

/**
 * The names that are certainly defined where the condition has this outcome.
 *
 * @example
 * // Of the tree of `a is defined and not (b.c is not defined)`:
 * definedNames(tree, true); // ['a', 'b']
 */
export function definedNames(test: Expression, outcome: boolean): string[] {
  switch (test.kind) {
    case 'test':
      return test.name === 'defined' && test.negated !== outcome ? nameOf(test.input) : [];
    case 'unary':
      return test.operator === 'not' ? definedNames(test.operand, !outcome) : [];
    case 'filter': {
      const [fallback] = test.arguments;
      const isFalsy = fallback === undefined || isFalsyConstant(fallback.value);
      return outcome && test.name === 'default' && isFalsy ? nameOf(test.input) : [];
    }
    case 'binary': {
      const { operator, left, right } = test;
      if (operator === (outcome ? 'and' : 'or')) {
        return [...definedNames(left, outcome), ...definedNames(right, outcome)];
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
