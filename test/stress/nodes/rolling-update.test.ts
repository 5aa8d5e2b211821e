/** Replaces each of three servers behind nginx while clients send requests: none of them may notice. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../src/store/open-postgres-store.ts';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { findFreePort } from '../../support/free-port.ts';
import { hasNginx, startNginx } from '../../support/nginx.ts';
import { startPostgres } from '../../support/postgres/start-postgres.ts';
import { loadTeams } from '../faults/load-teams.ts';
import { type Answered, anyRequest, ask } from '../faults/mixed-load.ts';
import { randomOf } from '../faults/random.ts';
import { startServing } from '../faults/serving-process.ts';

const configuration = readFileSync(resolve(import.meta.dirname, '../../../deploy/nginx-nodes.conf'), 'utf8');
const callers = 6;

it.runIf(process.platform === 'linux' && hasNginx())(
  'a rolling update under load loses no request, and charges each once',
  { timeout: 300_000 },
  async ({ skip }) => {
    const postgres = await startPostgres();
    if (!postgres) return skip('no PostgreSQL for this platform');
    onTestFinished(() => postgres.stop());
    const [port, ...ports] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ];
    const url = `http://127.0.0.1:${port}`;
    const dataDirectory = temporaryFolder();
    const startNode = (each: number) =>
      startServing(dataDirectory, {
        flags: ['--port', String(each), '--public-url', url, '--drain-delay', '2s'],
        environment: { PDFAPI_DATABASE_URL: postgres.url },
      });
    const nodes = await Promise.all(ports.map(startNode));
    onTestFinished(async () => {
      await Promise.all(nodes.map((node) => node.kill()));
    });
    const store = await openPostgresStore({ url: postgres.url });
    onTestFinished(() => store.close());
    const ported = ports.reduce(
      (text, each, index) => text.replace(`127.0.0.1:808${index + 1}`, `127.0.0.1:${each}`),
      configuration.replace('127.0.0.1:8080', `127.0.0.1:${port}`),
    );
    const nginx = await startNginx(ported, port);
    onTestFinished(() => nginx.stop());

    const teams = await loadTeams(store);
    const random = randomOf(Math.floor(Math.random() * 2 ** 32));
    const answers: Answered[] = [];
    const lost: string[] = [];
    let isOver = false;
    const load = Array.from({ length: callers }, async (_, caller) => {
      for (let count = caller; !isOver; count++) {
        const asked = anyRequest(teams[count % teams.length] as (typeof teams)[number], random);
        const answered = await ask(url, asked);
        if (answered) answers.push(answered);
        else lost.push(asked.path);
      }
    });
    for (const [index, each] of ports.entries()) {
      const node = nodes[index];
      const ended = node && once(node.child, 'exit');
      node?.child.kill('SIGTERM');
      await ended;
      nodes[index] = await startNode(each);
      // nginx tries a server again two seconds after it was gone.
      await delay(2_500);
    }
    isOver = true;
    await Promise.all(load);

    // While the database is away, requests wait for it or are asked to retry; nginx adds no error of its own.
    const away = postgres.crash(2_000);
    const meanwhile = await Promise.all(
      Array.from({ length: 12 }, () => ask(url, anyRequest(teams[0] as (typeof teams)[number], random))),
    );
    await away;
    expect(meanwhile.filter((answered) => ![200, 422, 503].includes(answered?.status ?? 0))).toEqual([]);
    for (const answered of meanwhile.filter((each) => each?.status === 503)) {
      expect(JSON.parse(answered?.text ?? '')).toMatchObject({ code: expect.any(String) });
    }
    answers.push(
      ...meanwhile.flatMap((answered) => (answered?.status === 503 || !answered ? [] : [answered])),
    );

    expect(lost).toEqual([]);
    const wrong = answers.filter(({ asked, status }) => status !== (asked.shouldFail ? 422 : 200));
    expect(wrong).toEqual([]);
    expect(answers.length).toBeGreaterThan(callers * 3);
    expect(await store.ledger.verify()).toEqual([]);
    for (const team of teams) {
      const delivered = answers.filter(({ asked, status }) => asked.team === team && status === 200);
      const posts = (await store.ledger.entries(team.id)).filter(({ kind }) => kind === 'post');
      const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
      expect(sum(posts.map(({ amount }) => amount))).toBe(sum(delivered.map(({ asked }) => asked.amount)));
    }
  },
);
