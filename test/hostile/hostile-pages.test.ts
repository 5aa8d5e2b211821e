/**
 * What strangers may send: each page ends in a documented status within its time, costs nothing where it fails, and
 * the documents of others are printed meanwhile.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { processesBelow } from '../core/browser/process-list.ts';
import { readPdf } from '../read-pdf.ts';
import type { Answer } from '../server/caller.ts';
import { type Member, startTestServer } from '../server/start-test-server.ts';
import { floods } from './floods.ts';
import type { HostilePage } from './hostile-page.ts';
import { layouts } from './layout.ts';
import { leaving } from './leaving.ts';
import { memoryHogs } from './memory.ts';
import { hostileServer, networkPages } from './network.ts';
import { scripts } from './scripts.ts';

/** Milliseconds: what every page has, and how much longer its answer may take. */
const time = 3_000;
const after = 3_000;
/** Strangers who send their pages at the same time. */
const strangers = 3;

const host = await hostileServer();
const server = await startTestServer({
  flags: { rateLimit: '0', workers: '2', timeout: `${time}ms`, allowHosts: host },
});
await server.server.browser();
const pages = mixed([scripts, floods, leaving, memoryHogs, layouts, networkPages(`http://${host}`)]);

interface End {
  readonly sender: Member;
  readonly answer: Answer;
  readonly ms: number;
  readonly neighbours: readonly number[];
}

/** How long this process, which is the server's too, was not given a processor. */
let stalledMs = 0;
let lastTick = performance.now();
const tick = 20;
const ticking = setInterval(() => {
  const now = performance.now();
  stalledMs += Math.max(0, now - lastTick - 2 * tick);
  lastTick = now;
}, tick);

const ends = pages.map(() => Promise.withResolvers<End>());
const waiting = [...pages.entries()];
const done = Promise.all(Array.from({ length: strangers }, sendPages)).finally(() => clearInterval(ticking));

it.for([...pages.entries()].map(([index, page]) => ({ ...page, index })))(
  'a page that $name',
  { timeout: 180_000 },
  async ({ index, ends: expected, says }) => {
    const { sender, answer, ms, neighbours } = await (ends[index] as PromiseWithResolvers<End>).promise;
    // Where the machine is busy, any page may take all of its time.
    expect([...expected, 504], answer.json.message).toContain(answer.status);
    if (says && answer.status === 422) expect(answer.json.message).toMatch(says);
    expect(ms).toBeLessThan(time + after);
    expect(neighbours).toEqual(neighbours.map(() => 200));
    if (answer.status === 200) await readPdf(answer.bytes);
    // What its sender does not have is not paid for; the deadline may come before the hold is given back.
    const kinds = () => server.store.ledger.entries(sender.team.id).map(({ kind }) => kind);
    await vi.waitFor(() => expect(kinds()).toEqual(['hold', answer.status === 200 ? 'post' : 'void']));
    expect(sender.used()).toBe(answer.status === 200 ? 1 : 0);
  },
);

it('leave no process, no file and no wrong balance behind', { timeout: 60_000 }, async () => {
  await done;
  expect(server.store.ledger.verify()).toEqual([]);
  const renderers = () => processesBelow(process.pid).filter(({ command }) => /type=renderer/.test(command));
  // One page of each kind is made ahead, and two are kept for each place; a frame may have had a process of its own.
  await vi.waitFor(() => expect(renderers().length).toBeLessThan(16), { timeout: 30_000, interval: 100 });
  const files = readdirSync(join(server.dataDir, 'run'), { recursive: true }).map(String);
  expect(files.filter((name) => /saved|\.crdownload/.test(name))).toEqual([]);
  expect(readdirSync(join(server.dataDir, 'documents'))).toEqual([]);
  const { status } = await server.team().post('html-to-pdf', { html: 'after' });
  expect(status).toBe(200);
});

async function sendPages(): Promise<void> {
  const neighbour = server.team();
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [index, page] = next;
    const sender = server.team();
    const [started, stalledBefore] = [performance.now(), stalledMs];
    const neighbours: number[] = [];
    let isOver = false;
    const beside = (async () => {
      do {
        await delay(100);
        neighbours.push(await render(neighbour));
        await delay(300);
      } while (!isOver);
    })();
    // As data, because in HTML a brace would be read as Twig.
    const body = { html: '{{ page|raw }}', data: { page: page.html }, output: 'binary' };
    const answer = await sender.post('html-to-pdf', body);
    const ms = performance.now() - started - (stalledMs - stalledBefore);
    isOver = true;
    await beside;
    ends[index]?.resolve({ sender, answer, ms, neighbours });
  }
}

/** As a client does it: what may be tried again is tried again. */
async function render(caller: Member, tries = 3): Promise<number> {
  const { status } = await caller.post('html-to-pdf', { html: '<h1>Neighbour</h1>' });
  return tries > 1 && (status === 503 || status === 504) ? await render(caller, tries - 1) : status;
}

/** Of each kind one after the other, so that not all that are at work at the same time want the same. */
function mixed(kinds: readonly (readonly HostilePage[])[]): HostilePage[] {
  const longest = Math.max(...kinds.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => kinds.flatMap((kind) => kind[i] ?? [])).flat();
}
