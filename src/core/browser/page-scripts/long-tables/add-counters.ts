import type { unclobberedDocument } from '../unclobbered-document.ts';

/** What happened to a counter before an element: it was made, and then changed. */
export interface CounterEffect {
  readonly name: string;
  readonly reset?: number | undefined;
  readonly increment: number;
  readonly set?: number | undefined;
}

export interface CountersBefore {
  /** The index of a row or of a section of the table with most rows. */
  readonly index: number;
  readonly isSection: boolean;
  readonly effects: readonly CounterEffect[];
}

/** Lets rows and sections also do to counters what those did that are not there. */
export function addCounters(
  parts: { readonly unclobberedDocument: typeof unclobberedDocument },
  all: readonly CountersBefore[],
): void {
  const document = parts.unclobberedDocument();
  const rowsOf = (each: HTMLTableElement) => [...each.tBodies].flatMap((body) => [...body.rows]);
  const table = [...document.querySelectorAll('table')].reduce<HTMLTableElement | undefined>(
    (most, each) => (rowsOf(each).length > (most ? rowsOf(most).length : -1) ? each : most),
    undefined,
  );
  if (!table) return;
  const rows = rowsOf(table);
  for (const { index, isSection, effects } of all) {
    const element: HTMLElement | undefined = isSection ? table.tBodies[index] : rows[index];
    if (!element) continue;
    const own = (kind: string) => {
      // `none`, or names with numbers.
      const words = getComputedStyle(element).getPropertyValue(`counter-${kind}`).split(' ');
      const values = new Map<string, number>();
      for (let i = 0; i + 1 < words.length; i += 2) values.set(words[i] ?? '', Number(words[i + 1]));
      return values;
    };
    const resets = own('reset');
    const increments = own('increment');
    const sets = own('set');
    for (const { name, reset, increment, set } of effects) {
      // What the element itself does comes after it.
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
