/** Connects an element that has the name of a value in the data with that value. */
import type { JsonObject } from '#contract/json';
import { elementTypes } from '#template/pdfme/element-types';

/** The text of a new element. */
const untouched = 'Type Something...';

/**
 * Returns the changes of an element that gets `name`: the name, and a content or source when the data has a key of this
 * name and the element has no value of its own yet. `dataText` is JSON.
 */
export function namedElement(
  { type, content, source }: JsonObject,
  name: string,
  dataText: string | undefined,
): JsonObject {
  if (!/^[a-z_]\w*$/i.test(name) || !hasKey(dataText, name)) return { name };
  if (type === 'text' && content === untouched) return { name, content: `{{ ${name} }}` };
  const { keys = [] } = elementTypes[String(type)] ?? {};
  return keys.includes('source') && !source ? { name, source: name } : { name };
}

function hasKey(text: string | undefined, name: string): boolean {
  if (text === undefined) return false;
  try {
    return Object.hasOwn(JSON.parse(text), name);
  } catch {
    return false;
  }
}
