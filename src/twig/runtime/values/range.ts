import { TwigFault } from '../../errors.ts';
import type { Runtime } from '../runtime.ts';
import { numericString, toInteger, toNumber } from './number.ts';
import { Markup, type Value } from './value.ts';

/**
 * Builds `1..5`, `'a'..'e'` and `range(0, 10, 3)`. Throws `TwigFault` for an invalid step, infinite ends or a range
 * that is too long.
 */
export function range(runtime: Runtime, low: Value, high: Value, step: Value = 1): Value[] {
  const from = low instanceof Markup ? low.text : low;
  const to = high instanceof Markup ? high.text : high;
  const by = Math.abs(toNumber(step ?? 1, 'range()'));
  if (isLetter(from) && isLetter(to)) {
    const a = from.charCodeAt(0);
    const b = to.charCodeAt(0);
    return numbers(runtime, a, b, by === 0 ? 0 : Math.max(1, Math.trunc(by))).map((code) =>
      String.fromCharCode(code),
    );
  }
  return numbers(runtime, bound(from), bound(to), by);
}

/** A range runs over letters only if both ends are non-numeric text that begins with an ASCII character. */
function isLetter(value: Value): value is string {
  return (
    typeof value === 'string' && value !== '' && numericString(value) === null && value.charCodeAt(0) < 128
  );
}

function bound(value: Value): number {
  if (typeof value === 'string') return Number(numericString(value) ?? toInteger(value));
  return toNumber(value, 'range()');
}

function numbers(runtime: Runtime, from: number, to: number, by: number): number[] {
  const distance = Math.abs(to - from);
  if (by === 0 || (by > distance && distance > 0)) {
    if (by === 0) throw new TwigFault('The step of a range must not be 0.');
    throw new TwigFault('The step of a range is larger than the range.');
  }
  if (!Number.isFinite(distance)) throw new TwigFault('A range needs two finite ends.');
  // The tolerance is for steps like 0.1, which floats cannot represent exactly.
  const length = Math.floor(distance / by + 1e-9) + 1;
  if (length > runtime.limits.range) {
    throw new TwigFault(`A range of ${length} items is longer than ${runtime.limits.range} (range bound).`);
  }
  runtime.charge(length * 2);
  const sign = to < from ? -1 : 1;
  return Array.from({ length }, (_, index) => from + sign * index * by);
}
