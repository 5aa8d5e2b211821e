/**
 * Reads `object.name`, `object[key]` and `object.name(…)`: own entries of JSON data, and the named parts of dates and
 * loops.
 */
import { suggest } from '../suggest.ts';
import { getEntries, getEntry, getSize, isArray, isList, type Key, toIndex } from './values/array.ts';
import { toText } from './values/text.ts';
import { Arrow, Markup, Thing, type Value } from './values/value.ts';

/**
 * Returns the entry, or undefined if there is none. `called` means that the template wrote parentheses; an entry of
 * data cannot be called.
 */
export function attribute(
  object: Value,
  key: Value,
  { args, called }: { args: readonly Value[] | null; called: boolean },
): Value | undefined {
  if (typeof object !== 'object' || object === null) return undefined;
  if (object instanceof Thing) return object.part(toText(key), args);
  if (called) return undefined;
  const normal = isArray(key) ? undefined : toIndex(object, key);
  return normal === undefined ? undefined : getEntry(object, normal);
}

/** Does the same for a key that is already known at compile time. */
export function knownAttribute(object: Value, key: Key): Value | undefined {
  if (typeof object !== 'object' || object === null) return undefined;
  if (object instanceof Thing) return object.part(String(key), null);
  return getEntry(object, key);
}

/** Explains in strict mode why an attribute is undefined. */
export function missingAttribute(object: Value, key: Value, called: boolean): string {
  const shown = toText(key).slice(0, 60);
  if (object === null || object === undefined) return `"${shown}" is read from a null value.`;
  if (object instanceof Arrow || object instanceof Thing) return `There is no "${shown}" here.`;
  if (!isArray(object)) return `"${shown}" is read from ${described(object)}, which has no entries.`;
  if (called) return `"${shown}" cannot be called.`;
  return `There is no entry "${shown}"${describeEntries(object, shown)}`;
}

const maxShownCharacters = 40;
const maxShownKeys = 12;
const clipped = (text: string) =>
  text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters)}…` : text;

function described(value: Value): string {
  if (typeof value === 'string' || value instanceof Markup) return `the text "${clipped(toText(value))}"`;
  if (typeof value === 'number' || typeof value === 'bigint') return `the number ${toText(value)}`;
  return `the value ${String(value)}`;
}

/** Returns the end of the message: the existing keys or items, and the key nearest to the one asked for. */
function describeEntries(object: Value, key: string): string {
  const size = getSize(object);
  if (size === 0) return ': there are none.';
  if (isList(object))
    return `: the sequence has ${size === 1 ? 'one item, 0' : `${size} items, 0 to ${size - 1}`}.`;
  const names: string[] = [];
  // Untrusted data may have a million keys.
  for (const [name] of getEntries(object).slice(0, 1_000)) names.push(String(name));
  const listed = names.slice(0, maxShownKeys).map((name) => `"${clipped(name)}"`);
  const more = size > maxShownKeys ? `, … (${size})` : '';
  return `: there are ${listed.join(', ')}${more}.${suggest(key, names)}`;
}
