/**
 * The whole cost of a delivered document, beside an earlier version of pdfapi and beside Chromium's print alone. Writes
 * RESULTS.md. See README.md.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defaultCacheDirectory } from '../../src/browser/install/cache-directory.ts';
import { median } from '../median.ts';
import { floor } from '../render/ways.ts';
import { describeRun } from '../result-sections.ts';
import { type Served, startServed } from '../serve/served.ts';
import { measureCharge } from '../store/measure-charge.ts';
import { ancestorCommit, buildAncestor } from './ancestor.ts';
import { type CommandCost, measureCommands } from './commands.ts';
import { type Document, deliver, documents, titleOf } from './documents.ts';
import { measurePhases, type Phase, phases } from './phases.ts';
import { callerCounts, measureServed, type ServedCost } from './served.ts';

const rounds = Number(process.env.ROUNDS ?? 5);
const seconds = Number(process.env.SECONDS ?? 4);
const here = resolve(import.meta.dirname, '../..');
const trees = [buildAncestor(), here];
const options = {
  cacheDirectory: defaultCacheDirectory(process.env),
  environment: process.env,
  sandbox: process.env.PDFAPI_NO_SANDBOX !== '1',
};
/** Before the run, because it is what else the machine does. */
const run = describeRun();

const ms = (value: number): string => value.toFixed(value < 100 ? 1 : 0);
const change = (then: number, now: number): string => `${ms(then)} → ${ms(now)} | ${(now / then).toFixed(2)}`;

interface Measured {
  readonly document: Document;
  /** Milliseconds of `Page.printToPDF`. */
  readonly floor: number;
  readonly served: readonly [then: ServedCost, now: ServedCost];
  readonly commands: readonly [then: CommandCost, now: CommandCost];
}

async function measureFloors(): Promise<ReadonlyMap<string, number>> {
  const way = await floor(options);
  try {
    const floors = new Map<string, number>();
    for (const document of documents) {
      const print = await way.prepare({ ...document, files: {} });
      const times: number[] = [];
      for (let round = 0; round < (document.isLong ? 5 : rounds * 10); round++) {
        const start = performance.now();
        await print?.();
        times.push(performance.now() - start);
      }
      floors.set(document.name, median(times));
    }
    return floors;
  } finally {
    await way.close();
  }
}

/** Of node and of Chromium. */
async function measureMemory(tree: string): Promise<readonly number[]> {
  const server = await startServed([], tree);
  try {
    const invoice = documents.find(({ name }) => name === 'w2') as Document;
    for (let count = 0; count < 1_000; count++) await deliver(server, invoice);
    const { node, chromium } = server.usage();
    return [node.megabytes, chromium.megabytes];
  } finally {
    await server.close();
  }
}

const servers: Served[] = [];
for (const tree of trees) servers.push(await startServed(['--timeout', '300s'], tree));
const measured: Measured[] = [];
try {
  const floors = await measureFloors();
  for (const document of documents) {
    const turns = { rounds: document.isLong ? Math.ceil(rounds / 2) : rounds, seconds };
    const [then, now] = (await measureServed(servers, document, turns)) as [ServedCost, ServedCost];
    const commands = measureCommands(trees, document, rounds * 2);
    measured.push({
      document,
      floor: floors.get(document.name) ?? Number.NaN,
      served: [then, now],
      commands: commands as [CommandCost, CommandCost],
    });
    console.log(document.name, then, now, commands);
  }
} finally {
  for (const server of servers) await server.close();
}
const memory: string[] = [];
for (const [index, tree] of trees.entries()) {
  const megabytes = await measureMemory(tree);
  memory.push(
    `| ${index === 0 ? 'then' : 'now'} | ${megabytes.map((value) => value.toFixed(0)).join(' | ')} |`,
  );
}
const byPhase = await measurePhases(documents, rounds * 4, options);
const charges: number[] = [];
for (let round = 0; round < rounds; round++) charges.push(await measureCharge(here));
const ledger = median(charges);

const rows = (cells: (each: Measured) => readonly (string | number)[]): string =>
  measured.map((each) => `| ${titleOf(each.document)} | ${cells(each).join(' | ')} |`).join('\n');

function phaseCells({ document, served: [, now] }: Measured): string[] {
  const times = byPhase.get(document.name) as Readonly<Record<Phase, number>>;
  const rendering = phases.reduce((sum, phase) => sum + times[phase], 0);
  const rest = Math.max(0, now.node - rendering - ledger);
  return [...phases.map((phase) => times[phase]), ledger, rest, now.node].map(ms);
}

writeFileSync(
  join(import.meta.dirname, 'RESULTS.md'),
  `# Results

Written by \`npm run bench:budget\`; do not edit. ${run}
What is measured: [README.md](README.md). "Then" is ${ancestorCommit} of 22 November 2026, in turns with this tree.

## The server

Milliseconds of processor time a PDF, of node with all its threads and of all of Chromium's processes; one caller.

| document | node, then → now | ratio | Chromium, then → now | ratio |
|---|---:|---:|---:|---:|
${rows(({ served: [then, now] }) => [change(then.node, now.node), change(then.chromium, now.chromium)])}

PDFs a second, and the size of each.

| document | ${callerCounts.map((count) => `${count} caller${count > 1 ? 's' : ''}, then → now | ratio`).join(' | ')} | bytes, then → now |
|---|---:|---:|---:|---:|---:|
${rows(({ served: [then, now] }) => [
  ...callerCounts.map((count) => change(then.rates[count], now.rates[count])),
  `${then.bytes} → ${now.bytes}`,
])}

Milliseconds from the request to the answer, of one caller, beside Chromium's print of the page that is there already.

| document | \`Page.printToPDF\` | delivered | ratio |
|---|---:|---:|---:|
${rows(({ floor: least, served: [, now] }) => [ms(least), ms(now.wall), (now.wall / least).toFixed(2)])}

MB of a server after 1,000 invoices (w2) of one caller, without files that are mapped.

| | node | Chromium |
|---|---:|---:|
${memory.join('\n')}

## Where node's time goes

Milliseconds of processor time: the steps of a render, the charge, and what remains of the server's time: HTTP, JSON, queues and
threads.

| document | ${phases.join(' | ')} | ledger | HTTP | all |
|---|${phases.map(() => '---:|').join('')}---:|---:|---:|
${rows(phaseCells)}

## The command

\`pdfapi html\` from the start of node to the file. Milliseconds until it has ended, and of node's processor time.

| document | time, then → now | ratio | node, then → now | ratio | bytes, then → now |
|---|---:|---:|---:|---:|---:|
${rows(({ commands: [then, now] }) => [
  change(then.wall, now.wall),
  change(then.node, now.node),
  `${then.bytes} → ${now.bytes}`,
])}
`,
);
