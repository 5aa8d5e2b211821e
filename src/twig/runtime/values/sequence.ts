/**
 * A sequence whose items are read when they are needed, each time from the start. It behaves as the same items in an array
 * would, and at most one of its items is in memory at a time.
 */
import { TwigFault } from '../../errors.ts';
import type { Limits } from '../../limits.ts';
import type { Runtime } from '../runtime.ts';
import type { Key } from './array.ts';
import type { Value } from './value.ts';

/** Where a row comes from, for errors. */
export interface RowPlace {
  readonly file: string;
  /** From 1; headers and empty lines do not count. */
  readonly number: number;
  /** From 1; undefined if the rows do not come from a text. */
  readonly line: number | undefined;
}

export interface SequenceItem {
  readonly key: Key;
  readonly value: Value;
  /** Characters of the row as JSON: an estimate of its memory. */
  readonly size: number;
  readonly place: RowPlace;
}

export interface SequenceFacts {
  /** Undefined if only reading all items tells. */
  readonly size?: number | undefined;
  /** Whether the keys are 0, 1, 2, … in this order. Undefined if only reading all items tells. */
  readonly isList?: boolean | undefined;
}

export class Sequence {
  readonly runtime: Runtime;
  readonly #read: () => Iterable<SequenceItem>;
  #size: number | undefined;
  #isList: boolean | undefined;

  constructor(runtime: Runtime, read: () => Iterable<SequenceItem>, { size, isList }: SequenceFacts = {}) {
    this.runtime = runtime;
    this.#read = read;
    this.#size = size;
    this.#isList = isList;
  }

  /** Sets the runtime's `row` to that of each item. */
  *[Symbol.iterator](): Generator<SequenceItem, void> {
    const { runtime } = this;
    const outer = runtime.row;
    for (const item of this.#read()) {
      runtime.row = item.place;
      yield item;
    }
    runtime.row = outer;
  }

  /** The size, if it is known without reading. */
  get knownSize(): number | undefined {
    return this.#size;
  }

  get knownList(): boolean | undefined {
    return this.#isList;
  }

  /** Reads all items if the size is not known. */
  get size(): number {
    if (this.#size === undefined) this.#count();
    return this.#size as number;
  }

  /** Reads all items if that is not known. */
  get isList(): boolean {
    if (this.#isList === undefined) this.#count();
    return this.#isList as boolean;
  }

  get isEmpty(): boolean {
    return this.#size === undefined ? this.find(() => true) === undefined : this.#size === 0;
  }

  /** Returns the first item that passes the test. Stops reading there. */
  find(test: (item: SequenceItem) => boolean): SequenceItem | undefined {
    const outer = this.runtime.row;
    for (const item of this) {
      if (!test(item)) continue;
      this.runtime.row = outer;
      return item;
    }
    return undefined;
  }

  /**
   * Returns all items at once. Throws `TwigFault` if they are more than the limits allow; `user` is what needs them, such
   * as `"sort"`.
   */
  all(user: string | undefined): SequenceItem[] {
    const items: SequenceItem[] = [];
    const held = new HeldRows(this.runtime.limits, user);
    for (const item of this) {
      held.add(item);
      this.runtime.charge(item.size + itemSize);
      items.push(item);
    }
    return items;
  }

  #count(): void {
    let size = 0;
    let isList = true;
    for (const { key } of this) if (key !== size++) isList = false;
    this.#size = size;
    this.#isList = isList;
  }
}

/** Counts rows that are in memory at the same time. */
export class HeldRows {
  readonly #limits: Limits;
  readonly #user: string | undefined;
  #held = 0;

  constructor(limits: Limits, user: string | undefined) {
    this.#limits = limits;
    this.#user = user;
  }

  /** Throws `TwigFault` if they are more than the limits allow. */
  add({ size, place }: SequenceItem): void {
    this.#held += size + itemSize;
    const { rows } = this.#limits;
    if (this.#held <= rows) return;
    const what = `rows of ${place.file} in memory at the same time that have more than ${rows} characters (row bound)`;
    throw new TwigFault(this.#user === undefined ? `This needs ${what}.` : `${this.#user} needs ${what}.`);
  }
}

/** Memory of an item beside its characters, in the same unit. */
const itemSize = 32;
