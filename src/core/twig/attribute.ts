/** `object.name`, `object[key]`, `object.name(…)`: own entries of JSON data, and the parts of dates and loops. */
import { Fault } from './errors.ts';
import { entryOf, isArray, type Key, keyOf } from './values/array.ts';
import { toText } from './values/text.ts';
import { Arrow, Thing, type Value } from './values/value.ts';

/** The entry, or undefined. `called`: written with parentheses, so that it is no entry of data. */
export function attribute(
  object: Value,
  key: Value,
  { args, called }: { args: readonly Value[] | null; called: boolean },
): Value | undefined {
  if (typeof object !== 'object' || object === null) return undefined;
  if (object instanceof Thing) return object.part(toText(key), args);
  if (called) return undefined;
  if (isArray(key)) throw new Fault('A sequence or a mapping cannot be a key.');
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
