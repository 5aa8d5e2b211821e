/** Names that the template itself defines, each with its path in the data, or null for any other value. */
export class VariableScope {
  readonly #own = new Map<string, string | null>();
  readonly #outer: VariableScope | null;

  /** Refers to `outer` instead of copying it, because a template may have thousands of variables and loops. */
  constructor(outer: VariableScope | null) {
    this.#outer = outer;
  }

  set(name: string, path: string | null): void {
    this.#own.set(name, path);
  }

  /** Returns undefined for a name that the template does not define, which is a name of the data. */
  get(name: string): string | null | undefined {
    for (let scope: VariableScope | null = this; scope; scope = scope.#outer) {
      const path = scope.#own.get(name);
      if (path !== undefined) return path;
    }
    return undefined;
  }
}
