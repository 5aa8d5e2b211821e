/** Collects the problems of data for a form, by field. */

/** More are as bad as this many. */
const maxProblems = 200;

export class FieldProblems {
  readonly #found = new Map<string, string[]>();

  /** `rule` reads on after the name of the field: `must be text`. */
  add(field: string, rule: string): void {
    const known = this.#found.get(field);
    if (known) known.push(rule);
    else if (this.#found.size < maxProblems) this.#found.set(field, [rule]);
  }

  get size(): number {
    return this.#found.size;
  }

  toObject(): Record<string, readonly string[]> {
    return Object.fromEntries(this.#found);
  }
}
