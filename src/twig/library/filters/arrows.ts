/** Filters that take an arrow function. */
import { type Callable, callable } from '../../compiler/callable.ts';
import { TwigFault } from '../../errors.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { findEntry, fromEntries, iterateEntries, type Key } from '../../runtime/values/array.ts';
import { compare, truthy } from '../../runtime/values/compare.ts';
import { toInteger } from '../../runtime/values/number.ts';
import { Sequence } from '../../runtime/values/sequence.ts';
import { typeName } from '../../runtime/values/text.ts';
import { Arrow, type Value } from '../../runtime/values/value.ts';
import { lazyFilter, lazyMap } from './lazy.ts';
import { entries } from './lists.ts';

function arrow(value: Value, filter: string): Arrow {
  if (value instanceof Arrow) return value;
  throw new TwigFault(`"${filter}" takes an arrow function, not a ${typeName(value)}.`);
}

function sort(runtime: Runtime, value: Value, by: Value): Value {
  const list = entries(runtime, value, 'sort');
  runtime.charge(list.length * Math.ceil(Math.log2(list.length + 1)) * 2);
  if (by === undefined || by === null) list.sort((a, b) => compare(a[1], b[1]) || 0);
  else {
    const { call } = arrow(by, 'sort');
    list.sort((a, b) => {
      const order = call(a[1], b[1]);
      // An arrow that returns a boolean is called in both directions, as in PHP.
      if (typeof order === 'boolean') return order ? 1 : call(b[1], a[1]) === true ? -1 : 0;
      return toInteger(order);
    });
  }
  return fromEntries(list);
}

function map(runtime: Runtime, value: Value, by: Value): Value {
  const given = arrow(by, 'map');
  const later = value instanceof Sequence ? given.capture() : undefined;
  if (value instanceof Sequence && later) return lazyMap(value, later);
  return fromEntries(
    entries(runtime, value, 'map').map(([key, each]): [Key, Value] => [key, given.call(each, key)]),
  );
}

function filter(runtime: Runtime, value: Value, by: Value): Value {
  const later = value instanceof Sequence && by instanceof Arrow ? by.capture() : undefined;
  if (value instanceof Sequence && later) return lazyFilter(value, (each, key) => truthy(later(each, key)));
  const list = entries(runtime, value, 'filter');
  const { call } = arrow(by, 'filter');
  return fromEntries(list.filter(([key, each]) => truthy(call(each, key))));
}

/** The entries of a `Sequence` are read one at a time. */
function each(runtime: Runtime, value: Value, name: string): Iterable<readonly [Key, Value]> {
  return value instanceof Sequence ? iterateEntries(value) : entries(runtime, value, name);
}

export const arrowFilters: [string, Callable][] = [
  ['sort', callable('array arrow?', sort)],
  ['map', callable('array arrow', map)],
  ['filter', callable('array arrow', filter)],
  [
    'find',
    callable('array arrow', (runtime, value, by) => {
      const list = value instanceof Sequence ? [] : entries(runtime, value, 'find');
      const { call } = arrow(by, 'find');
      const isFound = (item: Value, key: Key) => truthy(call(item, key));
      if (value instanceof Sequence) return findEntry(value, isFound)?.[1] ?? null;
      return list.find(([key, item]) => isFound(item, key))?.[1] ?? null;
    }),
  ],
  [
    'reduce',
    callable('array arrow initial?', (runtime, value, by, initial) => {
      const { call } = arrow(by, 'reduce');
      let carry: Value = initial ?? null;
      for (const [key, item] of each(runtime, value, 'reduce')) carry = call(carry, item, key);
      return carry;
    }),
  ],
  [
    'invoke',
    callable('arrow ...arguments', (_, target, ...values) => arrow(target, 'invoke').call(...values)),
  ],
];
