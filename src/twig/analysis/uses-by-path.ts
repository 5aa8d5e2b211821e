/** Collects what a template does with its data, by path. */
import type { Expression } from '../parser/ast.ts';
import { comparedValues, operandUse, type ValueUse } from './value-uses.ts';

/** The uses that a template makes of the value of one path. */
export interface PathUses {
  readonly uses: ReadonlySet<ValueUse>;
  /** Constants that it compares the value with: examples of valid values. */
  readonly compared: ReadonlySet<string | number>;
  /** Somewhere it reads the value without allowing for its absence. */
  readonly isRequired: boolean;
}

interface Collected extends PathUses {
  readonly uses: Set<ValueUse>;
  readonly compared: Set<string | number>;
  isRequired: boolean;
}

/** The most constants that are kept for one path. */
const maxCompared = 20;

export class UsesByPath {
  readonly #paths = new Map<string, Collected>();

  get paths(): ReadonlyMap<string, PathUses> {
    return this.#paths;
  }

  #at(path: string): Collected {
    const known = this.#paths.get(path);
    if (known) return known;
    const uses: Collected = { uses: new Set(), compared: new Set(), isRequired: false };
    this.#paths.set(path, uses);
    return uses;
  }

  read(path: string, isRequired: boolean): void {
    const uses = this.#at(path);
    uses.isRequired ||= isRequired;
  }

  add(path: string, use: ValueUse | undefined): void {
    if (use !== undefined) this.#at(path).uses.add(use);
  }

  /** Adds what an operator with `other` on its other side shows. */
  addOperand(path: string, operator: string, other: Expression): void {
    this.add(path, operandUse(operator, other));
    for (const value of comparedValues(operator, other)) {
      const { compared } = this.#at(path);
      if (compared.size < maxCompared) compared.add(value);
    }
  }
}
