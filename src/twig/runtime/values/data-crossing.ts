/** Prepares the data of `parseData` for another thread: structured clone keeps a `Map`, but not `OrderedMap`. */
import { OrderedMap, type Value } from './value.ts';

export interface PackedData {
  /**
   * The value for `postMessage`. It is the original if nothing needs a change, as with everything from `JSON.parse`.
   */
  readonly data: unknown;
  /** Whether the receiver has to call `unpackData`. */
  readonly changed: boolean;
  /** Estimated size of the copy in bytes. */
  readonly size: number;
}

/**
 * Bytes that V8 uses for each, measured and rounded up. A number that is not a small integer has a box of its own.
 */
const byteCosts = { scalar: 24, character: 2, list: 48, object: 80, map: 200, key: 40 } as const;

export function packData(value: unknown): PackedData {
  let size = 0;
  const pack = (each: unknown): unknown => {
    if (typeof each === 'string') {
      size += byteCosts.scalar + each.length * byteCosts.character;
      return each;
    }
    if (typeof each === 'function' || typeof each === 'symbol') return null;
    if (typeof each !== 'object' || each === null) {
      size += byteCosts.scalar;
      return each;
    }
    if (each instanceof OrderedMap) {
      size += byteCosts.map + each.entries.size * byteCosts.key;
      const packed = new Map<string | number, Value>();
      for (const [key, inner] of each.entries) packed.set(key, pack(inner));
      return packed;
    }
    if (Array.isArray(each)) {
      size += byteCosts.list;
      const packed = each.map(pack);
      return packed.every((inner, index) => inner === each[index]) ? each : packed;
    }
    const entries = Object.entries(each);
    size += byteCosts.object + entries.length * byteCosts.key;
    const packed = entries.map(([key, inner]) => [key, pack(inner)] as const);
    return packed.every(([, inner], index) => inner === entries[index]?.[1])
      ? each
      : Object.fromEntries(packed);
  };
  const data = pack(value);
  return { data, changed: data !== value, size };
}

/** Restores the packed data from the copy in the receiving thread. */
export function unpackData(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Map)
    return new OrderedMap(new Map([...value].map(([key, each]) => [key, unpackData(each)])));
  if (Array.isArray(value)) return value.map(unpackData);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unpackData(each)]));
}
