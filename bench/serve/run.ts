/**
 * Measures PDFs from `pdfapi serve`: what HTTP, the ledger and base64 add to a print, the throughput for many callers,
 * a merge of 50, and how time and memory grow with pages, rows and callers. Writes RESULTS.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowserPool } from '../../src/browser/browser-pool.ts';
import { defaultCacheDirectory } from '../../src/browser/install/cache-directory.ts';
import { render } from '../../src/render/render.ts';
import { Deadline } from '../../src/runtime/deadline.ts';
import { examplesFolder } from '../../src/template/load/examples-folder.ts';
import { noAssets } from '../../src/template/model/template.ts';
import { deliver, documents, titleOf } from '../budget/documents.ts';
import { median } from '../median.ts';
import { workloads } from '../render/workloads.ts';
import { describeRun } from '../result-sections.ts';
import { pagesOf, rowsOf } from './documents.ts';
import { gotenbergVersion, startGotenberg } from './gotenberg.ts';
import { produce } from './produce.ts';
import { type Served, startServed } from './served.ts';

const rounds = Number(process.env.ROUNDS ?? 21);
const seconds = Number(process.env.SECONDS ?? 5);
const most = Number(process.env.MOST ?? 100_000);

const pool = startBrowserPool({
  cacheDirectory: defaultCacheDirectory(process.env),
  environment: process.env,
  sandbox: process.env.PDFAPI_NO_SANDBOX !== '1',
});

/** The same pipeline without a server. */
async function renderHere(html: string): Promise<void> {
  const template = { name: 'bench', html, page: {}, metadata: {}, partials: {}, assets: noAssets };
  const deadline = new Deadline(60_000);
  try {
    await render({ template, data: {}, owner: 'bench' }, { browser: pool, deadline });
  } finally {
    deadline.close();
  }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const receipt = workloads[0]?.html ?? '';
const scripted = workloads[4]?.html ?? '';

async function aroundThePrint(server: Served): Promise<string[]> {
  const lines: string[] = [];
  for (const [title, html] of [
    ['w1: a receipt', receipt],
    ['w2: an invoice, without its header', workloads[1]?.html ?? ''],
    ['w5: a receipt with a script', scripted],
  ] as const) {
    const ways = [() => renderHere(html), () => server.ask('/html-to-pdf', { html })];
    // A server has run for a while: the first dozens take twice as long.
    for (const way of ways) for (let warm = 0; warm < 30; warm++) await way();
    const [here = [], there = []]: number[][] = [[], []];
    for (let round = 0; round < rounds; round++) {
      here.push(await timed(() => renderHere(html)));
      there.push(await timed(() => server.ask('/html-to-pdf', { html })));
    }
    const [one, other] = [percentile(here, 0.5), percentile(there, 0.5)];
    lines.push(`| ${title} | ${one.toFixed(1)} | ${other.toFixed(1)} | ${(other / one).toFixed(2)} |`);
    console.log(lines.at(-1));
  }
  return lines;
}

async function callers(server: Served): Promise<string[]> {
  const lines: string[] = [];
  for (const count of [1, 4, 16, 50, 200]) {
    const end = performance.now() + seconds * 1000;
    const times: number[] = [];
    let refused = 0;
    let memory = 0;
    const call = async () => {
      while (performance.now() < end) {
        const started = performance.now();
        const { status } = await server.ask('/html-to-pdf', { html: receipt });
        if (status === 200) times.push(performance.now() - started);
        else refused++;
      }
    };
    const watch = setInterval(() => {
      memory = Math.max(memory, megabytesOf(server));
    }, 250);
    const took = await timed(() => Promise.all(Array.from({ length: count }, call)));
    clearInterval(watch);
    const figures = [(times.length / took) * 1000, percentile(times, 0.5), percentile(times, 0.95), memory];
    lines.push(`| ${count} | ${figures.map((figure) => figure.toFixed(0)).join(' | ')} | ${refused} |`);
    console.log(lines.at(-1));
  }
  return lines;
}

/** Stops at the first rejected document, because larger ones are rejected too. */
async function growth(
  server: Served,
  html: (count: number) => string,
  sizes: readonly number[],
): Promise<string[]> {
  const lines: string[] = [];
  for (const size of sizes.filter((each) => each <= most)) {
    let memory = 0;
    const watch = setInterval(() => {
      memory = Math.max(memory, megabytesOf(server));
    }, 100);
    const body = { html: html(size) };
    let answer = { status: 0, bytes: 0 };
    const times: number[] = [];
    for (let round = 0; round < (size <= 100 ? 5 : 1); round++) {
      times.push(
        await timed(async () => {
          answer = await server.ask('/html-to-pdf', body);
        }),
      );
    }
    clearInterval(watch);
    const outcome =
      answer.status === 200 ? `${(answer.bytes / 1024).toFixed(0)} KB` : `status ${answer.status}`;
    const time = percentile(times, 0.5);
    lines.push(
      `| ${size.toLocaleString('en')} | ${time.toFixed(0)} | ${(time / size).toFixed(2)} | ${memory.toFixed(0)} | ${outcome} |`,
    );
    console.log(lines.at(-1));
    if (answer.status !== 200) break;
  }
  return lines;
}

/** Of the server and of all of Chromium's processes. */
function megabytesOf(server: Served): number {
  const { node, chromium } = server.usage();
  return node.megabytes + chromium.megabytes;
}

/** PDFs a second of both, in turns, for four callers. */
async function besideGotenberg(server: Served): Promise<string[]> {
  const gotenberg = await startGotenberg();
  if (!gotenberg) return [];
  const lines: string[] = [];
  try {
    for (const document of documents) {
      const ways = [() => deliver(server, document), () => gotenberg.print(document)];
      const rates: number[][] = ways.map(() => []);
      for (let turn = 0; turn <= 3; turn++) {
        for (const [index, way] of ways.entries()) {
          const { rate } = await produce(way, { callers: 4, seconds });
          // The first turn warms both up.
          if (turn > 0) rates[index]?.push(rate);
        }
      }
      const [own = Number.NaN, other = Number.NaN] = rates.map(median);
      lines.push(
        `| ${titleOf(document)} | ${own.toFixed(1)} | ${other.toFixed(1)} | ${(own / other).toFixed(1)} |`,
      );
      console.log(lines.at(-1));
    }
  } finally {
    await gotenberg.close();
  }
  return lines;
}

/** Renders invoices of the example and merges them. */
async function mergeOf(server: Served, count: number): Promise<number> {
  const id = await server.templateId('invoice');
  const data = JSON.parse(readFileSync(join(examplesFolder, 'invoice', 'data.json'), 'utf8'));
  const templates = Array.from({ length: count }, () => ({ id, data }));
  return await timed(async () => {
    const { status } = await server.ask('/templates/merge', { templates });
    if (status !== 200) throw new Error(`The merge was answered with ${status}.`);
  });
}

async function measure(server: Served) {
  return {
    around: await aroundThePrint(server),
    many: await callers(server),
    gotenberg: await besideGotenberg(server),
    merge: await mergeOf(server, 50),
    pages: await growth(server, pagesOf, [1, 10, 100, 300, 1_000]),
    rows: await growth(server, rowsOf, [1, 100, 1_000, 5_000, 10_000, 20_000, 50_000, 100_000]),
  };
}

const server = await startServed([
  '--queue',
  '250',
  '--timeout',
  '300s',
  '--body-limit',
  '64MB',
  '--page-memory',
  '8GB',
]);
const { around, many, gotenberg, merge, pages, rows } = await measure(server).finally(async () => {
  await server.close();
  await pool.close();
});

const text = `# Results

Written by \`npm run bench:serve\`; do not edit. ${describeRun()}

The overhead of the server: HTTP, the ledger with its sync to disk, base64. Milliseconds, medians of ${rounds} turns.

| document | in process | through HTTP | ratio |
|---|---:|---:|---:|
${around.join('\n')}

Concurrent callers, each requesting one receipt after another:

| callers | PDFs/s | median ms | 95 % ms | MB | refused |
|---:|---:|---:|---:|---:|---:|
${many.join('\n')}

${
  gotenberg.length === 0
    ? ''
    : `Beside Gotenberg ${gotenbergVersion} with the same browser: PDFs a second, four callers, medians of three turns. The documents are
those of [bench/budget](../budget/README.md).

| document | pdfapi | Gotenberg | ratio |
|---|---:|---:|---:|
${gotenberg.join('\n')}

`
}A merge of 50 invoices of the example, rendering included: ${merge.toFixed(0)} ms.

How it grows, tagged and compacted as by default:

| pages | ms | ms a page | MB at most | PDF |
|---:|---:|---:|---:|---:|
${pages.join('\n')}

| rows of a table | ms | ms a row | MB at most | PDF |
|---:|---:|---:|---:|---:|
${rows.join('\n')}
`;
writeFileSync(new URL('RESULTS.md', import.meta.url), text);
console.log(text);
