/**
 * Values while a template runs. Plain JSON as it came (a list is an array, a mapping a plain object), and
 * the classes of this folder. An integer beyond 2⁵³ is a bigint. Anything else that a caller may have put
 * into the data (functions, symbols, undefined) counts as null. Nothing is ever changed in place.
 */
export type Value = unknown;

export type PlainObject = { readonly [key: string]: Value };

/** Text that needs no escaping in HTML: what a `set` tag collected, what a macro or block gave. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An arrow function. Only registered filters and operators call it. */
export class Arrow {
  readonly call: (...values: Value[]) => Value;

  constructor(call: (...values: Value[]) => Value) {
    this.call = call;
  }
}

/** A value with named parts of its own: dates, intervals, the state of a loop. */
export abstract class Thing {
  /** What `thing.name` reads or `thing.name(…)` calls; undefined where there is no such part. */
  abstract part(name: string, args: readonly Value[] | null): Value | undefined;

  /** What it is in JSON, where it has no text. */
  plain(): PlainObject {
    return {};
  }

  /** The text of it, where it has one. */
  text(): string | null {
    return null;
  }
}

/** A mapping that keeps PHP's order of keys. Integer-like keys are numbers. */
export class OrderedMap {
  readonly entries: Map<string | number, Value>;

  constructor(entries: Map<string | number, Value>) {
    this.entries = entries;
  }
}
