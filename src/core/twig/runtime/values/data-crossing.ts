/** Data of `parseData` on its way to another thread: structured clone keeps a `Map`, but no class of ours. */
import { OrderedMap, type Value } from './value.ts';

export interface PackedData {
  /** For `postMessage`. The data itself where nothing needs a change: all that `JSON.parse` gives. */
  readonly data: unknown;
  /** It has to go through `unpackData`. */
  readonly changed: boolean;
  /** About how many bytes the copy takes. */
  readonly size: number;
}

/** What V8 takes for each, measured and rounded up. A number has a box of its own where it is no small integer. */
const bytesOf = { scalar: 24, character: 2, list: 48, object: 80, map: 200, key: 40 } as const;

export function packData(value: unknown): PackedData {
  let size = 0;
  const pack = (each: unknown): unknown => {
    if (typeof each === 'string') {
      size += bytesOf.scalar + each.length * bytesOf.character;
      return each;
    }
    if (typeof each === 'function' || typeof each === 'symbol') return null;
    if (typeof each !== 'object' || each === null) {
      size += bytesOf.scalar;
      return each;
    }
    if (each instanceof OrderedMap) {
      size += bytesOf.map + each.entries.size * bytesOf.key;
      const packed = new Map<string | number, Value>();
      for (const [key, inner] of each.entries) packed.set(key, pack(inner));
      return packed;
    }
    if (Array.isArray(each)) {
      size += bytesOf.list;
      const packed = each.map(pack);
      return packed.every((inner, index) => inner === each[index]) ? each : packed;
    }
    const entries = Object.entries(each);
    size += bytesOf.object + entries.length * bytesOf.key;
    const packed = entries.map(([key, inner]) => [key, pack(inner)] as const);
    return packed.every(([, inner], index) => inner === entries[index]?.[1])
      ? each
      : Object.fromEntries(packed);
  };
  const data = pack(value);
  return { data, changed: data !== value, size };
}

/** The data that was packed, from the copy on the other side. */
export function unpackData(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Map)
    return new OrderedMap(new Map([...value].map(([key, each]) => [key, unpackData(each)])));
  if (Array.isArray(value)) return value.map(unpackData);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unpackData(each)]));
}
