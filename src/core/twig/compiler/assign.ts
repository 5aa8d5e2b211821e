import { TwigFault } from '../errors.ts';
import type { AssignmentTarget } from '../parser/ast.ts';
import { missingAttribute } from '../runtime/attribute.ts';
import type { Frame } from '../runtime/runtime.ts';
import { entriesOf, entryOf, isArray, normalKey, sizeOf } from '../runtime/values/array.ts';
import { typeName } from '../runtime/values/text.ts';
import type { Value } from '../runtime/values/value.ts';

/**
 * Sets the variables of a target. What a sequence has no item for is null, and so is what a mapping has no entry for,
 * unless the template is strict.
 */
export function assign(frame: Frame, target: AssignmentTarget, value: Value, strict: boolean): void {
  if (target.kind === 'variable') frame.set(target.name, value);
  else if (target.kind === 'list') {
    const items = padded(value, target.targets.length);
    target.targets.forEach((each, index) => {
      if (each) assign(frame, each, items(index) ?? null, strict);
    });
  } else {
    for (const each of target.entries) {
      const entry = isArray(value) ? entryOf(value, normalKey(each.key)) : undefined;
      if (strict && entry === undefined) throw new TwigFault(missingAttribute(value, each.key, false));
      assign(frame, each.target, entry ?? null, strict);
    }
  }
}

/** As PHP pads what is taken apart: a mapping that has fewer entries than there are variables is renumbered. */
function padded(value: Value, length: number): (index: number) => Value {
  if (!isArray(value))
    throw new TwigFault(`Only a sequence can be taken apart by […], not a ${typeName(value)}.`);
  if (Array.isArray(value)) return (index) => value[index];
  if (sizeOf(value) >= length) return (index) => entryOf(value, index);
  const numbered = entriesOf(value).filter(([key]) => typeof key === 'number');
  return (index) => numbered[index]?.[1];
}
