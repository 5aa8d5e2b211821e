/** Compiles sequence and mapping literals, including spread items. */
import { TwigFault } from '../errors.ts';
import type { Frame } from '../runtime/runtime.ts';
import { fromEntries, getEntries, getSize, isArray, type Key, toKey } from '../runtime/values/array.ts';
import type { Value } from '../runtime/values/value.ts';
import type { ExpressionCompiler, ExpressionKind, Run } from './expression.ts';

export function compileSequence(compiler: ExpressionCompiler, node: ExpressionKind<'list'>): Run {
  if (!node.items.some((each) => each.spread)) {
    const items = node.items.map((each) => compiler.compile(each.value));
    const size = 8 + items.length * 2;
    return (frame) => {
      frame.runtime.charge(size);
      return items.map((item) => item(frame));
    };
  }
  const items = node.items.map((each) => ({ run: compiler.compile(each.value), spread: each.spread }));
  const { at } = node;
  return (frame) => {
    const values = items.map(({ run }) => run(frame));
    frame.runtime.at = at;
    if (values.every((value, index) => !items[index]?.spread || Array.isArray(value))) {
      let size = 0;
      values.forEach((value, index) => {
        size += items[index]?.spread ? (value as Value[]).length : 1;
      });
      frame.runtime.charge(size * 2);
      return values.flatMap((value, index) => (items[index]?.spread ? (value as Value[]) : [value]));
    }
    const map = new Map<Key, Value>();
    let next = 0;
    for (const [index, value] of values.entries()) {
      if (!items[index]?.spread) {
        map.set(next++, value);
        continue;
      }
      for (const [key, each] of spreadable(frame, value))
        map.set(typeof key === 'number' ? next++ : key, each);
    }
    return fromEntries(map as Iterable<[Key, Value]>);
  };
}

export function compileMapping(compiler: ExpressionCompiler, node: ExpressionKind<'hash'>): Run {
  const { at } = node;
  const entries = node.entries.map(({ key, value }) => {
    if (key === null) return { known: undefined, key: null, run: compiler.compile(value) };
    if (key.kind === 'constant') return { known: toKey(key.value), key: null, run: compiler.compile(value) };
    return { known: undefined, key: compiler.compile(key), run: compiler.compile(value) };
  });
  // An entry of a `Map` takes some sixty bytes, hence 16 units of four bytes.
  const size = 16 + entries.length * 16;
  return (frame) => {
    frame.runtime.charge(size);
    const map = new Map<Key, Value>();
    // The key of the next spread item: one more than the largest numeric key so far.
    let next = 0;
    const add = (name: Key, value: Value) => {
      if (typeof name === 'number' && name >= next) next = name + 1;
      map.set(name, value);
    };
    for (const { known, key, run } of entries) {
      if (known !== undefined) add(known, run(frame));
      else if (key !== null) {
        const given = key(frame);
        // Unlike a constant key, a computed one is converted to text, and the text of `false` is empty.
        const normal = given === false ? '' : toKey(given);
        frame.runtime.at = at;
        if (normal === undefined) throw new TwigFault('The key of a mapping must be text or a number.');
        add(normal, run(frame));
      } else {
        const value = run(frame);
        frame.runtime.at = at;
        for (const [name, each] of spreadable(frame, value))
          add(typeof name === 'number' ? next : name, each);
      }
    }
    return fromEntries(map as Iterable<[Key, Value]>);
  };
}

/** Returns the entries of the value after `...`. Throws a `TwigFault` if it is not a sequence or a mapping. */
export function spreadable(frame: Frame, value: Value): [Key, Value][] {
  if (!isArray(value)) throw new TwigFault('Only a sequence or a mapping can be spread.');
  frame.runtime.charge(getSize(value) * 8);
  return getEntries(value);
}
