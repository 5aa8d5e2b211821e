/** Names that the template itself defines, each with its path in the data, or null for any other value. */
export class VariableScope {
  readonly #own = new Map<string, string | null>();
  readonly #outer: VariableScope | null;
  readonly #seesData: boolean;

  /**
   * Refers to `outer` instead of copying it, because a template may have thousands of variables and loops. A partial that
   * is included with `only` does not see the data.
   */
  constructor(outer: VariableScope | null, { seesData = true }: { readonly seesData?: boolean } = {}) {
    this.#outer = outer;
    this.#seesData = seesData;
  }

  set(name: string, path: string | null): void {
    this.#own.set(name, path);
  }

  /** Returns undefined for a name that the template does not define, which is a name of the data. */
  get(name: string): string | null | undefined {
    for (let scope: VariableScope | null = this; scope; scope = scope.#outer) {
      const path = scope.#own.get(name);
      if (path !== undefined) return path;
      if (!scope.#seesData) return null;
    }
    return undefined;
  }
}
