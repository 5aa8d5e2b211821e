/**
 * Runs public PDFs through the commands, has others judge what is written, and writes RESULTS.md: `npm run sweep`.
 *
 *   --only <glob>    files whose name fits: '**\/qpdf/**'     } without RESULTS.md
 *   --files <n>      so many of them, spread evenly           }
 *   --jobs <n>       at the same time; default 2
 *   --json <file>    all that was found
 */
import { writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { describeRun } from '../result-sections.ts';
import { isInstalled, sweepFiles, sweepFolder } from './files/sweep-files.ts';
import { missingJudges } from './judges/run-judge.ts';
import { listFailures, resultsPage } from './report/results-page.ts';
import { sweep } from './sweep.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    files: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    json: { type: 'string' },
  },
});

const { only } = values;
const fitting = sweepFiles.filter(({ name }) => only === undefined || matchesGlob(name, only));
const step = Math.max(1, fitting.length / Number(values.files ?? fitting.length));
const chosen = fitting.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));

const absent = chosen.filter((file) => !isInstalled(file)).length;
if (absent > 0)
  console.warn(`${absent} of ${chosen.length} files are not in ${sweepFolder}: npm run install-sweep`);
for (const name of missingJudges) console.warn(`${name} is not installed, and judges nothing.`);

const isTerminal = process.stderr.isTTY;
const outcomes = await sweep(chosen, {
  jobs: Number(values.jobs),
  isStored: true,
  onProgress(done, of) {
    if (!isTerminal) return;
    process.stderr.write(`\r${done.length} of ${of} files, ${listFailures(done).length} failures `);
  },
});
if (isTerminal) process.stderr.write('\n');

const page = resultsPage(outcomes, { machine: describeRun(), missing: missingJudges });
if (values.json) writeFileSync(values.json, JSON.stringify(outcomes, null, 1));
if (only === undefined && values.files === undefined) {
  writeFileSync(join(import.meta.dirname, 'RESULTS.md'), page);
} else {
  console.log(page);
}
const failures = listFailures(outcomes);
console.log(`${outcomes.length} files, ${failures.length} failures`);
process.exitCode = failures.length > 0 ? 1 : 0;
