/**
 * The processor time of the store for one PDF: a key, a hold, and a charge with document and response. The file of the
 * database is in memory where there is /dev/shm, so that only the work counts.
 *
 * `node bench/store/run.ts <folder> …` measures the store of other trees in turns with this one, such as a checkout of an
 * earlier commit with its packages.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

const rounds = 12;
const here = resolve(import.meta.dirname, '../..');
const trees = [here, ...process.argv.slice(2).map((path) => resolve(path))];

const times = new Map<string, number[]>(trees.map((tree) => [tree, []]));
for (let round = 0; round < rounds; round++) {
  for (const tree of trees) times.get(tree)?.push(await measure(tree));
}
const [own = []] = times.values();
process.stdout.write('| store | ms a PDF | fastest | ratio to this tree |\n| --- | ---: | ---: | ---: |\n');
for (const [tree, all] of times) {
  const ratio = median(all.map((time, index) => time / (own[index] ?? time)));
  process.stdout.write(
    `| ${tree === here ? 'this tree' : tree} | ${median(all).toFixed(3)} | ${Math.min(...all).toFixed(3)} | ${ratio.toFixed(2)} |\n`,
  );
}

async function measure(tree: string): Promise<number> {
  const memory = '/dev/shm';
  const dataDirectory = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'pdfapi-bench-'));
  try {
    const worker = new Worker(new URL('charge.ts', import.meta.url), { workerData: { tree, dataDirectory } });
    return await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
