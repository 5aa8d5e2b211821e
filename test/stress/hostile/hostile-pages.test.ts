/**
 * Untrusted pages: each ends with a documented status within its time and costs nothing if it fails, while the
 * documents of other clients are printed.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { processesBelow } from '../../support/browser/process-list.ts';
import { readPdf } from '../../support/read-pdf.ts';
import type { Answer } from '../../support/server/caller.ts';
import { type Member, startTestServer } from '../../support/server/start-test-server.ts';
import { floods } from './floods.ts';
import type { HostilePage } from './hostile-page.ts';
import { layouts } from './layout.ts';
import { leaving } from './leaving.ts';
import { memoryHogs } from './memory.ts';
import { hostileServer, networkPages } from './network.ts';
import { scripts } from './scripts.ts';

/** Milliseconds: the time limit of every page, and the additional time for its response. */
const time = 3_000;
const after = 3_000;
/** The number of clients that send hostile pages concurrently. */
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
  readonly neighbours: number[];
}

/** How long this process, which also runs the server, was not scheduled. In milliseconds. */
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
    // On a busy machine, any page may use all of its time.
    expect([...expected, 504], answer.json.message).toContain(answer.status);
    if (says && answer.status === 422) expect(answer.json.message).toMatch(says);
    expect(ms).toBeLessThan(time + after);
    expect(neighbours).toEqual(neighbours.map(() => 200));
    if (answer.status === 200) await readPdf(answer.bytes);
    // A client without a PDF is not charged. The response may arrive before the hold is voided.
    const kinds = async () => (await server.store.ledger.entries(sender.team.id)).map(({ kind }) => kind);
    await vi.waitFor(async () =>
      expect(await kinds()).toEqual(['hold', answer.status === 200 ? 'post' : 'void']),
    );
    expect(await sender.used()).toBe(answer.status === 200 ? 1 : 0);
  },
);

it('leave no process, no file and no wrong balance behind', { timeout: 60_000 }, async () => {
  await done;
  expect(await server.store.ledger.verify()).toEqual([]);
  const renderers = () => processesBelow(process.pid).filter(({ command }) => /type=renderer/.test(command));
  // One page of each kind is created ahead and two are kept per slot; a frame may have had its own process.
  await vi.waitFor(() => expect(renderers().length).toBeLessThan(16), { timeout: 30_000, interval: 100 });
  const files = readdirSync(join(server.dataDir, 'run'), { recursive: true }).map(String);
  expect(files.filter((name) => /saved|\.crdownload/.test(name))).toEqual([]);
  expect(readdirSync(join(server.dataDir, 'documents'))).toEqual([]);
  const { status } = await (await server.team()).post('html-to-pdf', { html: 'after' });
  expect(status).toBe(200);
});

async function sendPages(): Promise<void> {
  const neighbour = await server.team();
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [index, page] = next;
    let end = await send(page, neighbour);
    // Two hostile pages together may need more memory than there is. The larger one is ended, and may be sent again.
    for (let tries = 1; tries < 3 && end.answer.json?.code === 'memory_full'; tries++) {
      const { neighbours } = end;
      end = await send(page, neighbour);
      end.neighbours.unshift(...neighbours);
    }
    ends[index]?.resolve(end);
  }
}

/** Sends a page from a new team while another team prints. */
async function send(page: HostilePage, neighbour: Member): Promise<End> {
  const sender = await server.team();
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
  // Sent as data, because a brace in HTML would be read as Twig.
  const body = { html: '{{ page|raw }}', data: { page: page.html }, output: 'binary' };
  const answer = await sender.post('html-to-pdf', body);
  const ms = performance.now() - started - (stalledMs - stalledBefore);
  isOver = true;
  await beside;
  return { sender, answer, ms, neighbours };
}

/** Retries as a client would. */
async function render(caller: Member, tries = 3): Promise<number> {
  const { status } = await caller.post('html-to-pdf', { html: '<h1>Neighbour</h1>' });
  return tries > 1 && (status === 503 || status === 504) ? await render(caller, tries - 1) : status;
}

/** Interleaves the kinds, so that the pages running concurrently do not all compete for the same resource. */
function mixed(kinds: readonly (readonly HostilePage[])[]): HostilePage[] {
  const longest = Math.max(...kinds.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => kinds.flatMap((kind) => kind[i] ?? [])).flat();
}
