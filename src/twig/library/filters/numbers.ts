import { type Callable, callable } from '../../compiler/callable.ts';
import { TwigFault } from '../../errors.ts';
import { toFloat, toInteger, toNumber } from '../../runtime/values/number.ts';
import { formatFixed, roundHalf } from '../../runtime/values/round.ts';
import { textArgument, toText } from '../../runtime/values/text.ts';
import type { Value } from '../../runtime/values/value.ts';

/**
 * Converts an argument to a number; null counts as 0. Throws `TwigFault` for sequences, mappings and text that is not
 * a number, as PHP's own functions do.
 */
function numberArgument(value: Value, name: string): Value {
  return value === undefined || value === null ? 0 : toNumber(value, name);
}

function round(value: Value, precision: Value, method: Value): Value {
  const number = toFloat(value);
  const places = toInteger(numberArgument(precision, 'The precision of "round"'));
  const how = method === undefined ? 'common' : toText(method);
  if (how === 'common') return roundHalf(number, places);
  if (how !== 'ceil' && how !== 'floor')
    throw new TwigFault('The method of "round" is "common", "ceil" or "floor".');
  const scale = 10 ** Math.max(-300, Math.min(300, places));
  const scaled = number * scale;
  return (how === 'ceil' ? Math.ceil(scaled) : Math.floor(scaled)) / scale;
}

export const numberFilters: [string, Callable][] = [
  [
    'abs',
    callable('number', (_, value) => {
      if (typeof value === 'bigint') return value < 0n ? -value : value;
      return Math.abs(toNumber(value, '"abs"'));
    }),
  ],
  [
    'round',
    callable('value precision? method?', (_, value, precision, method) => round(value, precision, method)),
  ],
  [
    'number_format',
    callable('number decimal? decimal_point? thousand_sep?', (runtime, value, decimals, point, thousands) => {
      const number = toFloat(value);
      const shown = formatFixed(
        number,
        toInteger(numberArgument(decimals, 'The number of decimals of "number_format"')),
        point === undefined || point === null
          ? '.'
          : textArgument(point, 'The decimal point of "number_format"'),
        thousands === undefined || thousands === null
          ? ','
          : textArgument(thousands, 'The separator of "number_format"'),
      );
      return runtime.built(shown);
    }),
  ],
];
