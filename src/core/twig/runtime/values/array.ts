/** Lists and mappings: presents JavaScript arrays, plain objects and `OrderedMap` as the single array type of PHP. */
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

/** Converts any value to a key. Returns undefined if it cannot be one. */
export function toKey(value: Value): Key | undefined {
  switch (typeof value) {
    case 'string':
      return normalKey(value);
    case 'number':
      return Number.isFinite(value) ? Math.trunc(value) + 0 : 0;
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
 * Whether the value is a plain JSON object and not an instance of a class. It may come from another realm, and its
 * entries may have any name.
 */
function isPlainObject(value: Value): value is PlainObject {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

export function isArray(value: Value): boolean {
  return Array.isArray(value) || value instanceof OrderedMap || isPlainObject(value);
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
  return isPlainObject(value) ? Object.keys(value).length : 0;
}

export function getKeys(value: Value): Key[] {
  if (Array.isArray(value)) return value.map((_, index) => index);
  if (value instanceof OrderedMap) return [...value.entries.keys()];
  return isPlainObject(value) ? Object.keys(value).map(normalKey) : [];
}

export function getValues(value: Value): readonly Value[] {
  if (Array.isArray(value)) return value;
  if (value instanceof OrderedMap) return [...value.entries.values()];
  return isPlainObject(value) ? Object.values(value).map(fromData) : [];
}

export function getEntries(value: Value): [Key, Value][] {
  if (Array.isArray(value)) return value.map((each, index) => [index, fromData(each)]);
  if (value instanceof OrderedMap) return [...value.entries];
  return isPlainObject(value)
    ? Object.entries(value).map(([key, each]) => [normalKey(key), fromData(each)])
    : [];
}

/** Whether the keys are 0, 1, 2, … in this order. */
export function isList(value: Value): boolean {
  if (Array.isArray(value)) return true;
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
