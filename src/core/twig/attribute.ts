/** `object.name`, `object[key]`, `object.name(…)`: own entries of JSON data, and the parts of dates and loops. */
import { entryOf, isArray, type Key, keyOf } from './values/array.ts';
import { toText } from './values/text.ts';
import { Arrow, Thing, type Value } from './values/value.ts';

/** The entry, or undefined. `args` is null unless it is called. */
export function attribute(object: Value, key: Value, args: readonly Value[] | null): Value | undefined {
  if (typeof object !== 'object' || object === null) return undefined;
  if (object instanceof Thing) return object.part(toText(key), args);
  if (args !== null) return undefined;
  const normal = keyOf(key);
  return normal === undefined ? undefined : entryOf(object, normal);
}

/** The same for a key that is known when compiling. */
export function knownAttribute(object: Value, key: Key): Value | undefined {
  if (typeof object !== 'object' || object === null) return undefined;
  if (object instanceof Thing) return object.part(String(key), null);
  return entryOf(object, key);
}

/** Why an attribute is undefined, for strict templates. */
export function missingAttribute(object: Value, key: Value, called: boolean): string {
  const shown = toText(key).slice(0, 60);
  if (object === null || object === undefined) return `"${shown}" is read from a null value.`;
  if (object instanceof Arrow || object instanceof Thing) return `There is no "${shown}" here.`;
  if (!isArray(object)) return `"${shown}" is read from a value that has no entries.`;
  if (called) return `"${shown}" cannot be called.`;
  return `There is no entry "${shown}".`;
}
