/** The flags of a command line by their names: of the whole PDF, or of one of its objects. */
import { WkFailure } from './wk-failure.ts';

/** What is a number in a flag, and when it is none. */
interface NumberRule {
  readonly isWhole?: boolean;
  readonly min?: number;
}

export class FlagValues {
  readonly #given: Map<string, (readonly string[])[]>;

  constructor(defaults?: FlagValues) {
    this.#given = new Map(defaults ? [...defaults.#given].map(([name, all]) => [name, [...all]]) : []);
  }

  /** `name`: without dashes; `no-outline` and `disable-plugins` turn `outline` and `plugins` off. */
  add(name: string, args: readonly string[]): void {
    const [switched, isOn] = switchOf(name);
    const value = args.length === 0 ? [String(isOn)] : args;
    this.#given.set(switched, [...(this.#given.get(switched) ?? []), value]);
  }

  remove(name: string): void {
    this.#given.delete(name);
  }

  /** Each time that a flag was given. */
  all(name: string): readonly (readonly string[])[] {
    return this.#given.get(name) ?? [];
  }

  /** The last one counts. */
  text(name: string): string | undefined {
    return this.#given.get(name)?.at(-1)?.[0];
  }

  isOn(name: string, otherwise: boolean): boolean {
    const value = this.text(name);
    return value === undefined ? otherwise : value === 'true';
  }

  /** Throws `WkFailure` for a text that is no such number. */
  number(
    name: string,
    { isWhole = false, min = Number.NEGATIVE_INFINITY }: NumberRule = {},
  ): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    const isNumber = text.trim() !== '' && Number.isFinite(value) && value >= min;
    if (isNumber && (!isWhole || Number.isInteger(value))) return value;
    throw invalidArgument(name, text, isWhole ? 'a whole number' : 'a number');
  }

  /** Throws `WkFailure` for a text that is none of these, whatever its case. */
  oneOf<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const found = words.find((word) => word.toLowerCase() === text.toLowerCase());
    if (found === undefined) throw invalidArgument(name, text, words.join(', '));
    return found;
  }
}

/** `wanted`: the end of a sentence. */
export const invalidArgument = (name: string, text: string, wanted: string): WkFailure =>
  new WkFailure(`Invalid argument(s) parsed to --${name}: ${JSON.stringify(text)} is not ${wanted}`, 'usage');

function switchOf(name: string): readonly [name: string, isOn: boolean] {
  if (name === 'exclude-from-outline') return ['include-in-outline', false];
  const [, verb, rest] = /^(no|enable|disable)-(.+)$/.exec(name) ?? [];
  return rest === undefined || name === 'no-pdf-compression' ? [name, true] : [rest, verb === 'enable'];
}
