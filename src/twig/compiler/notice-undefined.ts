import type { Expression } from '../parser/ast.ts';
import type { Frame } from '../runtime/runtime.ts';

type Read = Extract<Expression, { kind: 'name' | 'attribute' }>;

/**
 * Notices that a name or an attribute is undefined, which is at the runtime's position. Throws a `TwigFault` in a strict
 * render.
 */
export function noticeUndefined({ runtime }: Frame, node: Read, explain: () => string): void {
  runtime.notices?.add(node, () => pathOf(node), runtime, explain);
}

/** `customer.name` for what is written so. What depends on values differs from any other. */
function pathOf(node: Expression): string {
  if (node.kind === 'name') return node.name;
  if (node.kind !== 'attribute') return `(${node.at})`;
  const key = node.key.kind === 'constant' ? String(node.key.value) : `(${node.key.at})`;
  return `${pathOf(node.object)}.${key}`;
}
