/** Filters that take an arrow function. */
import { type Callable, callable } from '../../compiler/callable.ts';
import { TwigFault } from '../../errors.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { fromEntries, type Key } from '../../runtime/values/array.ts';
import { compare, truthy } from '../../runtime/values/compare.ts';
import { toInteger } from '../../runtime/values/number.ts';
import { typeName } from '../../runtime/values/text.ts';
import { Arrow, type Value } from '../../runtime/values/value.ts';
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

export const arrowFilters: [string, Callable][] = [
  ['sort', callable('array arrow?', sort)],
  [
    'map',
    callable('array arrow', (runtime, value, by) => {
      const { call } = arrow(by, 'map');
      return fromEntries(
        entries(runtime, value, 'map').map(([key, each]): [Key, Value] => [key, call(each, key)]),
      );
    }),
  ],
  [
    'filter',
    callable('array arrow', (runtime, value, by) => {
      const list = entries(runtime, value, 'filter');
      const { call } = arrow(by, 'filter');
      return fromEntries(list.filter(([key, each]) => truthy(call(each, key))));
    }),
  ],
  [
    'find',
    callable('array arrow', (runtime, value, by) => {
      const list = entries(runtime, value, 'find');
      const { call } = arrow(by, 'find');
      return list.find(([key, each]) => truthy(call(each, key)))?.[1] ?? null;
    }),
  ],
  [
    'reduce',
    callable('array arrow initial?', (runtime, value, by, initial) => {
      const { call } = arrow(by, 'reduce');
      let carry: Value = initial ?? null;
      for (const [key, each] of entries(runtime, value, 'reduce')) carry = call(carry, each, key);
      return carry;
    }),
  ],
  [
    'invoke',
    callable('arrow ...arguments', (_, target, ...values) => arrow(target, 'invoke').call(...values)),
  ],
];
