/** The counters of CSS in a part: what rows do to them that it does not have. */

import { rowsOfSection, type TableRows } from './long-document.ts';
import type { CounterChange, CounterEffect, ReadCounters } from './part-layout.ts';

type Changes = readonly CounterChange[];

interface Effect {
  readonly name: string;
  /** Undefined if no counter is made. */
  reset: number | undefined;
  increment: number;
  set: number | undefined;
}

/** Gets to know the rows one after the other. */
export class Counters {
  readonly #rows = new Map<number, Changes>();
  readonly #sections = new Map<number, Changes>();

  /** `row`: the index of the first row that was read. */
  add(table: TableRows, row: number, { changes, rows, sections }: ReadCounters): void {
    for (const [i, index] of rows.entries()) {
      const found = changes[index] ?? [];
      if (found.length > 0) this.#rows.set(row + i, found);
    }
    for (const [section, { firstRow }] of table.sections.entries()) {
      const found = changes[sections[firstRow - row] ?? -1] ?? [];
      if (found.length > 0) this.#sections.set(section, found);
    }
  }

  /** Returns the effects of the rows from one up to another, all in one section. */
  ofRows(from: number, to: number): CounterEffect[] {
    const effects = new Map<string, Effect>();
    for (let row = from; row < to; row++) {
      for (const change of this.#rows.get(row) ?? []) apply(effects, change);
    }
    return [...effects.values()];
  }

  /** Returns the effects of sections on the counters after them. */
  ofSections(table: TableRows, from: number, to: number): CounterEffect[] {
    const effects = new Map<string, Effect>();
    for (let section = from; section < to; section++) {
      for (const change of this.#sections.get(section) ?? []) apply(effects, change);
      /** Counters that end with the section. */
      const inside = new Set<string>();
      const [start, end] = rowsOfSection(table, section);
      for (let row = start; row < end; row++) {
        for (const change of this.#rows.get(row) ?? []) {
          if (change.kind === 'reset' || !change.isOuter) inside.add(change.name);
          if (!inside.has(change.name)) apply(effects, change);
        }
      }
    }
    return [...effects.values()];
  }
}

function apply(effects: Map<string, Effect>, { name, kind, value }: CounterChange): void {
  const effect = effects.get(name) ?? { name, reset: undefined, increment: 0, set: undefined };
  effects.set(name, effect);
  if (kind === 'reset') Object.assign(effect, { reset: value, increment: 0, set: undefined });
  else if (kind === 'set') effect.set = value;
  else if (effect.set !== undefined) effect.set += value;
  else if (effect.reset !== undefined) effect.reset += value;
  else effect.increment += value;
}
