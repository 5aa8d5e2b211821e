/** Names that the template itself has given a meaning: a path in the data, or null for a value of its own. */
export class VariableScope {
  readonly #own = new Map<string, string | null>();
  readonly #outer: VariableScope | null;

  /** Looks into `outer` rather than copying it: a template may have thousands of variables and of loops. */
  constructor(outer: VariableScope | null) {
    this.#outer = outer;
  }

  set(name: string, path: string | null): void {
    this.#own.set(name, path);
  }

  /** undefined where the name is the data's. */
  get(name: string): string | null | undefined {
    for (let scope: VariableScope | null = this; scope; scope = scope.#outer) {
      const path = scope.#own.get(name);
      if (path !== undefined) return path;
    }
    return undefined;
  }
}
