/**
 * Lists and mappings: presents JavaScript arrays, plain objects, `OrderedMap` and `Sequence` as the single array type of
 * PHP.
 */
import { numberText } from './number-text.ts';
import { Sequence } from './sequence.ts';
import { Markup, OrderedMap, type PlainObject, type Value } from './value.ts';

export type Key = string | number;

const integerKey = /^(?:0|-?[1-9]\d{0,15})$/;

/** Normalises a key as PHP does: `"10"` becomes 10, `"010"` stays text. */
export function normalKey(key: string): Key {
  if (key.length > 16) return key;
  const first = key.charCodeAt(0);
  if ((first > 57 || first < 48) && first !== 45) return key;
  if (!integerKey.test(key)) return key;
  const number = Number(key);
  return Number.isSafeInteger(number) ? number : key;
}

/**
 * Converts any value to a key. A decimal number becomes text, so that the tax rates 5.5 and 5 stay apart. Returns
 * undefined if the value cannot be a key.
 */
export function toKey(value: Value): Key | undefined {
  switch (typeof value) {
    case 'string':
      return normalKey(value);
    case 'number':
      return Number.isInteger(value) ? value + 0 : numberText(value);
    case 'boolean':
      return value ? 1 : 0;
    case 'bigint':
      return String(value);
    default:
      if (value === null || value === undefined) return '';
      if (value instanceof Markup) return normalKey(value.text);
      return undefined;
  }
}

/**
 * Converts the index of `container[index]` to a key. In a sequence, a decimal number means the item at the integer
 * before it, since halving a length is a common index. Returns undefined if the index cannot be a key.
 */
export function toIndex(container: Value, index: Value): Key | undefined {
  const isCut = typeof index === 'number' && (Array.isArray(container) || container instanceof Sequence);
  return toKey(isCut ? Math.trunc(index) : index);
}

/**
 * Whether the value is a plain JSON object and not an instance of a class. It may come from another realm, and its
 * entries may have any name.
 */
function isPlainObject(value: Value): value is PlainObject {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

export function isArray(value: Value): boolean {
  return (
    Array.isArray(value) || value instanceof OrderedMap || value instanceof Sequence || isPlainObject(value)
  );
}

/**
 * Converts a value of the caller's data: numbers beyond 2⁵³ become bigints, since they were integers in the JSON
 * text, and values that JSON does not have become null.
 */
export function fromData(value: Value): Value {
  if (typeof value === 'number') {
    if ((value > 9007199254740991 || value < -9007199254740991) && Math.abs(value) < 9.2e18)
      return BigInt(value);
    return value;
  }
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return null;
  return value;
}

/** Returns the entry under a normalised key, or undefined if there is none. Never returns an inherited property. */
export function getEntry(value: Value, key: Key): Value | undefined {
  if (Array.isArray(value)) {
    return typeof key === 'number' && key >= 0 && key < value.length ? fromData(value[key]) : undefined;
  }
  if (value instanceof OrderedMap) return value.entries.get(key);
  if (value instanceof Sequence) return value.find((item) => item.key === key)?.value;
  if (isPlainObject(value) && Object.hasOwn(value, key)) {
    const entry = value[key];
    // Most entries are texts, which need no conversion.
    return typeof entry === 'string' ? entry : fromData(entry);
  }
  return undefined;
}

export function getSize(value: Value): number {
  if (Array.isArray(value)) return value.length;
  if (value instanceof OrderedMap) return value.entries.size;
  if (value instanceof Sequence) return value.size;
  return isPlainObject(value) ? Object.keys(value).length : 0;
}

/** Whether there is no entry. Reads at most one item of a `Sequence`. */
export const isEmptyArray = (value: Value): boolean =>
  value instanceof Sequence ? value.isEmpty : getSize(value) === 0;

export function getKeys(value: Value): Key[] {
  if (Array.isArray(value)) return value.map((_, index) => index);
  if (value instanceof OrderedMap) return [...value.entries.keys()];
  if (value instanceof Sequence) return Array.from(value, ({ key }) => key);
  return isPlainObject(value) ? Object.keys(value).map(normalKey) : [];
}

export function getValues(value: Value): readonly Value[] {
  if (Array.isArray(value)) return value;
  if (value instanceof OrderedMap) return [...value.entries.values()];
  if (value instanceof Sequence) return value.all(undefined).map((item) => item.value);
  return isPlainObject(value) ? Object.values(value).map(fromData) : [];
}

/** `user` is what needs all entries at once, for the error of a `Sequence` that is too long for that. */
export function getEntries(value: Value, user?: string): [Key, Value][] {
  if (Array.isArray(value)) return value.map((each, index) => [index, fromData(each)]);
  if (value instanceof OrderedMap) return [...value.entries];
  if (value instanceof Sequence) return value.all(user).map((item) => [item.key, item.value]);
  return isPlainObject(value)
    ? Object.entries(value).map(([key, each]) => [normalKey(key), fromData(each)])
    : [];
}

/** The entries one after the other. Those of a `Sequence` are not in memory at the same time. */
export function iterateEntries(value: Value): Iterable<readonly [Key, Value]> {
  return value instanceof Sequence ? sequenceEntries(value) : getEntries(value);
}

function* sequenceEntries(sequence: Sequence): Generator<readonly [Key, Value]> {
  for (const { key, value } of sequence) yield [key, value];
}

/** Returns the first entry that passes the test. */
export function findEntry(
  value: Value,
  test: (value: Value, key: Key) => boolean,
): readonly [Key, Value] | undefined {
  if (!(value instanceof Sequence)) return getEntries(value).find(([key, each]) => test(each, key));
  const found = value.find((item) => test(item.value, item.key));
  return found && [found.key, found.value];
}

/** Whether the keys are 0, 1, 2, … in this order. */
export function isList(value: Value): boolean {
  if (Array.isArray(value)) return true;
  if (value instanceof Sequence) return value.isList;
  let next = 0;
  for (const key of getKeys(value)) if (key !== next++) return false;
  return true;
}

/** Converts entries to a value: a JavaScript array if their keys are those of a list, otherwise an `OrderedMap`. */
export function fromEntries(entries: Iterable<[Key, Value]>): Value {
  const map = entries instanceof Map ? entries : new Map(entries);
  let next = 0;
  for (const key of map.keys()) if (key !== next++) return new OrderedMap(map);
  return [...map.values()];
}

/** Renumbers the integer keys from 0 and keeps the names, as PHP's `array_merge` does. */
export function renumbered(entries: Iterable<[Key, Value]>): Value {
  const map = new Map<Key, Value>();
  let next = 0;
  for (const [key, value] of entries) map.set(typeof key === 'number' ? next++ : key, value);
  return fromEntries(map as Iterable<[Key, Value]>);
}
