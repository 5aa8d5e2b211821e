/** Measures milliseconds per PDF for each way and workload, PDFs per second, and memory over many renders. Writes RESULTS.md. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBrowserPool } from '../../src/browser/browser-pool.ts';
import { defaultCacheDirectory } from '../../src/browser/install/cache-directory.ts';
import { endProcess } from '../../src/browser/process/end-process.ts';
import { processTree } from '../../src/browser/process/process-tree.ts';
import { median } from '../median.ts';
import { describeRun } from '../result-sections.ts';
import { judgePdf } from './drawn-right.ts';
import { print, type Way, waysOf } from './ways.ts';
import { type Workload, workloads } from './workloads.ts';

const rounds = Number(process.env.ROUNDS ?? 21);
const soak = Number(process.env.SOAK ?? 2_000);
const options = {
  cacheDirectory: defaultCacheDirectory(process.env),
  environment: process.env,
  sandbox: process.env.PDFAPI_NO_SANDBOX !== '1',
};

/** Long documents need fewer rounds. */
const roundsOf = ({ name }: Workload) => (name === 'w3' ? Math.ceil(rounds / 2) : rounds);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

interface Printed {
  /** The median, in milliseconds. */
  readonly time: number | undefined;
  readonly verdict: string;
}

/** Every round runs all ways in turn. */
async function inTurns(ways: readonly Way[], workload: Workload): Promise<Printed[]> {
  const prints = await Promise.all(ways.map((way) => way.prepare(workload)));
  const verdicts: string[] = [];
  const reference = await printContents(ways, workload);
  for (const each of prints) verdicts.push(each ? judgePdf(reference, await each()) : '');
  const times: number[][] = ways.map(() => []);
  const count = roundsOf(workload);
  for (let round = 0; round < count; round++) {
    for (const [index, each] of prints.entries()) if (each) times[index]?.push(await timed(each));
  }
  return times.map((list, index) => ({
    time: list.length ? median(list) : undefined,
    verdict: verdicts[index] ?? '',
  }));
}

/** Chromium's own print, without the header and footer, which not all ways have. */
async function printContents([floor]: readonly Way[], workload: Workload): Promise<Uint8Array> {
  const { header: _, footer: _footer, ...contents } = workload;
  const print = await floor?.prepare(contents);
  if (!print) throw new Error(`${workload.name} has no floor.`);
  return await print();
}

/** PDFs per second with three concurrent callers. */
async function throughput(workload: Workload, owner: (n: number) => string): Promise<number> {
  const pool = startBrowserPool({ ...options, workers: 2 });
  try {
    await Promise.all(Array.from({ length: 4 }, (_, n) => print(pool, workload, owner(n))));
    const seconds = 5;
    const end = performance.now() + seconds * 1000;
    let done = 0;
    const caller = async () => {
      while (performance.now() < end) {
        await print(pool, workload, owner(done));
        done++;
      }
    };
    await Promise.all([caller(), caller(), caller()]);
    return done / seconds;
  } finally {
    await pool.close();
  }
}

/** The memory of all Chromium processes, and of this one, after many renders for several owners. */
async function memory(): Promise<string[]> {
  const pool = startBrowserPool({ ...options, workers: 2 });
  const { pid } = await pool.ready();
  const lines: string[] = [];
  const measure = (renders: number) => {
    const chromium = processTree(pid).reduce((sum, { megabytes }) => sum + megabytes, 0);
    const node = process.memoryUsage().rss / 2 ** 20;
    lines.push(`| ${renders} | ${chromium.toFixed(0)} | ${node.toFixed(0)} |`);
  };
  const [receipt, invoice, , chart] = workloads as [Workload, Workload, Workload, Workload];
  for (let done = 1; done <= soak; done++) {
    const workload = done % 50 === 0 ? chart : done % 2 ? receipt : invoice;
    await print(pool, workload, `owner ${done % 10 === 0 ? done : done % 2}`);
    if (done % Math.ceil(soak / 8) === 0) measure(done);
  }
  await pool.close();
  return lines;
}

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-bench-'));
chmodSync(folder, 0o755);
const ways = await waysOf(options, folder);
const rows: string[] = [];
const verdicts: string[] = [];
for (const workload of workloads) {
  const printed = await inTurns(ways, workload);
  const floor = printed[0]?.time ?? Number.NaN;
  const cells = printed.map(({ time }) =>
    time === undefined ? '' : `${time.toFixed(time < 100 ? 1 : 0)} (${(time / floor).toFixed(2)}×)`,
  );
  rows.push(`| ${workload.name}: ${workload.title} | ${cells.join(' | ')} |`);
  verdicts.push(`| ${workload.name} | ${printed.map(({ verdict }) => verdict).join(' | ')} |`);
  console.log(rows.at(-1));
  console.log(verdicts.at(-1));
}
for (const way of ways) await way.close();
// jsreport leaves the browsers of its pool running, and they would outlive this process.
for (const { pid } of processTree(process.pid)) if (pid !== process.pid) endProcess(pid);

const speeds: string[] = [];
for (const workload of workloads.filter(({ name }) => name !== 'w3')) {
  const same = await throughput(workload, () => 'owner');
  const other = await throughput(workload, (n) => `owner ${n}`);
  speeds.push(`| ${workload.name} | ${same.toFixed(1)} | ${other.toFixed(1)} |`);
  console.log(speeds.at(-1));
}
const grown = await memory();
rmSync(folder, { recursive: true });

const text = `# Results

Written by \`npm run bench:render\`; do not edit. ${describeRun()}
What is compared: [README.md](README.md).

Milliseconds per PDF, medians of ${rounds} rounds (w3: ${Math.ceil(rounds / 2)}) in which the ways alternate; in parentheses the ratio to the floor.

| document | ${ways.map(({ name }) => name).join(' | ')} |
|---|${ways.map(() => '---:').join('|')}|
${rows.join('\n')}

Right? As poppler reads them, beside Chromium's own print: all words, the same number of pages, and on one line what is on one line.

| document | ${ways.map(({ name }) => name).join(' | ')} |
|---|${ways.map(() => '---').join('|')}|
${verdicts.join('\n')}

PDFs per second, three concurrent callers, two workers:

| document | same owner | new owner each time |
|---|---:|---:|
${speeds.join('\n')}

Memory in MB after this many renders (receipts and invoices of two owners, every tenth one of a new owner, every fiftieth a chart):

| renders | Chromium, all processes | this process |
|---:|---:|---:|
${grown.join('\n')}
`;
writeFileSync(new URL('RESULTS.md', import.meta.url), text);
console.log(text);
