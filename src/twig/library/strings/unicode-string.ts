import { TwigFault } from '../../errors.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { Thing, type Value } from '../../runtime/values/value.ts';
import { changeMethods } from './unicode/change-methods.ts';
import { matchMethods } from './unicode/match-methods.ts';
import { partMethods } from './unicode/part-methods.ts';
import { searchMethods } from './unicode/search-methods.ts';
import { maxStringLength, StringCall } from './unicode/string-call.ts';

const methods = new Map([...partMethods, ...searchMethods, ...changeMethods, ...matchMethods]);

/**
 * The result of the filter `u`: text with methods, such as `text|u.truncate(10, '…')`. They count graphemes.
 * https://symfony.com/doc/current/string.html
 */
export class TwigString extends Thing {
  readonly #text: string;
  readonly #runtime: Runtime;
  readonly #ignoringCase: boolean;

  constructor(runtime: Runtime, text: string, ignoringCase = false) {
    super();
    if (text.length > maxStringLength)
      throw new TwigFault(`A text is longer than ${maxStringLength} characters.`);
    this.#runtime = runtime;
    this.#text = text;
    this.#ignoringCase = ignoringCase;
  }

  override text(): string {
    return this.#text;
  }

  part(name: string, args: readonly Value[] | null): Value | undefined {
    const method = methods.get(name);
    if (!method) return undefined;
    const runtime = this.#runtime;
    runtime.charge(this.#text.length * 4);
    const subject = { text: this.#text, ignoringCase: this.#ignoringCase };
    return method(
      new StringCall(
        runtime,
        subject,
        args ?? [],
        (text, ignoring) => new TwigString(runtime, text, ignoring),
      ),
    );
  }
}
