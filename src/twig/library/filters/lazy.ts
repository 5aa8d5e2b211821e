/** The filters that leave a `Sequence` one: they read its items when those of their result are needed. */

import { fromEntries, type Key } from '../../runtime/values/array.ts';
import { HeldRows, Sequence, type SequenceItem } from '../../runtime/values/sequence.ts';
import type { Value } from '../../runtime/values/value.ts';

type Call = (value: Value, key: Key) => Value;

export function lazyMap(sequence: Sequence, call: Call): Sequence {
  function* items(): Generator<SequenceItem> {
    for (const item of sequence) yield { ...item, value: call(item.value, item.key) };
  }
  return new Sequence(sequence.runtime, items, factsOf(sequence));
}

export function lazyFilter(sequence: Sequence, passes: (value: Value, key: Key) => boolean): Sequence {
  function* items(): Generator<SequenceItem> {
    for (const item of sequence) if (passes(item.value, item.key)) yield item;
  }
  return new Sequence(sequence.runtime, items);
}

/** `to` is exclusive; infinite if the rest is wanted. Keys are numbered from 0 unless they are kept. */
export function lazySlice(sequence: Sequence, from: number, to: number, keepsKeys: boolean): Sequence {
  const { runtime } = sequence;
  function* items(): Generator<SequenceItem> {
    const outer = runtime.row;
    let index = 0;
    let next = 0;
    if (to <= from) return;
    for (const item of sequence) {
      if (index++ < from) continue;
      yield keepsKeys ? item : { ...item, key: next++ };
      if (index >= to) break;
    }
    runtime.row = outer;
  }
  const { knownSize, knownList } = sequence;
  const size = knownSize === undefined ? undefined : Math.max(0, Math.min(knownSize, to) - from);
  const isList = !keepsKeys || (from === 0 ? knownList : undefined);
  return new Sequence(runtime, items, { size, isList });
}

/** Groups of `length` items; `fill` completes the last one, unless it is null. */
export function lazyBatch(
  sequence: Sequence,
  length: number,
  { fill, keepsKeys }: { readonly fill: Value; readonly keepsKeys: boolean },
): Sequence {
  const { runtime, knownSize } = sequence;
  const toGroup = (part: readonly SequenceItem[], key: number): SequenceItem => {
    const entries = part.map((item): [Key, Value] => [item.key, item.value]);
    if (fill !== null && part.length < length) {
      runtime.charge(length - part.length);
      let next = Math.max(-1, ...part.map((item) => (typeof item.key === 'number' ? item.key : -1))) + 1;
      while (entries.length < length) entries.push([next++, fill]);
    }
    const [first] = part as [SequenceItem];
    const size = part.reduce((sum, item) => sum + item.size, 0);
    const value = keepsKeys ? fromEntries(entries) : entries.map(([, each]) => each);
    return { key, value, size, place: first.place };
  };
  function* items(): Generator<SequenceItem> {
    let part: SequenceItem[] = [];
    let held = new HeldRows(runtime.limits, '"batch"');
    let key = 0;
    for (const item of sequence) {
      held.add(item);
      part.push(item);
      if (part.length < length) continue;
      yield toGroup(part, key++);
      part = [];
      held = new HeldRows(runtime.limits, '"batch"');
    }
    if (part.length > 0) yield toGroup(part, key);
  }
  const size = knownSize === undefined ? undefined : Math.ceil(knownSize / length);
  return new Sequence(runtime, items, { size, isList: true });
}

const factsOf = ({ knownSize, knownList }: Sequence) => ({ size: knownSize, isList: knownList });
