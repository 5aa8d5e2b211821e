/**
 * Checks for leaks and lost work: one server runs thousands of renders of all kinds, and hundreds of servers are killed
 * under load. Writes RESULTS.md. Exits with 1 if resource use grows, a request fails, a document is lost or charged
 * twice, or a start takes too long.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/store.ts';
import { type FaultDay, faultDay } from '../../test/stress/faults/fault-day.ts';
import { onlyKills } from '../../test/stress/faults/faults.ts';
import { fullDiskPlace } from '../../test/stress/faults/full-disk-place.ts';
import { type KillReport, killRounds } from '../../test/stress/faults/kill-rounds.ts';
import { loadTeams } from '../../test/stress/faults/load-teams.ts';
import { anyRequest, ask } from '../../test/stress/faults/mixed-load.ts';
import { folderPlace } from '../../test/stress/faults/place.ts';
import { randomOf } from '../../test/stress/faults/random.ts';
import { startServing } from '../../test/stress/faults/serving-process.ts';
import '../../test/support/end-children.ts';
import { describeRun } from '../result-sections.ts';
import { type Sample, sampleOf } from './sample.ts';

const renders = Number(process.env.RENDERS ?? 10_000);
const kills = Number(process.env.KILLS ?? 500);
/** For how long everything happens to a server. */
const faultMinutes = Number(process.env.FAULT_MINUTES ?? 60);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32));
const callers = 4;
/** Renders that are not measured, while caches fill and threads and pages are created. */
const warmUp = Math.ceil(renders / 4);
/** The allowed growth from the first tenth of the renders to the last. */
const flat: Sample = {
  serverMegabytes: 100,
  browserMegabytes: 100,
  serverFiles: 20,
  browserFiles: 150,
  processes: 4,
};
/** The longest allowed start after a kill, in milliseconds. */
const startLimit = 5_000;

interface Soak {
  /** The mean of each tenth of the measured renders, in sequence. */
  readonly tenths: readonly Sample[];
  readonly seconds: number;
  readonly failures: readonly string[];
}

async function soak(dataDir: string): Promise<Soak> {
  const random = randomOf(seed);
  const store = await openStore({ dataDirectory: dataDir });
  const teams = await loadTeams(store);
  const serving = await startServing(dataDir);
  const samples: Sample[] = [];
  const failures: string[] = [];
  const pid = serving.child.pid ?? 0;
  let done = 0;
  const started = performance.now();
  const call = async (index: number) => {
    while (done < warmUp + renders) {
      const asked = anyRequest(teams[index % teams.length] as (typeof teams)[number], random);
      const answered = await ask(serving.url, asked);
      if (answered?.status !== (asked.shouldFail ? 422 : 200))
        failures.push(`${asked.path}: ${answered?.status}`);
      done++;
      if (done > warmUp && done % 20 === 0) samples.push(sampleOf(pid));
      if (done % 500 === 0) console.log(`${done} of ${warmUp + renders} renders`);
    }
  };
  try {
    await Promise.all(Array.from({ length: callers }, (_, index) => call(index)));
    failures.push(...(await store.ledger.verify()));
  } finally {
    await serving.kill();
    await store.close();
  }
  const tenth = Math.max(1, Math.floor(samples.length / 10));
  return {
    tenths: Array.from({ length: 10 }, (_, i) => meanOf(samples.slice(i * tenth, (i + 1) * tenth))),
    seconds: (performance.now() - started) / 1000,
    failures,
  };
}

function meanOf(samples: readonly Sample[]): Sample {
  const mean = (name: keyof Sample) =>
    samples.reduce((sum, sample) => sum + sample[name], 0) / samples.length;
  return {
    serverMegabytes: mean('serverMegabytes'),
    browserMegabytes: mean('browserMegabytes'),
    serverFiles: mean('serverFiles'),
    browserFiles: mean('browserFiles'),
    processes: mean('processes'),
  };
}

const names: Readonly<Record<keyof Sample, string>> = {
  serverMegabytes: 'memory of the server, MB',
  browserMegabytes: 'memory of the browser, MB',
  serverFiles: 'open files of the server',
  browserFiles: 'open files of the browser',
  processes: 'processes of the browser',
};

function report({ tenths, seconds, failures }: Soak, killed: KillReport, day: FaultDay): string {
  const rows = (Object.keys(names) as (keyof Sample)[]).map(
    (name) => `| ${names[name]} | ${tenths.map((mean) => mean[name].toFixed(0)).join(' | ')} |`,
  );
  return `# Results

Written by \`npm run soak\`; do not edit. ${describeRun()} Seed ${seed}.
What it does: [README.md](README.md).

${warmUp} and then ${renders} renders of all kinds by one server in ${seconds.toFixed(0)} s, ${failures.length} of them with an unexpected end. Means over each tenth of the latter:

| | ${tenths.map((_, i) => `${i + 1}`).join(' | ')} |
|---|${tenths.map(() => '---:').join('|')}|
${rows.join('\n')}

${killed.rounds} servers killed under mixed load, each followed by another one on the same data:

| | |
|---|---:|
| documents acknowledged, all there and charged once | ${killed.acknowledged} |
| requests that a kill cut off | ${killed.cutOff} |
| PDFs of them charged by then, given again for their key without another charge | ${killed.cutOffCharged} |
| slowest start, ms | ${killed.slowestStartMs.toFixed(0)} |
| longest time from a kill to the end of the last process of the browser, ms | ${killed.slowestEndMs.toFixed(0)} |

${faultMinutes} minutes of faults of all kinds, ${day.rounds} servers on the same data, ${day.acknowledged} documents acknowledged, all there and charged once, ${day.cutOff} requests cut off:

| fault | times |
|---|---:|
${Object.entries(day.faults)
  .map(([name, times]) => `| ${name} | ${times} |`)
  .join('\n')}
`;
}

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-soak-'));
try {
  const soaked = await soak(join(folder, 'soak'));
  const place = await folderPlace(join(folder, 'kill'));
  const killed = await killRounds({
    place,
    seed,
    faults: onlyKills(place),
    hasNext: (rounds) => {
      if (rounds % 50 === 0) console.log(`${rounds} of ${kills} servers killed`);
      return rounds < kills;
    },
  }).finally(() => place.close());
  const disk = await fullDiskPlace(join(folder, 'day'), faultMinutes);
  const day = await faultDay(disk, { minutes: faultMinutes, seed });
  const text = report(soaked, killed, day);
  writeFileSync(new URL('RESULTS.md', import.meta.url), text);
  console.log(text);
  const { tenths, failures } = soaked;
  const [first, last] = [tenths[0] as Sample, tenths.at(-1) as Sample];
  const grown = (Object.keys(flat) as (keyof Sample)[]).filter(
    (name) => last[name] - first[name] > flat[name],
  );
  for (const failure of failures.slice(0, 20)) console.error(failure);
  for (const name of grown) console.error(`grew: ${names[name]}`);
  if (killed.slowestStartMs > startLimit) console.error('a start took longer than 5 s');
  if (failures.length || grown.length || killed.slowestStartMs > startLimit) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
