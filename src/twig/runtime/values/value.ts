/**
 * Values of a running template: plain JSON (a list is an array, a mapping a plain object) and the classes of this
 * folder. Integers beyond 2⁵³ are bigints. Anything else that a caller may have put into the data (functions,
 * symbols, undefined) counts as null. Values are never modified in place.
 */
export type Value = unknown;

export type PlainObject = { readonly [key: string]: Value };

/** Text that needs no escaping in HTML: the result of a `set` tag, a macro or a block. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type ArrowCall = (...values: Value[]) => Value;

/** An arrow function. Only built-in filters and operators call it. */
export class Arrow<Scope = unknown> {
  readonly call: ArrowCall;
  // A template can keep a great many arrows, so they share the function that captures.
  readonly #scope: Scope;
  readonly #captureIn: (scope: Scope) => ArrowCall | undefined;

  constructor(call: ArrowCall, scope: Scope, captureIn: (scope: Scope) => ArrowCall | undefined) {
    this.call = call;
    this.#scope = scope;
    this.#captureIn = captureIn;
  }

  /**
   * Returns a call that can be made later and any number of times with the results of now: it sees the variables as they
   * are now. Undefined if the arrow has effects or results that such a call could not repeat.
   */
  capture(): ArrowCall | undefined {
    return this.#captureIn(this.#scope);
  }
}

/** A value with named parts of its own: dates, intervals, the state of a loop. */
export abstract class Thing {
  /** Returns what `thing.name` reads or `thing.name(…)` calls, or undefined if there is no part of this name. */
  abstract part(name: string, args: readonly Value[] | null): Value | undefined;

  /** Returns its JSON form, used if it has no text. */
  plain(): PlainObject {
    return {};
  }

  /** Returns its text, or null if it has none. */
  text(): string | null {
    return null;
  }

  /**
   * Returns -1, 0 or 1 if it is less than, equal to or greater than `other`, or undefined if the two have no order of
   * their own.
   */
  compareWith(_other: Value): number | undefined {
    return undefined;
  }
}

/** A mapping that keeps PHP's order of keys. Integer-like keys are numbers. */
export class OrderedMap {
  readonly entries: Map<string | number, Value>;

  constructor(entries: Map<string | number, Value>) {
    this.entries = entries;
  }
}
