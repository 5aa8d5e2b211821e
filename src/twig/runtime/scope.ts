import { TwigFault } from '../errors.ts';
import type { Frame } from './runtime.ts';
import { getEntries, isArray } from './values/array.ts';
import type { Value } from './values/value.ts';

/**
 * Returns the variables of a template or body that runs inside another one, such as an `include`. `extra` is
 * undefined if the tag passes none.
 */
export function scope(frame: Frame, extra: Value, only: boolean, user: string): Map<string, Value> {
  const vars = only ? new Map<string, Value>() : new Map(frame.vars);
  frame.runtime.charge(vars.size * 4);
  if (extra !== undefined) {
    if (!isArray(extra)) throw new TwigFault(`Variables passed to "${user}" must be a mapping.`);
    for (const [key, value] of getEntries(extra)) vars.set(String(key), value ?? null);
  }
  return vars;
}
