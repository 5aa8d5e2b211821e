/** All tests by name. `defined` is resolved at compile time. */
import { callable } from '../compiler/callable.ts';
import type { Test } from '../compiler/environment.ts';
import { TwigFault } from '../errors.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { isArray, isList } from '../runtime/values/array.ts';
import { identical, looselyEqual, truthy } from '../runtime/values/compare.ts';
import { modulo } from '../runtime/values/number.ts';
import { Arrow, Markup, Thing, type Value } from '../runtime/values/value.ts';
import { isEmpty } from './filters/lists.ts';
import { functions } from './functions.ts';

function test(signature: string, check: (...values: Value[]) => boolean): Test {
  const made = callable(signature, (_, ...values) => check(...values));
  return { ...made, takesOne: made.required === 2 };
}

const remainder = (value: Value, by: Value) => {
  if (!truthy(by)) throw new TwigFault('Nothing is divisible by 0.');
  return Number(modulo(value, by));
};

const isObject = (value: Value) =>
  value instanceof Markup || value instanceof Thing || value instanceof Arrow;

const isText = (value: Value) => typeof value === 'string' || value instanceof Markup;

const tested: [string, Test][] = [
  ['even', test('value', (value) => remainder(value, 2) === 0)],
  ['odd', test('value', (value) => Math.abs(remainder(value, 2)) === 1)],
  ['defined', test('value', () => true)],
  ['same as', test('value other', (value, other) => identical(value, other))],
  ['none', test('value', (value) => value === null || value === undefined)],
  ['null', test('value', (value) => value === null || value === undefined)],
  ['divisible by', test('value divisor', (value, by) => remainder(value, by) === 0)],
  ['empty', test('value', isEmpty)],
  ['iterable', test('value', isArray)],
  ['sequence', test('value', (value) => isArray(value) && isList(value))],
  // Text captured by `set`, dates and arrow functions are objects in PHP, and every object is a mapping.
  ['mapping', test('value', (value) => (isArray(value) ? !isList(value) : isObject(value)))],
  ['true', test('value', (value) => value === true)],
  ['false', test('value', (value) => value === false)],
  ['string', test('value', isText)],
  ['number', test('value', (value) => typeof value === 'number' || typeof value === 'bigint')],
];

const constantOf = functions.get('constant');

export const tests: ReadonlyMap<string, Test> = new Map<string, Test>([
  ...tested,
  [
    'constant',
    {
      ...callable('value constant object?', (runtime: Runtime, value, name) =>
        looselyEqual(value, constantOf?.call(runtime, name)),
      ),
      takesOne: true,
    },
  ],
]);
