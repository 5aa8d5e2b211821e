import { TemplateSyntaxError, type TwigPlace } from './errors.ts';

/** The text of one template, with line breaks normalized to `\n`. Converts offsets to places. */
export class Source {
  readonly text: string;
  readonly part: string;
  readonly template: string | null;
  /** Whether it is Markdown, in which `{#name}` at the end of a line names a heading instead of opening a comment. */
  readonly isMarkdown: boolean;
  #lineStarts: number[] | null = null;
  /** `{% line 12 %}` gives its own line the number 12. From `offset` on, `by` is added to the line number. */
  readonly #shifts: { offset: number; by: number }[] = [];

  constructor(text: string, part: string, template: string | null, isMarkdown = false) {
    this.text = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    this.part = part;
    this.template = template;
    this.isMarkdown = isMarkdown;
  }

  place(offset: number): TwigPlace {
    const index = this.#lineIndex(offset);
    let line = index + 1;
    for (const shift of this.#shifts) if (shift.offset <= offset) line = index + 1 + shift.by;
    const column = offset - (this.#starts()[index] as number) + 1;
    return { part: this.part, template: this.template, line, column };
  }

  /** Gives the line at `offset` the number `line`. The following lines continue from it. */
  renumber(offset: number, line: number): void {
    this.#shifts.push({ offset, by: line - (this.#lineIndex(offset) + 1) });
  }

  fail(detail: string, offset: number): never {
    throw new TemplateSyntaxError(this.place(offset), detail);
  }

  #starts(): number[] {
    if (this.#lineStarts) return this.#lineStarts;
    const starts = [0];
    for (let at = this.text.indexOf('\n'); at !== -1; at = this.text.indexOf('\n', at + 1))
      starts.push(at + 1);
    this.#lineStarts = starts;
    return starts;
  }

  #lineIndex(offset: number): number {
    const starts = this.#starts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
