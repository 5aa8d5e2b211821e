/**
 * Measures the longest block of the server's main thread during each kind of hostile request. `watch-thread.js` is loaded into the
 * built server, and reports the longest block of every 100 ms. Writes RESULTS.md. Exits with 1 if a block takes more than
 * 50 ms of CPU time, or if a request is answered with another status than it is meant to be.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../../src/store/store.ts';
import { describeRun } from '../result-sections.ts';
import { hostileRequests } from './hostile-requests.ts';

const maxBlockMs = 50;
const bodyLimit = '40mb';
const only = process.env.ONLY?.split(',');

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-own-thread-'));
const dataDir = join(folder, 'data');
const store = await openStore({ dataDirectory: dataDir });
const { id: teamId } = await store.teams.create({
  name: 'hostile',
  plan: 'pro',
  verified: true,
  quota: 1_000_000,
});
const { token } = await store.tokens.create({ teamId, scopes: ['templates:write'] });
await store.close();

const file = (path: string) => new URL(path, import.meta.url).pathname;
const serve = [file('../../bin/pdfapi.js'), 'serve', '--json', '--port', '0', '--data-dir', dataDir];
const child = spawn(
  process.execPath,
  ['--import', file('watch-thread.js'), ...serve, '--rate-limit', '0', '--body-limit', bodyLimit],
  { stdio: ['ignore', 'pipe', 'ignore', 'pipe'], env: { ...process.env, REPORT_THREAD: '1' } },
);
/** In milliseconds: CPU time, and elapsed time. */
let longest = { cpu: 0, clock: 0 };
(child.stdio[3] as Readable).setEncoding('utf8').on('data', (text: string) => {
  for (const line of text.split('\n')) {
    const [cpu = 0, clock = 0] = line.split(' ').map(Number);
    longest = { cpu: Math.max(longest.cpu, cpu), clock: Math.max(longest.clock, clock) };
  }
});
const [line] = (await once(child.stdout as Readable, 'data')) as [Buffer];
const { url } = JSON.parse(line.toString()) as { readonly url: string };

/** Reads the whole response. */
async function send(method: string, path: string, body?: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, text: await response.text() };
}

/** Before the run, because it is what else the machine does. */
const run = describeRun();
const rows: string[] = [];
try {
  // Code is compiled and threads start with the first requests.
  for (let warm = 0; warm < 5; warm++)
    await send('POST', '/api/v1/html-to-pdf', JSON.stringify({ html: '<p>x</p>' }));
  for (const { name, requests } of hostileRequests) {
    if (only && !only.some((word) => name.includes(word))) continue;
    let values: Record<string, string> = {};
    for (const request of requests()) {
      const path = request.path.replace('{id}', values.id ?? '');
      await sleep(300);
      longest = { cpu: 0, clock: 0 };
      const started = performance.now();
      const { status, text } = await send(request.method, path, request.body);
      const took = performance.now() - started;
      await sleep(300);
      if (status !== (request.status ?? 200)) {
        process.exitCode = 1;
        console.error(`${request.name ?? name}: ${text.slice(0, 300)}`);
      }
      if (request.method === 'PUT' && status < 300)
        values = { id: String((/"id":(\d+)/.exec(text) ?? [])[1]) };
      const { cpu, clock } = longest;
      const isOver = cpu > maxBlockMs;
      if (isOver) process.exitCode = 1;
      const figures = [status, ...[took, clock, cpu].map((ms) => ms.toFixed(0)), isOver ? '**over**' : ''];
      rows.push(`| ${request.name ?? name} | ${figures.join(' | ')} |`);
      console.log(rows.at(-1));
    }
  }
} finally {
  child.kill('SIGTERM');
  await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

writeFileSync(
  new URL('RESULTS.md', import.meta.url),
  `# Results

Written by \`npm run bench:own-thread\`; do not edit. ${run}
What is done: [README.md](README.md).

One request at a time, to a server with a body limit of ${bodyLimit}. Milliseconds.

| request | status | response after | longest block | its processor time | over ${maxBlockMs} ms |
|---|---:|---:|---:|---:|---|
${rows.join('\n')}
`,
);
