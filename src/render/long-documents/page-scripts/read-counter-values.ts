/** Returns what an element does to counters of CSS: their names with numbers, in order. */
export function readCounterValues(
  style: CSSStyleDeclaration,
  kind: 'reset' | 'increment' | 'set',
): (readonly [name: string, value: number])[] {
  // `none`, or names with numbers.
  const words = style.getPropertyValue(`counter-${kind}`).split(' ');
  const values: (readonly [string, number])[] = [];
  for (let i = 0; i + 1 < words.length; i += 2) values.push([words[i] ?? '', Number(words[i + 1])]);
  return values;
}
