/** Differences that were looked at, and why they are no loss. */

export interface KnownDifference {
  /** What is wrong, and with which reader or file. One line. */
  readonly reason: string;
  /** Names of commands. Default: all. */
  readonly commands?: readonly string[];
  readonly files: readonly string[];
}

export const knownDifferences: readonly KnownDifference[] = [];
