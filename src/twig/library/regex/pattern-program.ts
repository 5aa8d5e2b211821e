/** Compiles a pattern into instructions for a machine that is in several states concurrently. */
import type { CharacterSet } from './character-set.ts';
import type { Assertion, PatternNode } from './parse-pattern.ts';
import { PatternError } from './pattern-reader.ts';

export type Instruction =
  | { kind: 'set'; set: CharacterSet }
  | { kind: 'assert'; assertion: Assertion }
  /** Tries `one` before `other`. */
  | { kind: 'split'; one: number; other: number }
  | { kind: 'jump'; to: number }
  /** The slot of a group's start (even) or end (odd). */
  | { kind: 'mark'; slot: number }
  | { kind: 'match' };

const maximumInstructions = 4_000;
export const maximumGroups = 100;

export class PatternProgram {
  readonly instructions: Instruction[] = [];
  /** The name of each group, or null. The first entry is the whole match. */
  readonly groups: (string | null)[] = [null];
  #emitted = 0;

  constructor(node: PatternNode) {
    this.#emit(node);
    this.#push({ kind: 'match' });
  }

  #push(instruction: Instruction): number {
    if (this.instructions.length >= maximumInstructions) throw new PatternError('it is too large.');
    return this.instructions.push(instruction) - 1;
  }

  #emit(node: PatternNode): void {
    // Empty groups add no instruction, however often they are repeated, so nodes are counted too.
    if (++this.#emitted > maximumInstructions * 4) throw new PatternError('it is too large.');
    switch (node.kind) {
      case 'set':
      case 'assert':
        this.#push(node);
        return;
      case 'sequence':
        for (const part of node.parts) this.#emit(part);
        return;
      case 'choice': {
        const ends: { kind: 'jump'; to: number }[] = [];
        node.options.forEach((option, index) => {
          if (index === node.options.length - 1) {
            this.#emit(option);
            return;
          }
          const split = { kind: 'split' as const, one: 0, other: 0 };
          split.one = this.#push(split) + 1;
          this.#emit(option);
          const end = { kind: 'jump' as const, to: 0 };
          split.other = this.#push(end) + 1;
          ends.push(end);
        });
        for (const end of ends) end.to = this.instructions.length;
        return;
      }
      case 'group': {
        const index = this.groups.push(node.name) - 1;
        if (index > maximumGroups) throw new PatternError(`it has more than ${maximumGroups} groups.`);
        this.#push({ kind: 'mark', slot: index * 2 });
        this.#emit(node.part);
        this.#push({ kind: 'mark', slot: index * 2 + 1 });
        return;
      }
      case 'repeat': {
        // A repeated group is still one group.
        const groups = this.groups.length;
        const again = () => {
          this.groups.length = groups;
          this.#emit(node.part);
        };
        for (let i = 0; i < node.min; i++) again();
        if (node.max === Number.POSITIVE_INFINITY) {
          // The loop is decided before the first iteration and after each: as in PCRE, an iteration that consumes
          // nothing is the last one.
          const before = { kind: 'split' as const, one: 0, other: 0 };
          const after = { kind: 'split' as const, one: 0, other: 0 };
          before.one = this.#push(before) + 1;
          again();
          this.#push(after);
          after.one = before.one;
          before.other = this.instructions.length;
          after.other = before.other;
          if (node.lazy) {
            prefersOther(before);
            prefersOther(after);
          }
          return;
        }
        const splits: { kind: 'split'; one: number; other: number }[] = [];
        for (let i = node.min; i < node.max; i++) {
          const split = { kind: 'split' as const, one: 0, other: 0 };
          split.one = this.#push(split) + 1;
          splits.push(split);
          again();
        }
        for (const split of splits) {
          split.other = this.instructions.length;
          if (node.lazy) prefersOther(split);
        }
      }
    }
  }
}

function prefersOther(split: { one: number; other: number }): void {
  [split.one, split.other] = [split.other, split.one];
}
