/** Filters on sequences and mappings. Some of them also take text. */
import { type Callable, callable } from '../../compiler/callable.ts';
import { TwigFault } from '../../errors.ts';
import { getRandomGenerator } from '../../runtime/random.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import {
  fromEntries,
  getEntries,
  getEntry,
  getKeys,
  getSize,
  getValues,
  isArray,
  isEmptyArray,
  iterateEntries,
  type Key,
  renumbered,
  toKey,
} from '../../runtime/values/array.ts';
import { truthy } from '../../runtime/values/compare.ts';
import { toNumber } from '../../runtime/values/number.ts';
import { Sequence } from '../../runtime/values/sequence.ts';
import { textArgument, toText, typeName } from '../../runtime/values/text.ts';
import { Thing, type Value } from '../../runtime/values/value.ts';
import { pointCount, sliceBounds } from '../strings/code-points.ts';
import { lazyBatch, lazySlice } from './lazy.ts';
import { sliceText } from './text.ts';

/** Returns the entries of a sequence or mapping and charges for them. Throws `TwigFault` for any other value. */
export function entries(runtime: Runtime, value: Value, filter: string): [Key, Value][] {
  if (!isArray(value))
    throw new TwigFault(`"${filter}" takes a sequence or a mapping, not a ${typeName(value)}.`);
  const found = getEntries(value, `"${filter}"`);
  runtime.charge(found.length * 2);
  return found;
}

/** Whether `default` and `is empty` treat the value as empty. */
export function isEmpty(value: Value): boolean {
  if (value === null || value === undefined || value === false || value === '') return true;
  if (value instanceof Thing) return value.text() === '';
  return isArray(value) ? isEmptyArray(value) : false;
}

function getLength(value: Value): number {
  if (value === null || value === undefined) return 0;
  if (isArray(value)) return getSize(value);
  if (value instanceof Thing && value.text() === null) return 1;
  return pointCount(toText(value));
}

/** Converts a boolean argument. Any scalar is accepted; throws `TwigFault` for a sequence or a mapping. */
function flag(value: Value, name: string): boolean {
  if (isArray(value)) throw new TwigFault(`${name} is true or false, not a ${typeName(value)}.`);
  return truthy(value);
}

function slice(
  runtime: Runtime,
  value: Value,
  startValue: Value,
  lengthValue: Value,
  preserve: Value,
): Value {
  const start = Math.trunc(toNumber(startValue, '"slice"'));
  const length =
    lengthValue === undefined || lengthValue === null ? null : Math.trunc(toNumber(lengthValue, '"slice"'));
  if (!isArray(value)) return sliceText(runtime, value ?? '', start, length);
  if (value instanceof Sequence) {
    const keepsKeys = flag(preserve, '"preserve_keys" of "slice"');
    // From the start, the number of items does not matter.
    const isCounted = start < 0 || (length !== null && length < 0);
    const to = length === null ? Number.POSITIVE_INFINITY : start + length;
    const bounds = isCounted ? sliceBounds(value.size, start, length) : ([start, to] as const);
    return lazySlice(value, ...bounds, keepsKeys);
  }
  const [from, to] = sliceBounds(getSize(value), start, length);
  runtime.charge(to - from);
  const keep = flag(preserve, '"preserve_keys" of "slice"');
  if (Array.isArray(value) && !keep) return value.slice(from, to);
  const part = getEntries(value).slice(from, to);
  return keep ? fromEntries(part) : renumbered(part);
}

function edge(value: Value, last: boolean): Value {
  if (isArray(value)) {
    // PHP's current() returns false for an empty array.
    if (isEmptyArray(value)) return false;
    if (value instanceof Sequence) return sequenceEdge(value, last);
    const values = getValues(value);
    return (last ? values.at(-1) : values[0]) ?? null;
  }
  const text = textArgument(value ?? '', last ? '"last"' : '"first"');
  if (text === '') return '';
  const points = last ? [...text.slice(-2)] : [...text.slice(0, 2)];
  return (last ? points.at(-1) : points[0]) as string;
}

function sequenceEdge(sequence: Sequence, isLast: boolean): Value {
  if (!isLast) return sequence.find(() => true)?.value ?? null;
  let last: Value = null;
  for (const { value } of sequence) last = value;
  return last;
}

function join(runtime: Runtime, value: Value, glueValue: Value, lastValue: Value): Value {
  // A single value counts as a list of one, and null as an empty list.
  if (value instanceof Sequence) return joinSequence(runtime, value, glueValue, lastValue);
  const values = isArray(value) ? getValues(value) : value === null || value === undefined ? [] : [value];
  if (values.length === 0) return '';
  if (values.length === 1 && lastValue !== undefined && lastValue !== null) {
    return textArgument(values[0], 'The "and" of "join"');
  }
  const glue = textArgument(glueValue ?? '', 'The glue of "join"');
  runtime.charge(values.length);
  runtime.room(glue.length * Math.max(0, values.length - 1));
  const texts = values.map((each) => toText(each));
  let length = 0;
  for (const text of texts) length += text.length;
  runtime.room(length);
  if (lastValue === undefined || lastValue === null || toText(lastValue) === glue || texts.length < 2) {
    return texts.join(glue);
  }
  return texts.slice(0, -1).join(glue) + toText(lastValue) + texts.at(-1);
}

/** Keeps the texts of the items and not the items. */
function joinSequence(runtime: Runtime, sequence: Sequence, glue: Value, last: Value): Value {
  const texts: string[] = [];
  for (const { value } of sequence) {
    const text = toText(value);
    runtime.charge(text.length + 2);
    texts.push(text);
  }
  return join(runtime, texts, glue, last);
}

function batch(runtime: Runtime, value: Value, sizeValue: Value, fill: Value, preserve: Value): Value {
  const list = value instanceof Sequence ? [] : entries(runtime, value, 'batch');
  const size = Math.ceil(toNumber(sizeValue, '"batch"'));
  if (size < 1) throw new TwigFault('The size of a batch must be 1 or more.');
  const keep = preserve === undefined || truthy(preserve);
  if (value instanceof Sequence) return lazyBatch(value, size, { fill: fill ?? null, keepsKeys: keep });
  const batches: Value[] = [];
  // Each batch is a separate list, and small lists are mostly overhead.
  runtime.charge(Math.ceil(list.length / size) * 96 + list.length * 2);
  for (let i = 0; i < list.length; i += size) {
    const part = list.slice(i, i + size);
    if (fill !== undefined && fill !== null && part.length < size) {
      runtime.charge(size - part.length);
      let next = Math.max(-1, ...part.map(([key]) => (typeof key === 'number' ? key : -1))) + 1;
      while (part.length < size) part.push([next++, fill]);
    }
    batches.push(keep ? fromEntries(part) : part.map(([, each]) => each));
  }
  return batches;
}

function merge(runtime: Runtime, ...lists: Value[]): Value {
  if (lists.every(Array.isArray)) {
    let size = 0;
    for (const list of lists) size += list.length;
    runtime.charge(size * 2);
    const [first, ...others] = lists;
    return (first as Value[]).concat(...(others as Value[][]));
  }
  const map = new Map<Key, Value>();
  let next = 0;
  for (const list of lists) {
    if (!isArray(list)) throw new TwigFault(`"merge" takes sequences and mappings, not a ${typeName(list)}.`);
    runtime.charge(getSize(list) * 14);
    for (const [key, value] of entries(runtime, list, 'merge'))
      map.set(typeof key === 'number' ? next++ : key, value);
  }
  return fromEntries(map);
}

function reverse(runtime: Runtime, value: Value, preserve: Value): Value {
  if (!isArray(value)) {
    const text = textArgument(value ?? '', '"reverse"');
    runtime.charge(text.length * 2);
    return [...text].reverse().join('');
  }
  runtime.charge(getSize(value));
  const keep = flag(preserve, '"preserve_keys" of "reverse"');
  if (Array.isArray(value) && !keep) return value.toReversed();
  const list = getEntries(value, '"reverse"').reverse();
  return keep ? fromEntries(list) : renumbered(list);
}

function shuffle(runtime: Runtime, value: Value): Value {
  const isText = !isArray(value);
  const list: Value[] = isText
    ? [...textArgument(value, '"shuffle"')]
    : value instanceof Sequence
      ? value.all('"shuffle"').map((item) => item.value)
      : [...getValues(value)];
  runtime.charge(list.length * 2);
  const random = getRandomGenerator(runtime);
  for (let i = list.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [list[i], list[other]] = [list[other], list[i]];
  }
  if (isText) return list.join('');
  return list;
}

function column(runtime: Runtime, value: Value, name: Value, index: Value): Value {
  if (isArray(name)) throw new TwigFault(`"column" takes the name of an entry, not a ${typeName(name)}.`);
  const key = toKey(name) ?? '';
  const wholeRows = name === null || name === undefined;
  const map = new Map<Key, Value>();
  let next = 0;
  const rows = value instanceof Sequence ? iterateEntries(value) : entries(runtime, value, 'column');
  for (const [, row] of rows) {
    const cell = wholeRows ? row : isArray(row) ? getEntry(row, key) : undefined;
    if (cell === undefined) continue;
    const under =
      index === undefined || index === null ? undefined : toKey(getEntry(row, toKey(index) ?? ''));
    if (value instanceof Sequence) runtime.charge(16 + (typeof cell === 'string' ? cell.length : 2));
    map.set(under ?? next++, cell);
  }
  return fromEntries(map);
}

export const listFilters: [string, Callable][] = [
  ['default', callable('value default?', (_, value, fallback = '') => (isEmpty(value) ? fallback : value))],
  ['length', callable('thing', (_, value) => getLength(value))],
  ['first', callable('item', (_, value) => edge(value, false))],
  ['last', callable('item', (_, value) => edge(value, true))],
  ['slice', callable('item start length? preserve_keys?', slice)],
  ['reverse', callable('item preserve_keys?', reverse)],
  ['join', callable('value glue? and?', join)],
  [
    'keys',
    callable('array', (runtime, value) => {
      runtime.charge(getSize(value));
      return getKeys(value);
    }),
  ],
  ['merge', callable('array ...arrays', merge)],
  ['batch', callable('items size fill? preserve_keys?', batch)],
  ['column', callable('array name index?', column)],
  ['shuffle', callable('array', shuffle)],
];
