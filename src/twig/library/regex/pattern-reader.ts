/** The text of a pattern and a position in it. */

/** Thrown if a pattern is malformed or requires backtracking. */
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

  /** Matches at the position, within the next `within` characters, and moves the position after the match. */
  match(expression: RegExp, within: number): RegExpExecArray | null {
    const found = expression.exec(this.#characters.slice(this.#at, this.#at + within).join(''));
    if (found) this.#at += [...found[0]].length;
    return found;
  }

  /**
   * Returns the text up to a character at most `within` characters away and moves the position after that character.
   * Returns null if the character is not found.
   */
  until(character: string, within: number): string | null {
    const end = this.#characters.indexOf(character, this.#at);
    if (end === -1 || end - this.#at > within) return null;
    const text = this.#characters.slice(this.#at, end).join('');
    this.#at = end + 1;
    return text;
  }
}
