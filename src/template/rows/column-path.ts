/** Names of values within data: `customer.name`, `items.0.price`. */
import type { Json } from '#contract/json';

/** Splits `a.b[0].c` into a, b, 0, c. */
export function splitPath(key: string): string[] {
  const parts = key.replace(/\[(\d+)\]/g, '.$1').match(/(?:\\.|[^.\\]|\\$)+|(?<=^|\.)(?=\.|$)/g) ?? [''];
  return parts.map((part) => part.replace(/\\(.)/g, '$1'));
}

/** Handles a key `__proto__` as plain data; an assignment would change the prototype. */
export function putKey(object: Record<string, Json>, key: string, value: Json): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
