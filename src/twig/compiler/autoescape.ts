/** Determines from the tree alone which expressions need no escaping. */

import type { Argument, Expression } from '../parser/ast.ts';
import type { Callable, Safe } from './callable.ts';

// Text escaped for an attribute without quotes is safe anywhere in HTML.
const covers = (safe: Safe, strategy: string): boolean =>
  safe === 'all' ||
  safe.includes(strategy) ||
  // Markdown may contain HTML.
  (strategy === 'markdown' && covers(safe, 'html')) ||
  (strategy === 'html' && (safe.includes('html_attr') || safe.includes('html_attr_relaxed')));

function getSafeStrategies(target: Callable | undefined, args: readonly Argument[]): Safe {
  if (!target) return [];
  return typeof target.safe === 'function' ? target.safe(args) : target.safe;
}

export function isSafe(
  node: Expression,
  strategy: string,
  tables: { filters: ReadonlyMap<string, Callable>; functions: ReadonlyMap<string, Callable> },
): boolean {
  switch (node.kind) {
    case 'constant':
    case 'macro':
      return true;
    case 'conditional':
      return isSafe(node.then, strategy, tables) && isSafe(node.else, strategy, tables);
    case 'binary':
      if (node.operator !== '?:' && node.operator !== '??') return false;
      return isSafe(node.left, strategy, tables) && isSafe(node.right, strategy, tables);
    case 'filter':
      return covers(getSafeStrategies(tables.filters.get(node.name), node.arguments), strategy);
    case 'function':
      return covers(getSafeStrategies(tables.functions.get(node.name), node.arguments), strategy);
    default:
      return false;
  }
}
