import { TwigFault } from '../errors.ts';
import type { AssignmentTarget } from '../parser/ast.ts';
import { missingAttribute } from '../runtime/attribute.ts';
import type { Frame } from '../runtime/runtime.ts';
import { getEntries, getEntry, getSize, isArray, normalKey } from '../runtime/values/array.ts';
import { typeName } from '../runtime/values/text.ts';
import type { Value } from '../runtime/values/value.ts';

/**
 * Sets the variables of a target. A variable without an item in a sequence becomes null, and so does one without an
 * entry in a mapping. A missing entry is noticed: in a strict render it throws a `TwigFault`.
 */
export function assign(frame: Frame, target: AssignmentTarget, value: Value): void {
  if (target.kind === 'variable') frame.set(target.name, value);
  else if (target.kind === 'list') {
    const items = padded(value, target.targets.length);
    target.targets.forEach((each, index) => {
      if (each) assign(frame, each, items(index) ?? null);
    });
  } else {
    for (const each of target.entries) {
      const entry = isArray(value) ? getEntry(value, normalKey(each.key)) : undefined;
      if (entry === undefined) {
        const { runtime } = frame;
        const explain = () => missingAttribute(value, each.key, false);
        runtime.notices?.add(each, () => `{${each.key}} (${runtime.at})`, runtime, explain);
      }
      assign(frame, each.target, entry ?? null);
    }
  }
}

/**
 * Returns a lookup of items by index. As with `array_pad` in PHP, the numeric keys of a mapping are renumbered if it
 * has fewer than `length` entries.
 */
function padded(value: Value, length: number): (index: number) => Value {
  if (!isArray(value))
    throw new TwigFault(`Only a sequence can be taken apart by […], not a ${typeName(value)}.`);
  if (Array.isArray(value)) return (index) => value[index];
  if (getSize(value) >= length) return (index) => getEntry(value, index);
  const numbered = getEntries(value).filter(([key]) => typeof key === 'number');
  return (index) => numbered[index]?.[1];
}
