/**
 * Several servers on one PostgreSQL, whose clocks differ, under a mixed load: in each round servers are killed or stand
 * still, or the whole database crashes. Every request with a key is repeated on any server until it is answered. Then
 * what was charged must equal what was delivered, key by key.
 */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { openPostgresStore } from '../../../src/store/open-postgres-store.ts';
import type { Store } from '../../../src/store/store.ts';
import type { TestPostgres } from '../../support/postgres/start-postgres.ts';
import { loadTeams } from '../faults/load-teams.ts';
import { type Answered, type Asked, anyRequest, ask, type LoadTeam } from '../faults/mixed-load.ts';
import { randomOf } from '../faults/random.ts';
import { Nodes } from './nodes.ts';

export interface ChaosOptions {
  readonly postgres: TestPostgres;
  /** The address of an empty database on it. */
  readonly url: string;
  readonly dataDirectory: string;
  readonly rounds: number;
  readonly seed: number;
  readonly onRound?: (round: number) => void;
}

export interface ChaosReport {
  readonly delivered: number;
  /** Attempts that were lost or answered with a status to retry, and made again. */
  readonly repeats: number;
  readonly killed: number;
  readonly stopped: number;
  readonly crashes: number;
}

const callers = 8;
const requestsOfRound = 32;
/** The quota of the team that wants more than it can pay, and the PDFs that it asks for. */
const tight = { quota: 9, wanted: 14 };
/** Milliseconds after which a caller asks another server. */
const patienceMs = 12_000;

/** Throws if an invariant is violated, naming the seed and the round. */
export async function chaosRounds(options: ChaosOptions): Promise<ChaosReport> {
  const { postgres, url, dataDirectory, rounds, seed, onRound } = options;
  const random = randomOf(seed);
  const store = await openPostgresStore({ url });
  const nodes = await Nodes.start({ url, dataDirectory });
  let round = 0;
  try {
    const load = new Load(store, nodes, random, await loadTeams(store));
    let crashes = 0;
    for (; round < rounds; round++) {
      const running = load.run();
      // Prevents an unhandled rejection; the error is thrown when `running` is awaited below.
      running.catch(() => {});
      await delay(200 + random() * 1_500);
      if (round % 5 === 4) {
        crashes += 1;
        await postgres.crash();
      } else if (round % 5 === 2) await nodes.standStill(random);
      else await nodes.kill(1 + Math.floor(random() * 3), random);
      await running;
      await load.check();
      onRound?.(round + 1);
    }
    const { delivered, repeats } = load;
    return { delivered, repeats, crashes, killed: nodes.killed, stopped: nodes.stopped };
  } catch (error) {
    throw new Error(`seed ${seed}, round ${round}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  } finally {
    await nodes.close();
    await store.close();
  }
}

class Load {
  delivered = 0;
  repeats = 0;
  readonly #store: Store;
  readonly #nodes: Nodes;
  readonly #random: () => number;
  readonly #teams: readonly LoadTeam[];
  readonly #paid = new Map<number, number>();
  /** PDFs of teams without keys: each is either charged or not. */
  readonly #uncertain = new Map<number, number>();
  #newest: Answered[] = [];

  constructor(store: Store, nodes: Nodes, random: () => number, teams: readonly LoadTeam[]) {
    this.#store = store;
    this.#nodes = nodes;
    this.#random = random;
    this.#teams = teams;
  }

  /** Resolves when every request has its answer. */
  async run(): Promise<void> {
    this.#newest = [];
    const poor = await this.#poorTeam();
    const wanted = [
      ...Array.from({ length: requestsOfRound }, (_, index) =>
        anyRequest(this.#teams[index % this.#teams.length] as LoadTeam, this.#random),
      ),
      ...Array.from({ length: tight.wanted }, (_, index) => onePdf(poor, index)),
    ];
    await Promise.all(
      Array.from({ length: callers }, async () => {
        for (let asked = wanted.pop(); asked; asked = wanted.pop()) await this.#askUntilAnswered(asked);
      }),
    );
    const answers = this.#newest.filter(({ asked }) => asked.team === poor);
    const statuses = answers.map(({ status }) => status);
    // Not one more, and not one less: a request that only waits for holds of the dead is asked again.
    assert.equal(statuses.filter((status) => status === 200).length, tight.quota, `${statuses}`);
  }

  async #askUntilAnswered(asked: Asked): Promise<void> {
    for (const end = performance.now() + 120_000; ; ) {
      const answered = await ask(this.#nodes.any(this.#random), asked, AbortSignal.timeout(patienceMs));
      if (answered && ![409, 503, 504].includes(answered.status)) return this.#remember(answered);
      if (asked.key === undefined) return this.#lose(asked, answered);
      this.repeats += 1;
      assert.ok(performance.now() < end, `${asked.key} is answered: ${answered?.status}`);
      await delay(200);
    }
  }

  #remember(answered: Answered): void {
    const { asked, status } = answered;
    const expected = asked.shouldFail ? [422] : asked.key?.startsWith('tight') ? [200, 402] : [200];
    assert.ok(
      expected.includes(status),
      `${asked.path} is answered with ${status}: ${answered.text} ${this.#nodes.failures()}`,
    );
    this.#newest.push(answered);
    if (status !== 200) return;
    this.delivered += 1;
    this.#paid.set(asked.team.id, (this.#paid.get(asked.team.id) ?? 0) + asked.amount);
  }

  /** A response of the server itself says that nothing was charged. */
  #lose(asked: Asked, answered: Answered | undefined): void {
    if (answered || asked.shouldFail) return;
    this.#uncertain.set(asked.team.id, (this.#uncertain.get(asked.team.id) ?? 0) + asked.amount);
  }

  async check(): Promise<void> {
    await this.#holdsGone();
    assert.deepEqual(await this.#store.ledger.verify(), []);
    for (const id of new Set([...this.#paid.keys(), ...this.#uncertain.keys()])) {
      const posts = (await this.#store.ledger.entries(id)).filter(({ kind }) => kind === 'post');
      const posted = posts.reduce((sum, { amount }) => sum + amount, 0);
      const [paid, mayBe] = [this.#paid.get(id) ?? 0, this.#uncertain.get(id) ?? 0];
      assert.ok(
        posted >= paid && posted <= paid + mayBe,
        `team ${id} paid ${posted} for ${paid} to ${paid + mayBe} PDFs`,
      );
    }
    await this.#replayed();
  }

  /** Every server may void what the lease of a dead one has left, and this is one more. */
  async #holdsGone(): Promise<void> {
    for (const end = performance.now() + 30_000; ; await delay(200)) {
      await this.#store.ledger.voidExpired();
      const states = await Promise.all([...this.#paid.keys()].map((id) => this.#pending(id)));
      if (states.every((pending) => pending === 0)) return;
      assert.ok(performance.now() < end, `holds that are left: ${states}`);
    }
  }

  async #pending(teamId: number): Promise<number> {
    const entries = await this.#store.ledger.entries(teamId);
    const settled = new Set(entries.map(({ settles }) => settles));
    return entries.filter(({ kind, id }) => kind === 'hold' && !settled.has(id)).length;
  }

  /** Each key returns its first document from any server, and is not charged again: the next check compares. */
  async #replayed(): Promise<void> {
    const some = this.#newest.filter(({ asked, status }) => asked.key !== undefined && status === 200);
    for (const { asked, hash } of some.filter(() => this.#random() < 0.2)) {
      for (let tries = 0; ; tries++) {
        const again = await ask(this.#nodes.any(this.#random), asked, AbortSignal.timeout(patienceMs));
        if (again?.status === 200) {
          assert.equal(again.hash, hash, `the document of ${asked.key}`);
          break;
        }
        assert.ok(tries < 50, `${asked.key} is answered again: ${again?.status} ${again?.text}`);
        await delay(200);
      }
    }
  }

  async #poorTeam(): Promise<LoadTeam> {
    const [first] = this.#teams;
    const { id } = await this.#store.teams.create({
      name: `tight ${this.#random()}`,
      plan: 'discovery',
      verified: true,
      quota: tight.quota,
    });
    const { token } = await this.#store.tokens.create({ teamId: id });
    return { ...(first as LoadTeam), id, token, keyed: true };
  }
}

const onePdf = (team: LoadTeam, index: number): Asked => ({
  team,
  path: 'html-to-pdf',
  body: JSON.stringify({ html: `<p>${index}</p>` }),
  key: `tight-${team.id}-${index}`,
  amount: 1,
  shouldFail: false,
});
