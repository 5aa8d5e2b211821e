/**
 * Runs the ledger through random histories: several stores on one file, restarts, faults, operators and a clock that
 * jumps. Each step is compared with a model that stores no balances and simulates the charges instead.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Plan, planNames, plans, welcomePackCredits } from '../../../src/contract/plans.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { rounds } from '../../support/rounds.ts';

interface ModelHold {
  readonly id: number;
  readonly claim: number;
  readonly day: string;
  readonly amount: number;
}

interface ModelTeam {
  readonly id: number;
  plan: Plan;
  quota: number;
  credits: number;
  isWelcomed: boolean;
  readonly pending: ModelHold[];
  /** The posted holds, in order. */
  readonly posted: ModelHold[];
}

/** Small amounts, so that quotas are often met exactly, exceeded and contended for. */
const amount = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 8 }) },
  fc.integer({ min: 1, max: 50 }),
);
/** Jumps of up to two months, backwards too. */
const hours = fc.oneof(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -900, max: 1_500 }));
const which = fc.nat(5);

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('hold' as const), amount }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('post' as const, 'void' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('failing post' as const), which }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('keyed' as const), key: fc.nat(1), amount }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('credits' as const),
      credits: fc.integer({ min: -20, max: 30 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('quota' as const), quota: fc.nat(40) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('plan' as const), plan: fc.constantFrom(...planNames) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('clock' as const), hours }) },
);
const history = fc.array(fc.record({ actor: fc.nat(2), team: fc.nat(1), step }), {
  minLength: 10,
  maxLength: 80,
  size: 'max',
});

it('matches the model after every history', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const dataDirectory = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
      const world = await World.open(dataDirectory);
      try {
        for (const { actor, team, step } of steps) await world.take(actor, team, step);
        await world.check();
      } finally {
        await world.close();
        rmSync(dataDirectory, { recursive: true, force: true });
      }
    }),
    { numRuns: rounds(6, 60) },
  );
}, 300_000);

class World {
  readonly #dataDirectory: string;
  readonly #stores: Store[] = [];
  readonly #teams: ModelTeam[] = [];
  /** By team and key. The amount serves as the hash of the request. */
  readonly #answered = new Map<string, string>();
  /** The hold that each key charged. */
  readonly #charges = new Map<string, number>();
  #now = new Date('2026-01-15T12:00:00Z');

  private constructor(dataDirectory: string) {
    this.#dataDirectory = dataDirectory;
  }

  static async open(dataDirectory: string): Promise<World> {
    const world = new World(dataDirectory);
    for (const actor of [0, 1, 2]) await world.#open(actor);
    for (const plan of ['pro', 'discovery'] as const) {
      const { id } = await world.#store(0).teams.create({ name: plan, plan, quota: 20 });
      world.#teams.push({ id, plan, quota: 20, credits: 0, isWelcomed: false, pending: [], posted: [] });
    }
    return world;
  }

  async take(actor: number, teamIndex: number, step: Step): Promise<void> {
    const store = this.#store(actor);
    const team = this.#teams[teamIndex] as ModelTeam;
    if (step.kind === 'hold') await this.#hold(store, team, step.amount);
    else if (step.kind === 'post' || step.kind === 'void')
      await this.#settle(store, team, step.kind, step.which);
    else if (step.kind === 'failing post') await this.#failToPost(store, team, step.which);
    else if (step.kind === 'keyed') await this.#request(store, team, `key ${step.key}`, step.amount);
    else if (step.kind === 'restart') await this.#restart(actor);
    else if (step.kind === 'reopen') await this.#reopen(actor);
    else if (step.kind === 'credits') await this.#addCredits(store, team, step.credits);
    else if (step.kind === 'quota')
      team.quota = (await store.teams.set(team.id, { quota: step.quota })).quota;
    else if (step.kind === 'plan') team.plan = (await store.teams.set(team.id, { plan: step.plan })).plan;
    else if (step.kind === 'clock') this.#now = new Date(this.#now.getTime() + step.hours * 3_600_000);
    await this.#compare();
  }

  /** Checks the invariants of a history from the entries alone. */
  async check(): Promise<void> {
    const store = this.#store(0);
    expect(await store.ledger.verify()).toEqual([]);
    for (const team of this.#teams) {
      const entries = await store.ledger.entries(team.id);
      const posts = entries.filter(({ kind }) => kind === 'post');
      expect(posts.map(({ settles, amount, day }) => [settles, amount, day])).toEqual(
        team.posted.map(({ id, amount, day }) => [id, amount, day]),
      );
      const settled = entries.flatMap(({ settles }) => settles ?? []);
      expect(new Set(settled).size).toBe(settled.length);
      expect(entries.filter(({ kind }) => kind === 'welcome_pack').length).toBe(team.isWelcomed ? 1 : 0);
      const keyed = [...this.#answered.keys()].filter((key) => key.startsWith(`${team.id} `));
      for (const key of keyed)
        expect(team.posted.filter(({ id }) => this.#charges.get(key) === id)).toHaveLength(1);
    }
  }

  async close(): Promise<void> {
    for (const store of this.#stores) await store.close();
  }

  #store(actor: number): Store {
    return this.#stores[actor] as Store;
  }

  async #hold(store: Store, team: ModelTeam, amount: number): Promise<ModelHold | undefined> {
    const day = this.#day(team);
    const isAdmitted = settle(team, [...team.pending, { id: 0, claim: 0, day, amount }]).uncovered === 0;
    const held = await store.ledger.hold({ teamId: team.id, amount, at: this.#now });
    const isPayable = settle(team, [{ id: 0, claim: 0, day, amount }]).uncovered === 0;
    expect(held.kind).toBe(isAdmitted ? 'held' : isPayable ? 'reserved' : 'exhausted');
    if (held.kind !== 'held') return undefined;
    expect(held.hold.month).toBe(day.slice(0, 7));
    const hold = { id: held.hold.id, claim: held.hold.claim, day, amount };
    team.pending.push(hold);
    return hold;
  }

  async #settle(store: Store, team: ModelTeam, kind: 'post' | 'void', which: number): Promise<void> {
    const hold = take(team.pending, which);
    if (!hold) return;
    if (kind === 'void') {
      expect(await store.ledger.void({ ...hold, teamId: team.id })).toBe(true);
    } else {
      await store.ledger.settle({ ...hold, teamId: team.id }, { at: this.#now });
      deliver(team, hold);
    }
    expect(await store.ledger.void({ ...hold, teamId: team.id })).toBe(false);
    await expect(store.ledger.settle({ ...hold, teamId: team.id }, { at: this.#now })).rejects.toMatchObject({
      code: kind === 'void' ? 'lease_expired' : 'internal',
    });
  }

  async #failToPost(store: Store, team: ModelTeam, which: number): Promise<void> {
    const hold = team.pending[which % Math.max(1, team.pending.length)];
    if (!hold) return;
    const toResponse = () => {
      throw new Error('fault');
    };
    await expect(
      store.ledger.settle(
        { ...hold, teamId: team.id },
        { at: this.#now, idempotency: { claim: { teamId: team.id, key: 'x', id: 'x' }, toResponse } },
      ),
    ).rejects.toThrow('fault');
  }

  /** A complete request with an `Idempotency-Key`. */
  async #request(store: Store, team: ModelTeam, key: string, amount: number): Promise<void> {
    const name = `${team.id} ${key}`;
    // Keys are kept for a day, but the simulated clock jumps by weeks, so they get a fixed time.
    const at = new Date('2026-01-01T00:00:00Z');
    const begun = await store.idempotency.begin({ teamId: team.id, key, requestHash: `${amount}`, at });
    const first = this.#answered.get(name);
    if (first !== undefined) {
      expect(begun.kind).toBe(first === `${amount}` ? 'replay' : 'mismatch');
      return;
    }
    if (begun.kind !== 'new') throw new Error(`The key is ${begun.kind}.`);
    const { claim } = begun;
    const hold = await this.#hold(store, team, amount);
    if (!hold) {
      await store.idempotency.release(claim);
      return;
    }
    const toResponse = () => ({ status: 200, body: '{}', documentId: null });
    await store.ledger.settle(
      { ...hold, teamId: team.id },
      { at: this.#now, idempotency: { claim, toResponse } },
    );
    take(team.pending, team.pending.indexOf(hold));
    deliver(team, hold);
    this.#answered.set(name, `${amount}`);
    this.#charges.set(name, hold.id);
  }

  async #restart(actor: number): Promise<void> {
    await this.#reopen(actor);
    const pending = this.#teams.flatMap((team) => team.pending.splice(0));
    expect(await this.#store(actor).ledger.voidPending()).toBe(pending.length);
  }

  async #reopen(actor: number): Promise<void> {
    await this.#store(actor).close();
    await this.#open(actor);
  }

  async #open(actor: number): Promise<void> {
    const options = { dataDirectory: this.#dataDirectory, welcomePack: 'always' as const };
    this.#stores[actor] = await openStore({ ...options, now: () => this.#now });
  }

  async #addCredits(store: Store, team: ModelTeam, credits: number): Promise<void> {
    if (credits === 0 || team.credits + credits < 0) {
      await expect(store.ledger.addCredits(team.id, credits)).rejects.toThrow();
      return;
    }
    team.credits += credits;
    expect(await store.ledger.addCredits(team.id, credits)).toBe(team.credits);
  }

  #day(team: ModelTeam): string {
    const days = [...team.pending, ...team.posted].map(({ day }) => day);
    return [this.#now.toISOString().slice(0, 10), ...days].sort().at(-1) ?? '';
  }

  /** Checks that every store reports the same for every team, whichever store acted. */
  async #compare(): Promise<void> {
    for (const store of this.#stores) {
      for (const team of this.#teams) {
        const month = this.#day(team).slice(0, 7);
        const current = postedIn(team, month);
        const oneMore = settle(team, [...team.pending, { id: 0, claim: 0, day: `${month}-28`, amount: 1 }]);
        expect(team.credits).toBeGreaterThanOrEqual(0);
        expect(await store.ledger.usage(team.id, this.#now)).toMatchObject({
          current_month_usage: current,
          quota_limit: team.quota,
          pack_credits: team.credits,
          overage_count: Math.max(0, current - team.quota),
          has_quota_remaining: oneMore.uncovered === 0,
        });
      }
    }
  }
}

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const postedIn = (team: ModelTeam, month: string) =>
  team.posted.filter(({ day }) => day.startsWith(month)).reduce((sum, { amount }) => sum + amount, 0);

function take(holds: ModelHold[], which: number): ModelHold | undefined {
  return holds.splice(which % Math.max(1, holds.length), 1)[0];
}

function deliver(team: ModelTeam, hold: ModelHold): void {
  const { credits, isWelcomed } = settle(team, [hold]);
  team.credits = credits;
  team.isWelcomed = isWelcomed;
  team.posted.push(hold);
}

/** Simulates charging these holds now, one PDF after another. */
function settle(team: ModelTeam, holds: readonly ModelHold[]) {
  let { credits, isWelcomed } = team;
  let uncovered = 0;
  const used = new Map<string, number>();
  for (const { day, amount } of holds) {
    const month = day.slice(0, 7);
    for (let pdf = 0; pdf < amount; pdf++) {
      const count = (used.get(month) ?? postedIn(team, month)) + 1;
      used.set(month, count);
      if (count <= team.quota) continue;
      if (!isWelcomed && plans[team.plan].isPaying) {
        isWelcomed = true;
        credits += welcomePackCredits;
      }
      if (credits > 0) credits -= 1;
      else uncovered += 1;
    }
  }
  return { credits, isWelcomed, uncovered };
}
