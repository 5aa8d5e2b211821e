/** Derives defined names from conditions: if `a is defined and b` is true, `a` can be read without an error. */
import type { Expression } from '../parser/ast.ts';

/** Each part of a condition is analyzed again on its own, so without a limit the time would be quadratic. */
const maxDepth = 20;

/** Falsy constants. As the fallback of a missing value they are false, so a true result proves that it is defined. */
const falsy = new Set<unknown>([null, false, '', '0', 0, 0n]);

/**
 * Returns the names that are certainly defined if the condition has this outcome.
 *
 * @example
 * // For the tree of `a is defined and not (b.c is not defined)`:
 * definedNames(tree, true); // ['a', 'b']
 */
export function definedNames(test: Expression, outcome: boolean, depth = 0): string[] {
  if (depth > maxDepth) return [];
  switch (test.kind) {
    case 'test':
      return test.name === 'defined' && test.negated !== outcome ? findRootName(test.input) : [];
    case 'unary':
      return test.operator === 'not' ? definedNames(test.operand, !outcome, depth + 1) : [];
    case 'filter': {
      const [fallback] = test.arguments;
      const isFalsy = fallback === undefined || isFalsyConstant(fallback.value);
      return outcome && test.name === 'default' && isFalsy ? findRootName(test.input) : [];
    }
    case 'binary': {
      const { operator, left, right } = test;
      if (operator === (outcome ? 'and' : 'or')) {
        return [...definedNames(left, outcome, depth + 1), ...definedNames(right, outcome, depth + 1)];
      }
      return outcome && operator === '??' && isFalsyConstant(right) ? findRootName(left) : [];
    }
    default:
      return [];
  }
}

const isFalsyConstant = (node: Expression): boolean => node.kind === 'constant' && falsy.has(node.value);

/** Returns the variable at the start of an expression such as `a.b.c`: if the expression is defined, so is `a`. */
function findRootName(node: Expression): string[] {
  if (node.kind === 'attribute') return findRootName(node.object);
  return node.kind === 'name' ? [node.name] : [];
}
