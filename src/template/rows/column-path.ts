/** Names of values within data: `customer.name`, `items.0.price`. */
import type { Json } from '#contract/json';

/**
 * Splits `a.b[0].c` into a, b, 0, c. A dot after a backslash is one of the name, and so is one that ends an abbreviation:
 * after a character of the name, and before white space, `-`, `/`, `)` or the end, as in `Art.-Nr.`.
 */
export function splitPath(key: string): string[] {
  const text = key.replace(/\[(\d+)\]/g, '.$1');
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '.' && !(part !== '' && /^(?:$|[\s\-/)])/.test(text.slice(at + 1, at + 2)))) {
      parts.push(part);
      part = '';
      continue;
    }
    if (text[at] === '\\' && at + 1 < text.length) at++;
    part += text[at];
  }
  return [...parts, part];
}

/** Handles a key `__proto__` as plain data; an assignment would change the prototype. */
export function putKey(object: Record<string, Json>, key: string, value: Json): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
