/**
 * The text of an element as a screen reader hears it. It is drawn line by line without the spaces between, but words
 * need them (ISO 32000-1, 14.8.2.5); and text after an empty line is a paragraph of its own.
 */
import type { TagElement } from './tag-tree.ts';

export class TextFlow {
  readonly isMarkdown: boolean;
  readonly #value: string | undefined;
  readonly #nextParagraph: () => TagElement;
  #paragraph: TagElement | undefined;
  #isAfterEmptyLine = false;
  /** In `value`, behind what was drawn. */
  #at = 0;
  /** The end of `value` without the spaces there. */
  readonly #end: number;

  /**
   * `value` is undefined where pdfme draws another text, which is short: a date in its format. `nextParagraph` is called
   * before the first line, and after each empty one.
   */
  constructor(value: string | undefined, isMarkdown: boolean, nextParagraph: () => TagElement) {
    this.#value = value;
    this.#end = value?.trimEnd().length ?? 0;
    this.isMarkdown = isMarkdown;
    this.#nextParagraph = nextParagraph;
  }

  /** The element that text belongs to. */
  get paragraph(): TagElement {
    if (!this.#paragraph || this.#isAfterEmptyLine) this.#paragraph = this.#nextParagraph();
    this.#isAfterEmptyLine = false;
    return this.#paragraph;
  }

  emptyLine(): void {
    this.#isAfterEmptyLine = this.#paragraph !== undefined;
  }

  /** Returns whether a space separates the line, which is drawn now, from the rest of the text. */
  endsWord(line: string): boolean {
    const value = this.#value;
    if (value === undefined) return true;
    let left = countInk(line);
    while (left > 0 && this.#at < value.length) if (!isSpace(value, this.#at++)) left--;
    if (isSpace(line, line.length - 1)) return false;
    return this.#at < this.#end && isSpace(value, this.#at);
  }

  /**
   * For markdown, whose source has more than its text: returns whether a space separates what was drawn last from what
   * begins the next line.
   */
  areApart(before: string, after: string): boolean {
    if (/\s$/.test(before) || /^\s/.test(after)) return false;
    const reach = this.#value?.slice(this.#at, this.#at + searched + 4 * before.length) ?? '';
    const end = before.slice(-comparedLength);
    const found = reach.indexOf(end);
    if (found >= 0) this.#at += found;
    const isOneWord = reach.startsWith(after.slice(0, comparedLength), Math.max(found, 0) + end.length);
    return !isOneWord || found < 0;
  }
}

/** Characters of markdown that are searched for a text: those of markup and of addresses are between. */
const searched = 3_000;
const comparedLength = 12;

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000;
}

function countInk(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) if (!isSpace(text, i)) count++;
  return count;
}
