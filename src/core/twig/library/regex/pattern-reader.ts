/** The text of a pattern with a place in it. */

/** A pattern that is malformed, or asks for what needs backtracking. */
export class PatternError extends Error {}

export class PatternReader {
  readonly #characters: string[];
  #at = 0;

  constructor(text: string) {
    this.#characters = [...text];
  }

  peek(ahead = 0): string | undefined {
    return this.#characters[this.#at + ahead];
  }

  next(): string | undefined {
    return this.#characters[this.#at++];
  }

  take(text: string): boolean {
    for (let i = 0; i < text.length; i++) if (this.peek(i) !== text[i]) return false;
    this.#at += text.length;
    return true;
  }

  /** What matches here, within the next `within` characters; the place moves behind it. */
  match(expression: RegExp, within: number): RegExpExecArray | null {
    const found = expression.exec(this.#characters.slice(this.#at, this.#at + within).join(''));
    if (found) this.#at += [...found[0]].length;
    return found;
  }

  /** The text up to a character, at most `within` away; the place moves behind that. Null where there is none. */
  until(character: string, within: number): string | null {
    const end = this.#characters.indexOf(character, this.#at);
    if (end === -1 || end - this.#at > within) return null;
    const text = this.#characters.slice(this.#at, end).join('');
    this.#at = end + 1;
    return text;
  }
}
