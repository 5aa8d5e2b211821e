import { missingAttribute } from '../attribute.ts';
import { Fault } from '../errors.ts';
import type { Target } from '../nodes.ts';
import type { Frame } from '../runtime.ts';
import { entryOf, normalKey, valuesOf } from '../values/array.ts';
import type { Value } from '../values/value.ts';

/**
 * Sets the variables of a target. What the value has no entry for is null; `strict` throws a `Fault` for the key of a
 * mapping, as PHP does.
 */
export function assign(frame: Frame, target: Target, value: Value, strict: boolean): void {
  if (target.kind === 'variable') frame.set(target.name, value);
  else if (target.kind === 'list') {
    const values = valuesOf(value);
    target.targets.forEach((each, index) => {
      if (each) assign(frame, each, values[index] ?? null, strict);
    });
  } else {
    for (const { key, target: inner } of target.entries) {
      const entry = entryOf(value, normalKey(key));
      if (entry === undefined && strict) throw new Fault(missingAttribute(value, key, false));
      assign(frame, inner, entry ?? null, strict);
    }
  }
}
