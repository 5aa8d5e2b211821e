/** A call of a method of `text|u`: the text, and its arguments converted as in PHP. */
import { TwigFault } from '../../../errors.ts';
import type { Runtime } from '../../../runtime/runtime.ts';
import { getValues, isArray } from '../../../runtime/values/array.ts';
import { toInteger } from '../../../runtime/values/number.ts';
import { toText } from '../../../runtime/values/text.ts';
import type { Value } from '../../../runtime/values/value.ts';
import { foldCase } from './fold-case.ts';
import { graphemes } from './graphemes.ts';

export type StringMethod = (call: StringCall) => Value;

export const maxStringLength = 10_000_000;
/** Maximum number of alternatives in one call, as in `containsAny([…])`. */
const maxTexts = 1_000;

export class StringCall {
  readonly runtime: Runtime;
  readonly text: string;
  /** Whether comparisons ignore case. */
  readonly ignoringCase: boolean;
  readonly #given: readonly Value[];
  readonly #make: (text: string, ignoringCase: boolean) => Value;
  #units: readonly string[] | null = null;

  constructor(
    runtime: Runtime,
    subject: { text: string; ignoringCase: boolean },
    given: readonly Value[],
    make: (text: string, ignoringCase: boolean) => Value,
  ) {
    this.runtime = runtime;
    this.text = subject.text;
    this.ignoringCase = subject.ignoringCase;
    this.#given = given;
    this.#make = make;
  }

  get units(): readonly string[] {
    if (this.#units === null) {
      // Splitting text into graphemes is some hundred times as slow as copying it.
      this.runtime.tick(this.text.length >> 2);
      this.runtime.charge(this.text.length * 2);
      this.#units = graphemes(this.text);
    }
    return this.#units;
  }

  /** Splits text into graphemes for a comparison with this one, folded if case is ignored. */
  comparable(text: string): readonly string[] {
    this.runtime.tick(text.length >> 2);
    const units = text === this.text ? this.units : graphemes(text);
    return this.ignoringCase ? units.map(foldCase) : units;
  }

  made(text: string, ignoringCase = false): Value {
    if (text.length > maxStringLength)
      throw new TwigFault(`A text is longer than ${maxStringLength} characters.`);
    return this.#make(text, ignoringCase);
  }

  has(index: number): boolean {
    return this.#given[index] !== undefined && this.#given[index] !== null;
  }

  value(index: number): Value {
    return this.#given[index];
  }

  word(index: number, fallback = ''): string {
    return this.#given[index] === undefined ? fallback : toText(this.#given[index]);
  }

  number(index: number, fallback = 0): number {
    return this.#given[index] === undefined ? fallback : toInteger(this.#given[index]);
  }

  /** Returns one text, or each text of a list. */
  words(index: number): string[] {
    const value = this.#given[index];
    return isArray(value) ? getValues(value).slice(0, maxTexts).map(toText) : [toText(value)];
  }

  /** Returns all arguments joined to one text. */
  joined(): string {
    return this.#given.map(toText).join('');
  }
}
