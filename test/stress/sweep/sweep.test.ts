/**
 * A hundred public PDFs, chosen for their variety, through the commands: see bench/sweep/README.md, which has all 1,642.
 * `npm run install-sweep` gets them. It takes minutes, and runs where they are.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInstalled, sweepFiles } from '../../../bench/sweep/files/sweep-files.ts';
import { missingJudges } from '../../../bench/sweep/judges/run-judge.ts';
import { listFailures } from '../../../bench/sweep/report/results-page.ts';
import { sweep } from '../../../bench/sweep/sweep.ts';

const names = readFileSync(join(import.meta.dirname, 'chosen-files.txt'), 'utf8')
  .trim()
  .split('\n');
const chosen = sweepFiles.filter(({ name }) => names.includes(name));
const canRun = chosen.some(isInstalled);
if (!canRun) console.warn('Public PDFs do not run through the commands. To run them: npm run install-sweep');
for (const name of missingJudges) console.warn(`${name} is not installed, and judges no results`);

describe('public PDFs chosen for their variety', () => {
  it('are all in the list of the sweep', () => {
    expect(chosen).toHaveLength(names.length);
  });

  it.skipIf(!canRun)(
    'lose nothing without a word, and crash no command',
    async () => {
      const outcomes = await sweep(chosen, { jobs: 2, isStored: false });
      expect(listFailures(outcomes)).toEqual([]);
    },
    1_800_000,
  );
});
