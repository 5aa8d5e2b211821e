/** Lists and mappings: JavaScript arrays, plain objects and `OrderedMap` seen as PHP's one array. */
import { Markup, OrderedMap, type PlainObject, type Value } from './value.ts';

export type Key = string | number;

const integerKey = /^(?:0|-?[1-9]\d{0,15})$/;

/** PHP's form of a key: `"10"` is 10, `"010"` is not. */
export function normalKey(key: string): Key {
  if (key.length > 16) return key;
  const first = key.charCodeAt(0);
  if ((first > 57 || first < 48) && first !== 45) return key;
  if (!integerKey.test(key)) return key;
  const number = Number(key);
  return Number.isSafeInteger(number) ? number : key;
}

/** A key from any value, or undefined where it cannot be one. */
export function keyOf(value: Value): Key | undefined {
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

/** Whether the value is a plain object out of JSON: of no class, whatever it is called. */
function isPlainObject(value: Value): value is PlainObject {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

export function isArray(value: Value): boolean {
  return Array.isArray(value) || value instanceof OrderedMap || isPlainObject(value);
}

/** Data beyond 2⁵³ was an integer in the JSON text. */
export function fromData(value: Value): Value {
  if (typeof value === 'number') {
    if ((value > 9007199254740991 || value < -9007199254740991) && Math.abs(value) < 9.2e18)
      return BigInt(value);
    return value;
  }
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return null;
  return value;
}

/** The entry under a normalised key; undefined where there is none. Never anything inherited. */
export function entryOf(value: Value, key: Key): Value | undefined {
  if (Array.isArray(value)) {
    return typeof key === 'number' && key >= 0 && key < value.length ? fromData(value[key]) : undefined;
  }
  if (value instanceof OrderedMap) return value.entries.get(key);
  if (isPlainObject(value) && Object.hasOwn(value, key)) {
    const entry = value[key];
    // Most entries are texts and objects, which stand for themselves.
    return typeof entry === 'string' ? entry : fromData(entry);
  }
  return undefined;
}

export function sizeOf(value: Value): number {
  if (Array.isArray(value)) return value.length;
  if (value instanceof OrderedMap) return value.entries.size;
  return isPlainObject(value) ? Object.keys(value).length : 0;
}

export function keysOf(value: Value): Key[] {
  if (Array.isArray(value)) return value.map((_, index) => index);
  if (value instanceof OrderedMap) return [...value.entries.keys()];
  return isPlainObject(value) ? Object.keys(value).map(normalKey) : [];
}

export function valuesOf(value: Value): readonly Value[] {
  if (Array.isArray(value)) return value;
  if (value instanceof OrderedMap) return [...value.entries.values()];
  return isPlainObject(value) ? Object.values(value).map(fromData) : [];
}

export function entriesOf(value: Value): [Key, Value][] {
  if (Array.isArray(value)) return value.map((each, index) => [index, fromData(each)]);
  if (value instanceof OrderedMap) return [...value.entries];
  return isPlainObject(value)
    ? Object.entries(value).map(([key, each]) => [normalKey(key), fromData(each)])
    : [];
}

/** Keys 0, 1, 2, … in this order. */
export function isList(value: Value): boolean {
  if (Array.isArray(value)) return true;
  let next = 0;
  for (const key of keysOf(value)) if (key !== next++) return false;
  return true;
}

/** Entries as a value: a JavaScript array where the keys are those of a list. */
export function fromEntries(entries: Iterable<[Key, Value]>): Value {
  const map = entries instanceof Map ? entries : new Map(entries);
  let next = 0;
  for (const key of map.keys()) if (key !== next++) return new OrderedMap(map);
  return [...map.values()];
}

/** Entries where integer keys are counted anew and names stay: what PHP does in `array_merge` and the like. */
export function renumbered(entries: Iterable<[Key, Value]>): Value {
  const map = new Map<Key, Value>();
  let next = 0;
  for (const [key, value] of entries) map.set(typeof key === 'number' ? next++ : key, value);
  return fromEntries(map as Iterable<[Key, Value]>);
}
