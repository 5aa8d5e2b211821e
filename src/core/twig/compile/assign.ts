import type { Target } from '../nodes.ts';
import type { Frame } from '../runtime.ts';
import { entryOf, normalKey, valuesOf } from '../values/array.ts';
import type { Value } from '../values/value.ts';

/** Sets the variables of a target; what the value has no entry for is null. */
export function assign(frame: Frame, target: Target, value: Value): void {
  if (target.kind === 'variable') frame.set(target.name, value);
  else if (target.kind === 'list') {
    const values = valuesOf(value);
    target.targets.forEach((each, index) => {
      if (each) assign(frame, each, values[index] ?? null);
    });
  } else
    for (const each of target.entries)
      assign(frame, each.target, entryOf(value, normalKey(each.key)) ?? null);
}
