/**
 * Measures several servers on one database: what a PDF costs PostgreSQL, a team that all of them charge, the throughput
 * of one and of three servers behind nginx, and the recovery after the database was away. Writes RESULTS.md.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openPostgresStore } from '../../src/store/open-postgres-store.ts';
import { openStore } from '../../src/store/store.ts';
import { type ServingProcess, startServing } from '../../test/stress/faults/serving-process.ts';
import { findFreePort } from '../../test/support/free-port.ts';
import { hasNginx, startNginx } from '../../test/support/nginx.ts';
import { startPostgres, type TestPostgres } from '../../test/support/postgres/start-postgres.ts';
import { workloads } from '../render/workloads.ts';
import { describeRun } from '../result-sections.ts';
import { costOfPdf, hotTeam } from './charges.ts';

const seconds = Number(process.env.SECONDS ?? 10);
const callers = Number(process.env.CALLERS ?? 12);
const charges = Number(process.env.CHARGES ?? 2_000);
const receipt = workloads[0]?.html ?? '';
const configuration = readFileSync(new URL('../../deploy/nginx-nodes.conf', import.meta.url), 'utf8');

async function withPostgres<Result>(use: (postgres: TestPostgres) => Promise<Result>): Promise<Result> {
  const postgres = await startPostgres({ fsync: true });
  if (!postgres) throw new Error('There is no PostgreSQL for this platform.');
  try {
    return await use(postgres);
  } finally {
    await postgres.stop();
  }
}

interface Service {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

/** `nodes` servers behind nginx; without a database, one on SQLite and nothing in front of it. */
async function startService(nodes: number, databaseUrl: string | undefined): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-bench-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const ports = await Promise.all(Array.from({ length: nodes }, findFreePort));
  const running: ServingProcess[] = [];
  for (const each of ports) {
    const flags = [
      '--port',
      String(each),
      '--public-url',
      url,
      '--queue',
      '1000',
      '--quota',
      'pro=100000000',
    ];
    const environment = databaseUrl === undefined ? {} : { PDFAPI_DATABASE_URL: databaseUrl };
    running.push(await startServing(join(folder, String(each)), { flags, environment }));
  }
  const store =
    databaseUrl === undefined
      ? await openStore({ dataDirectory: join(folder, String(ports[0])) })
      : await openPostgresStore({ url: databaseUrl });
  const team = await store.teams.create({ name: `bench ${nodes}`, plan: 'pro', verified: true });
  const { token } = await store.tokens.create({ teamId: team.id });
  await store.close();
  const servers = ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`).join(' ');
  const ported = configuration
    .replace(/(?:^ *server 127\.0\.0\.1:808\d.*\n)+/m, `${servers}\n`)
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`);
  const nginx = databaseUrl === undefined ? undefined : await startNginx(ported, port);
  return {
    url: nginx ? url : (running[0]?.url ?? ''),
    token,
    async close() {
      await nginx?.stop();
      await Promise.all(running.map((node) => node.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function print({ url, token }: Service): Promise<number> {
  try {
    const response = await fetch(`${url}/api/v1/html-to-pdf`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ html: receipt, output: 'binary' }),
      signal: AbortSignal.timeout(60_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

async function throughput(title: string, service: Service): Promise<string> {
  for (let warm = 0; warm < 40; warm++) await print(service);
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        const begun = performance.now();
        const status = await print(service);
        if (status !== 200) throw new Error(`A receipt was answered with ${status}.`);
        times.push(performance.now() - begun);
      }
    }),
  );
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0);
  return `| ${title} | ${(times.length / seconds).toFixed(0)} | ${percentile(0.5)} | ${percentile(0.95)} |`;
}

/** The statuses while the database is away for five seconds under load, and the milliseconds until it works again. */
async function recovery(postgres: TestPostgres, service: Service): Promise<string> {
  const statuses = new Map<number, number>();
  let isOver = false;
  let backAt = Number.POSITIVE_INFINITY;
  let recoveredAt = Number.POSITIVE_INFINITY;
  const load = Array.from({ length: callers }, async () => {
    while (!isOver) {
      const begun = performance.now();
      const status = await print(service);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200 && begun > backAt) recoveredAt = Math.min(recoveredAt, performance.now());
      if (status !== 200) await delay(100);
    }
  });
  await delay(2_000);
  await postgres.crash(5_000);
  backAt = performance.now();
  await delay(5_000);
  isOver = true;
  await Promise.all(load);
  const shown = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  return `${shown.join(', ')}; the first PDF ${(recoveredAt - backAt).toFixed(0)} ms after it was back`;
}

const lines: Record<'cost' | 'hot' | 'many', string[]> = { cost: [], hot: [], many: [] };
await withPostgres(async (postgres) => {
  lines.cost.push(await costOfPdf(postgres, charges));
  for (const [servers, each] of [
    [1, 1],
    [1, 50],
    [3, 50],
  ] as const) {
    lines.hot.push(await hotTeam(postgres, servers, each, charges));
    console.log(lines.hot.at(-1));
  }
});
const sqlite = await startService(1, undefined);
lines.many.push(await throughput('one on SQLite', sqlite));
await sqlite.close();
let away = 'nginx is not installed';
if (hasNginx()) {
  for (const nodes of [1, 3]) {
    await withPostgres(async (postgres) => {
      const service = await startService(nodes, postgres.url);
      lines.many.push(await throughput(`${nodes} on PostgreSQL, behind nginx`, service));
      console.log(lines.many.at(-1));
      if (nodes === 3) away = await recovery(postgres, service);
      await service.close();
    });
  }
}

const text = `# Results

Written by \`npm run bench:nodes\`; do not edit. ${describeRun()} Servers, browsers, database and callers all run on it.

What a PDF with a key and a document row costs PostgreSQL, without the bytes of the document:

| transactions | statements | KB of its log | ms of its processor time |
|---:|---:|---:|---:|
${lines.cost.join('\n')}

One team that all servers charge, until its quota of ${charges} is used up. Stores only; nothing is rendered:

| servers | callers of each | PDFs/s | median ms | 95 % ms | charged |
|---:|---:|---:|---:|---:|---:|
${lines.hot.join('\n')}

${callers} callers, each requesting one receipt after another:

| servers | PDFs/s | median ms | 95 % ms |
|---|---:|---:|---:|
${lines.many.join('\n')}

The database is killed under this load, three servers, and is back after 5 s: ${away}.
`;
writeFileSync(new URL('RESULTS.md', import.meta.url), text);
console.log(text);
