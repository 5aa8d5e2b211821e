/** Faults of data as people read them. A file of its own, because zod is slow to load. */

/** A fault that several items of a list have in common, or one alone. */
export interface FaultGroup {
  /** `items.*.name` of several items, otherwise the field itself. */
  readonly field: string;
  /** The message of the first item, which names `field`. It ends with `etc.` if others have other wrong values. */
  readonly message: string;
  readonly count: number;
}

/** Two are shorter to read than what is said of them together. */
const fewestGrouped = 3;

/**
 * Unites faults that differ only in the numbers of the items, and in the values that they name as wrong, for people: forty
 * items without a name are one line. The order is that of the first of each.
 *
 * @example
 * groupFaults([['items.0.name', ['is missing']], ['items.1.name', ['is missing']], ['items.2.name', ['is missing']]]);
 * // [{ field: 'items.*.name', message: 'is missing', count: 3 }]
 */
export function groupFaults(errors: Iterable<readonly [string, readonly string[]]>): FaultGroup[] {
  const groups = new Map<string, { readonly alone: FaultGroup[]; readonly messages: Set<string> }>();
  for (const [field, messages] of errors) {
    const pattern = patternOf(field);
    for (const text of messages) {
      const message = field === '' ? text : text.replaceAll(field, pattern);
      // The validators end with what they found: `must be a number, not "x"`.
      const key = `${pattern} ${message.replace(/, (?:not|but) .*$/s, '')}`;
      const group = groups.get(key) ?? { alone: [], messages: new Set() };
      group.alone.push({ field, message: text, count: 1 });
      group.messages.add(message);
      groups.set(key, group);
    }
  }
  return [...groups.values()].flatMap(({ alone, messages }) => {
    const [first] = alone;
    const [message] = messages;
    if (!first || message === undefined || alone.length < fewestGrouped) return alone;
    const united = messages.size > 1 ? message.replace(/\.?$/, ' etc.') : message;
    return [{ field: patternOf(first.field), message: united, count: alone.length }];
  });
}

const patternOf = (field: string): string => field.replace(/(?<=^|\.)\d+(?=\.|$)/g, '*');
