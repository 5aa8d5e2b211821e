/** All functions by name. */
import { type Callable, callable } from '../compiler/callable.ts';
import { templateFunctions } from '../compiler/template-functions.ts';
import { TwigFault } from '../errors.ts';
import { getRandomGenerator } from '../runtime/random.ts';
import type { Runtime } from '../runtime/runtime.ts';
import {
  getEntry,
  getSize,
  getValues,
  isArray,
  isEmptyArray,
  toIndex,
  toKey,
} from '../runtime/values/array.ts';
import { compare } from '../runtime/values/compare.ts';
import { modulo, toInteger } from '../runtime/values/number.ts';
import { range } from '../runtime/values/range.ts';
import { Sequence } from '../runtime/values/sequence.ts';
import { toText, typeName } from '../runtime/values/text.ts';
import { Markup, type Value } from '../runtime/values/value.ts';
import { suggest } from '../suggest.ts';
import { barcodeFunctions } from './barcodes.ts';
import { constants } from './constants.ts';
import { toDate } from './date/to-date.ts';
import { htmlClasses } from './filters/encode.ts';
import { nameListFunctions } from './intl/name-lists.ts';
import { countryTimeZones } from './intl/zone-names.ts';
import { ClassVariants } from './strings/class-variants.ts';
import { htmlAttributes } from './strings/html-attributes.ts';

function extreme(values: readonly Value[], sign: 1 | -1, name: string): Value {
  const [first] = values;
  if (values.length === 1 && first instanceof Sequence) return extremeItem(first, sign, name);
  const list = values.length === 1 ? (isArray(first) ? getValues(first) : null) : values;
  if (list === null)
    throw new TwigFault(`${name}() takes a sequence, or two values and more, not a ${typeName(first)}.`);
  if (list.length === 0) throw new TwigFault(`${name}() has nothing to choose from.`);
  return list.reduce((best, each) => (compare(each, best) * sign > 0 ? each : best));
}

function extremeItem(sequence: Sequence, sign: 1 | -1, name: string): Value {
  let best: { readonly value: Value } | undefined;
  for (const item of sequence) if (!best || compare(item.value, best.value) * sign > 0) best = item;
  if (!best) throw new TwigFault(`${name}() has nothing to choose from.`);
  return best.value;
}

/** Zero for a `Sequence`, whose reading is counted. */
const knownSize = (value: Value): number => (value instanceof Sequence ? 0 : getSize(value));

function random(runtime: Runtime, value: Value, max: Value): Value {
  const next = getRandomGenerator(runtime);
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  if (value === undefined || value === null)
    return whole(0, max === undefined || max === null ? 2147483647 : toInteger(max));
  if (typeof value === 'number' || typeof value === 'bigint') {
    const low = toInteger(value);
    if (max === undefined || max === null) return low < 0 ? whole(low, 0) : whole(0, low);
    const high = toInteger(max);
    if (high < low) throw new TwigFault(`random() cannot choose from ${low} to ${high}.`);
    return whole(low, high);
  }
  if (typeof value === 'string' || value instanceof Markup) {
    const points = [...toText(value)];
    runtime.charge(points.length);
    return points.length === 0 ? '' : points[whole(0, points.length - 1)];
  }
  if (!isArray(value)) return value;
  if (isEmptyArray(value)) throw new TwigFault('random() has nothing to choose from.');
  if (!Array.isArray(value)) runtime.charge(getSize(value));
  return getValues(value)[whole(0, getSize(value) - 1)];
}

function cycle(values: Value, position: Value): Value {
  if (!isArray(values)) return values;
  const size = getSize(values);
  if (size === 0) throw new TwigFault('cycle() has nothing to choose from.');
  return getEntry(values, toKey(modulo(position, size)) ?? 0) ?? null;
}

function constant(name: Value): Value {
  const value = constants.get(toText(name).replace(/^\\/, ''));
  if (value !== undefined) return value;
  const shown = toText(name).slice(0, 60);
  throw new TwigFault(
    `There is no constant "${shown}": of PHP's, only those are available that say nothing about code or the machine.` +
      suggest(shown, constants.keys()),
  );
}

export const functions: ReadonlyMap<string, Callable> = new Map<string, Callable>([
  ...templateFunctions,
  ...barcodeFunctions,
  ...nameListFunctions,
  [
    'attribute',
    callable(
      'variable attribute arguments?',
      (_, object, key) => getEntry(object, toIndex(object, key) ?? '') ?? null,
    ),
  ],
  ['constant', callable('constant object? check_defined?', (_, name) => constant(name))],
  ['cycle', callable('values position?', (_, values, position) => cycle(values, position ?? 0))],
  ['date', callable('date? timezone?', (runtime, value, zone) => toDate(runtime, value, zone))],
  ['country_timezones', callable('country', (_, country) => countryTimeZones(country), { cost: 20 })],
  [
    'html_cva',
    callable(
      'base? variants? compound_variants? default_variant?',
      (runtime, base, variants, compounds, defaults) =>
        new ClassVariants(runtime, base, variants, compounds, defaults),
    ),
  ],
  ['html_attr', callable('...args', htmlAttributes, { safe: ['html'] })],
  ['html_classes', callable('...args', (runtime, ...values) => runtime.built(htmlClasses(values)))],
  [
    'max',
    callable('value ...values', (runtime, ...values) => {
      runtime.charge(values.length + knownSize(values[0]));
      return extreme(values, 1, 'max');
    }),
  ],
  [
    'min',
    callable('value ...values', (runtime, ...values) => {
      runtime.charge(values.length + knownSize(values[0]));
      return extreme(values, -1, 'min');
    }),
  ],
  ['random', callable('values? max?', random)],
  [
    'range',
    callable('low|start high|end step?', (runtime, low, high, step) =>
      range(runtime, low, high, step === undefined ? 1 : (step ?? 0)),
    ),
  ],
]);
