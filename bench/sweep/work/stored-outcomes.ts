/** Outcomes that are kept beside the files, so that a sweep that was interrupted goes on where it was. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../../test/support/run.ts';
import { sweepFolder } from '../files/sweep-files.ts';
import type { FileOutcome } from './outcome.ts';

export interface StoredOutcomes {
  get(file: string): FileOutcome | undefined;
  add(outcome: FileOutcome): void;
}

/** Of this build, by these commands and judges. */
export function openStoredOutcomes(): StoredOutcomes {
  const path = join(sweepFolder, `outcomes-${identify()}.ndjson`);
  mkdirSync(sweepFolder, { recursive: true });
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const known = new Map<string, FileOutcome>();
  for (const line of lines) {
    const outcome = parse(line);
    if (outcome) known.set(outcome.file, outcome);
  }
  return keep(known, (outcome) => appendFileSync(path, `${JSON.stringify(outcome)}\n`));
}

/** Knows what this run found, and keeps nothing of it. */
export const storeNothing = (): StoredOutcomes => keep(new Map(), () => {});

const keep = (known: Map<string, FileOutcome>, write: (outcome: FileOutcome) => void): StoredOutcomes => ({
  get: (file) => known.get(file),
  add(outcome) {
    known.set(outcome.file, outcome);
    write(outcome);
  },
});

/** `dist` leads to a folder that is named after the inputs of the build. */
function identify(): string {
  const hash = createHash('sha256').update(basename(realpathSync(join(root, 'dist'))));
  for (const folder of ['work', 'judges']) {
    const path = join(import.meta.dirname, '..', folder);
    for (const name of readdirSync(path).sort()) hash.update(readFileSync(join(path, name)));
  }
  return hash.digest('hex').slice(0, 12);
}

/** The last line of a run that was killed may be half a line. */
function parse(line: string): FileOutcome | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
