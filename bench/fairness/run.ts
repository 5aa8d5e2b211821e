/**
 * Measures how much one team's hostile documents slow another team: receipts rendered during eight of them at a time,
 * compared with undisturbed receipts, alternately. Writes RESULTS.md. Exits with 1 if a receipt fails or takes too long.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../src/library/client/client.ts';
import { openStore } from '../../src/store/store.ts';
import { startServing } from '../../test/stress/faults/serving-process.ts';
import { floods } from '../../test/stress/hostile/floods.ts';
import type { HostilePage } from '../../test/stress/hostile/hostile-page.ts';
import { layouts } from '../../test/stress/hostile/layout.ts';
import { leaving } from '../../test/stress/hostile/leaving.ts';
import { memoryHogs } from '../../test/stress/hostile/memory.ts';
import { scripts } from '../../test/stress/hostile/scripts.ts';
import { workloads } from '../render/workloads.ts';
import { describeRun, lastSection } from '../result-sections.ts';
import { rowsOf } from '../serve/documents.ts';
import { measureNewTeams } from './new-teams.ts';

const timeout = process.env.TIMEOUT ?? '10s';
const undisturbedReceipts = Number(process.env.RECEIPTS ?? 100);
/** The number of hostile documents in progress at the same time. */
const atOnce = 8;
/** The pause between two receipts, in milliseconds: callers do other work too. */
const pauseMs = 50;
/** The 95th percentile of disturbed receipts divided by that of undisturbed ones. */
const maxRatio = 4;
const only = process.env.ONLY?.split(',');
const isWanted = (kind: string): boolean => !only || only.some((word) => kind.includes(word));
const reports = Number(process.env.REPORTS ?? 3);
const reportRows = Number(process.env.ROWS ?? 10_000);
/** The number of reports in progress at the same time. */
const reportsAtOnce = 2;
/** The rows of the one report that is printed as a job. */
const jobRows = Number(process.env.JOB_ROWS ?? 100_000);

const kinds: Readonly<Record<string, readonly HostilePage[]>> = {
  'endless scripts': scripts,
  'floods of messages, workers': floods,
  memory: memoryHogs,
  'layout and drawing': layouts,
  'windows, dialogs, addresses': leaving,
};

const receipt = workloads[0]?.html ?? '';

interface Receipt {
  readonly status: number;
  readonly ms: number;
}

interface Measured {
  readonly kind: string;
  readonly bombs: number;
  readonly ends: ReadonlyMap<number, number>;
  readonly before: readonly Receipt[];
  readonly beside: readonly Receipt[];
}

const percentile = (receipts: readonly Receipt[], share: number): number => {
  const times = receipts.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
};

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Post = (body: { readonly html: string; readonly data?: object }) => Promise<number>;

function callerOf(url: string, token: string): Post {
  return async (body) => {
    const response = await fetch(`${url}/api/v1/html-to-pdf`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, output: 'binary' }),
    });
    await response.arrayBuffer();
    return response.status;
  };
}

/** Sends documents as jobs, and waits for their ends. Throws if one does not finish. */
function jobSenderOf(url: string, token: string): Post {
  return async (body) => {
    await using client = createClient({ url, token });
    const { id } = await client.jobs.start(body);
    const job = await client.jobs.wait(id);
    if (job.state !== 'finished') throw new Error(JSON.stringify(job));
    return 200;
  };
}

async function printReceipts(post: Post, isMore: (count: number) => boolean): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  while (isMore(receipts.length)) {
    const started = performance.now();
    const status = await post({ html: receipt });
    receipts.push({ status, ms: performance.now() - started });
    await sleep(pauseMs);
  }
  return receipts;
}

async function measure(
  kind: string,
  pages: readonly Pick<HostilePage, 'name' | 'html'>[],
  attacker: Post,
  victim: Post,
  concurrency = atOnce,
): Promise<Measured> {
  const before = await printReceipts(victim, (count) => count < undisturbedReceipts);
  const ends = new Map<number, number>();
  const waiting = [...pages];
  const send = async () => {
    for (let page = waiting.shift(); page; page = waiting.shift()) {
      // As data, because in HTML a brace would be read as Twig.
      const started = performance.now();
      const status = await attacker({ html: '{{ page|raw }}', data: { page: page.html } });
      if (process.env.VERBOSE)
        console.log(`  ${status} ${(performance.now() - started).toFixed(0)} ms: ${page.name}`);
      ends.set(status, (ends.get(status) ?? 0) + 1);
    }
  };
  let isOver = false;
  const sending = Promise.all(Array.from({ length: concurrency }, send)).then(() => {
    isOver = true;
  });
  const beside = await printReceipts(victim, () => !isOver);
  await sending;
  const measured = { kind, bombs: pages.length, ends, before, beside };
  console.log(rowOf(measured));
  return measured;
}

const failed = (receipts: readonly Receipt[]) => receipts.filter(({ status }) => status !== 200).length;

function rowOf({ kind, bombs, ends, before, beside }: Measured): string {
  const [calm, disturbed] = [percentile(before, 0.95), percentile(beside, 0.95)];
  const statuses = [...ends]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
  const figures = [
    bombs,
    statuses,
    beside.length,
    ...[percentile(before, 0.5), percentile(beside, 0.5), calm, disturbed].map((ms) => ms.toFixed(0)),
    (disturbed / calm).toFixed(1),
    Math.max(...beside.map(({ ms }) => ms)).toFixed(0),
    failed(beside),
  ];
  return `| ${kind} | ${figures.join(' | ')} |`;
}

const longReports = { rows: reportRows, count: reports, atOnce: reportsAtOnce, senderOf: callerOf };
const reportKinds = [
  { ...longReports, kind: 'long reports of another team', team: 'attacker' },
  { ...longReports, kind: 'long reports of the same team', team: 'victim' },
  {
    kind: `a job of ${jobRows.toLocaleString('en')} rows of another team`,
    team: 'attacker',
    rows: jobRows,
    count: 1,
    atOnce: 1,
    senderOf: jobSenderOf,
  },
] as const;

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-fairness-'));
const dataDir = join(folder, 'data');
const store = await openStore({ dataDirectory: dataDir });
const tokenOf = async (name: string) => {
  const { id } = await store.teams.create({ name, plan: 'pro', verified: true, quota: 1_000_000 });
  return (await store.tokens.create({ teamId: id })).token;
};
const manyTeams = 100;
const tokens = { attacker: await tokenOf('attacker'), victim: await tokenOf('victim') };
const tokensOfMany: string[] = [];
for (let team = 0; team < manyTeams; team++) tokensOfMany.push(await tokenOf(`team ${team}`));
/** Before the run, because it is what else the machine does. Sections may be measured on different ones. */
const machine = describeRun();
const serving = await startServing(dataDir, { flags: ['--timeout', timeout, '--log-level', 'warn'] });
const measured: Measured[] = [];
const besideReports: Measured[] = [];
let newTeams = '';
try {
  const attacker = callerOf(serving.url, tokens.attacker);
  const victim = callerOf(serving.url, tokens.victim);
  await printReceipts(victim, (count) => count < 50);
  if (isWanted('new teams')) {
    const callers = tokensOfMany.map((token) => {
      const post = callerOf(serving.url, token);
      return () => post({ html: receipt });
    });
    newTeams = await measureNewTeams(callers.slice(0, 3), callers);
    console.log(newTeams);
  }
  for (const [kind, pages] of Object.entries(kinds)) {
    if (!isWanted(kind)) continue;
    measured.push(await measure(kind, pages, attacker, victim));
  }
} finally {
  await serving.kill();
}
// Reports take longer than the time of a hostile document, on a server that gives them more.
const patient = await startServing(dataDir, {
  flags: ['--timeout', '10m', '--page-memory', '4GB', '--body-limit', '64MB', '--log-level', 'warn'],
});
try {
  const receipts = callerOf(patient.url, tokens.victim);
  await printReceipts(receipts, (count) => count < 50);
  for (const report of reportKinds) {
    if (!isWanted(report.kind)) continue;
    const { kind, team, rows, count, atOnce: concurrency, senderOf } = report;
    const pages = Array.from({ length: count }, (_, index) => ({
      name: `report ${index + 1}`,
      html: rowsOf(rows),
    }));
    besideReports.push(
      await measure(kind, pages, senderOf(patient.url, tokens[team]), receipts, concurrency),
    );
  }
} finally {
  await patient.kill();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
}

const all: Measured = {
  kind: '**all**',
  bombs: measured.reduce((sum, { bombs }) => sum + bombs, 0),
  ends: measured
    .flatMap(({ ends }) => [...ends])
    .reduce(
      (sums, [status, count]) => sums.set(status, (sums.get(status) ?? 0) + count),
      new Map<number, number>(),
    ),
  before: measured.flatMap(({ before }) => before),
  beside: measured.flatMap(({ beside }) => beside),
};
const columns = `sent | their ends | receipts beside | median | beside | 95 % | beside | ratio | longest | failed |
|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|`;
const path = join(import.meta.dirname, 'RESULTS.md');
const text = `# Results

Written by \`npm run bench:fairness\`; do not edit. What is done: [README.md](README.md).

${section(
  'Hostile documents',
  measured.length === Object.keys(kinds).length,
  `Receipts of one team, undisturbed and during hostile documents of another team, ${atOnce} at a time, ${timeout} for a document. Milliseconds.

| hostile documents | ${columns}
${[...measured, all].map(rowOf).join('\n')}`,
)}
${section(
  'Reports',
  besideReports.length === reportKinds.length,
  `The same during reports: tables of ${reportRows.toLocaleString('en')} rows with accessibility tags, ${reportsAtOnce} at a time, and one of
${jobRows.toLocaleString('en')} rows as a job.

| reports | ${columns}
${besideReports.map(rowOf).join('\n')}`,
)}
${section(
  'New teams',
  newTeams !== '',
  `Receipts for three callers, each of its own team, and with another one of ${manyTeams} teams for each receipt. PDFs a second.

| own team | another team each time | ratio |
|---:|---:|---:|
${newTeams}`,
)}`;
writeFileSync(path, text);
console.log(text);

/** As it was measured before, if it was not measured as a whole. */
function section(heading: string, isMeasured: boolean, body: string): string {
  return isMeasured ? `## ${heading}\n\n${body}\n\n${machine}\n` : lastSection(path, heading);
}

const ratioOf = ({ before, beside }: Measured) => percentile(beside, 0.95) / percentile(before, 0.95);
for (const each of [all, ...besideReports]) {
  if (failed(each.beside) > 0 || ratioOf(each) > maxRatio) process.exitCode = 1;
}
