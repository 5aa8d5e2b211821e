/** A command that the sweep runs, and how its result is judged. */
import type { Comparison } from '../judges/compare-pages.ts';
import type { SweepCase } from './sweep-case.ts';

export interface SweepCommand {
  readonly name: string;
  /** Where the file that it writes is. Undefined: it only reads. */
  readonly output?: string | undefined;
  /** Why it is not for this file. Undefined: it is. `written`: the commands that have written a file. */
  skips?(input: SweepCase, written: ReadonlySet<string>): string | undefined;
  /** The same through the library, which saves starting a process for each file. */
  run(input: SweepCase): Promise<Made>;
  /** The words of the built command. */
  words(input: SweepCase): readonly string[];
  judge(input: SweepCase, made: Made): Promise<Comparison>;
}

export interface Made {
  /** What it writes. Undefined: nothing, or it is written already. */
  readonly pdf?: Uint8Array | undefined;
  readonly warnings: readonly string[];
}

/** Nothing to object to by those who looked. */
export const sound = (...readers: Comparison['readers']): Comparison => ({ differences: [], readers });
