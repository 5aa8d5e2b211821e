/** What a command did with a file, as it is stored and reported. */
import type { Difference, JudgeName } from '../judges/compare-pages.ts';

export interface Refusal {
  readonly code: string;
  readonly exit: number;
  /** As a user reads them, without the name of the file. */
  readonly message: string;
  readonly hint: string;
}

export interface Outcome {
  readonly command: string;
  /** `done`: it wrote a file or gave an answer. `crashed`: an error that is none of the catalogue, a hang, an exit with 1. */
  readonly status: 'done' | 'refused' | 'crashed' | 'skipped';
  readonly warnings: readonly string[];
  readonly differences: readonly Difference[];
  /** Those who could read the input, and judged. */
  readonly judges: readonly JudgeName[];
  readonly refusal?: Refusal | undefined;
  /** Why it was skipped, or how it crashed. */
  readonly reason?: string | undefined;
  /** Of the process of the built command, where that ran. MB. */
  readonly memoryMb?: number | undefined;
}

export interface FileOutcome {
  readonly file: string;
  /** What qpdf finds wrong with the input; empty if nothing. */
  readonly fault: string | undefined;
  readonly outcomes: readonly Outcome[];
}

/** In the order in which they run. */
export const commandNames = [
  ...['pages', 'merge', 'stamp', 'letterhead', 'protect', 'unlock'],
  ...['sign', 'fields', 'fill', 'flatten', 'image', 'check'],
] as const;
