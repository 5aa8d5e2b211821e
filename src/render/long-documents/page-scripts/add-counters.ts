import type { CountersBefore } from '../part-layout.ts';
import type { TableScriptParts } from './table-script-parts.ts';

/** Lets rows and sections also do to counters what those did that are not there. */
export function addCounters(parts: TableScriptParts, all: readonly CountersBefore[]): void {
  const document = parts.unclobberedDocument();
  const found = parts.findPartRows(document);
  if (!found) return;
  const { table, rows } = found;
  const sections = [...(table?.tBodies ?? [])];
  // From the last one on: what happens to one element twice is added before what is there.
  for (const { index, isSection, effects } of all.toReversed()) {
    const elements: readonly HTMLElement[] = isSection ? sections : rows;
    // One that is not shown does not count.
    const element = elements.find((each, i) => i >= index && getComputedStyle(each).display !== 'none');
    if (!element) continue;
    const style = getComputedStyle(element);
    const resets = new Map(parts.readCounterValues(style, 'reset'));
    const increments = new Map(parts.readCounterValues(style, 'increment'));
    const sets = new Map(parts.readCounterValues(style, 'set'));
    for (const { name, reset, increment, set } of effects) {
      // The changes of the element itself come after it.
      if (resets.has(name)) continue;
      const added = increments.get(name) ?? 0;
      increments.delete(name);
      if (reset !== undefined) resets.set(name, reset);
      if (set === undefined) increments.set(name, increment + added);
      else if (!sets.has(name)) sets.set(name, set + added);
    }
    for (const [kind, values] of [
      ['reset', resets],
      ['increment', increments],
      ['set', sets],
    ] as const) {
      const text = [...values].map(([name, value]) => `${name} ${value}`).join(' ');
      if (text) element.style.setProperty(`counter-${kind}`, text, 'important');
      else element.style.setProperty(`counter-${kind}`, 'none', 'important');
    }
  }
}
