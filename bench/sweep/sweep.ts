/** Works on files, or takes what is known of them. */
import { isInstalled, type SweepFile } from './files/sweep-files.ts';
import type { FileOutcome } from './work/outcome.ts';
import { runWorkers } from './work/run-workers.ts';
import { openStoredOutcomes, storeNothing } from './work/stored-outcomes.ts';

export interface SweepOptions {
  /** Processes that work at the same time. */
  readonly jobs: number;
  /** Whether outcomes of the same build are taken from an earlier run, and kept for a later one. */
  readonly isStored: boolean;
  /** Called after each file. */
  readonly onProgress?: ((done: readonly FileOutcome[], of: number) => void) | undefined;
}

/** Of every so many files all commands run as the built command, so that what they take in memory is known. */
const builtStep = 16;

/** Files that are not installed are left out. */
export async function sweep(
  files: readonly SweepFile[],
  { jobs, isStored, onProgress }: SweepOptions,
): Promise<FileOutcome[]> {
  const stored = isStored ? openStoredOutcomes() : storeNothing();
  const installed = files.filter(isInstalled);
  const outcomes = installed.flatMap(({ name }) => stored.get(name) ?? []);
  const works = installed
    .map(({ name, place }, index) => ({ name, path: place, isBuilt: index % builtStep === 0, stopped: {} }))
    .filter(({ name }) => !stored.get(name));
  await runWorkers(works, {
    jobs,
    onOutcome(outcome) {
      stored.add(outcome);
      outcomes.push(outcome);
      onProgress?.(outcomes, installed.length);
    },
  });
  return installed.flatMap(({ name }) => stored.get(name) ?? []);
}
