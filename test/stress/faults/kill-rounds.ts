/**
 * Disturbs and kills a server repeatedly in the middle of its work, and checks the invariants at each next start: acknowledged
 * documents exist and are charged once, nothing else is charged, and nothing is left behind.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { noticeThresholds } from '../../../src/contract/plans.ts';
import type { Store } from '../../../src/store/store.ts';
import { type Charges, EventLog } from './event-log.ts';
import type { Faults } from './faults.ts';
import { loadTeams } from './load-teams.ts';
import { type Answered, type Asked, anyRequest, ask, type LoadTeam } from './mixed-load.ts';
import type { Place } from './place.ts';
import { randomOf } from './random.ts';
import type { ServingProcess } from './serving-process.ts';
import { temporaryFiles } from './temporary-files.ts';

export interface KillOptions {
  readonly place: Place;
  readonly seed: number;
  readonly faults: Faults;
  /** Whether there is a round after this many. */
  readonly hasNext: (rounds: number) => boolean;
}

export interface KillReport {
  readonly rounds: number;
  readonly acknowledged: number;
  /** The number of requests running at a kill, and of their PDFs that had been charged by then. */
  readonly cutOff: number;
  readonly cutOffCharged: number;
  /** Events that webhooks got, each at least once. */
  readonly events: number;
  /** From the start of the process until it prints its address, in milliseconds. */
  readonly slowestStartMs: number;
  /** From a kill to the end of the last process of its browser, in milliseconds. */
  readonly slowestEndMs: number;
}

const callersOfATeam = 2;
/**
 * The browser is starting, the queue is full, the time ran out while something hung, or a server that is dead still holds the
 * key.
 */
const retried: readonly number[] = [409, 503, 504];
/** Milliseconds within which a request that was cut off gets its response from the next server. */
const patienceMs = 90_000;

/** Throws if an invariant is violated, naming the seed and the round. */
export async function killRounds(options: KillOptions): Promise<KillReport> {
  const { place, seed, faults, hasNext } = options;
  const { dataDir } = place;
  const random = randomOf(seed);
  const store = await place.openStore();
  const teams = await loadTeams(store);
  const history = new History(store, teams, place.holdsLastMs);
  const events = await EventLog.open(store, teams, place.receivers);
  let [slowestStartMs, slowestEndMs] = [0, 0];
  let serving: ServingProcess | undefined;
  let killedPid = 0;
  let round = 0;
  try {
    for (; ; round++) {
      serving = await faults.start(random);
      slowestStartMs = Math.max(slowestStartMs, serving.startMs);
      await history.repeatCutOff(serving.url);
      await history.check(serving.url, random);
      // Documents of requests that were cut off stay until every document would have expired: nothing tells them from those
      // of a database that was lost.
      assert.deepEqual(temporaryFiles(dataDir), [], 'temporary files');
      if (killedPid) await profileGone(dataDir, killedPid);
      if (!hasNext(round)) break;
      const load = history.load(serving.url, random);
      // Prevents an unhandled rejection; the error is thrown when `load` is awaited below.
      load.catch(() => {});
      // Some rounds kill the server before its first response, when the browser has barely started.
      if (random() < 0.7) await Promise.race([history.nextAnswer(), load]);
      await faults.disturb(serving, random);
      await serving.kill();
      const killed = performance.now();
      killedPid = serving.child.pid ?? 0;
      await browsersGone(killedPid);
      slowestEndMs = Math.max(slowestEndMs, performance.now() - killed);
      await load;
    }
    await history.checkAll(serving?.url ?? '');
    await events.check((team) => history.chargesOf(team));
  } catch (error) {
    throw new Error(`seed ${seed}, round ${round}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  } finally {
    await serving?.kill();
    await store.close();
  }
  const { acknowledged, cutOff, cutOffCharged } = history;
  return {
    rounds: round,
    acknowledged: acknowledged.length,
    cutOff,
    cutOffCharged,
    events: events.count,
    slowestStartMs,
    slowestEndMs,
  };
}

/** The requests that were acknowledged, and those with an unknown result. */
class History {
  readonly acknowledged: Answered[] = [];
  cutOff = 0;
  cutOffCharged = 0;
  readonly #store: Store;
  readonly #teams: readonly LoadTeam[];
  readonly #holdsLastMs: number;
  #nextAnswer = Promise.withResolvers<void>();
  /** Requests with a key, which are sent again after the next start. */
  readonly #unknown: Asked[] = [];
  /** PDFs of teams without keys: each is either charged or not. */
  readonly #uncertain = new Map<number, number>();

  constructor(store: Store, teams: readonly LoadTeam[], holdsLastMs: number) {
    this.#store = store;
    this.#teams = teams;
    this.#holdsLastMs = holdsLastMs;
  }

  /** Resolves when all clients have lost their server. */
  async load(url: string, random: () => number): Promise<void> {
    const callers = this.#teams.flatMap((team) => Array.from({ length: callersOfATeam }, () => team));
    await Promise.all(
      callers.map(async (team) => {
        for (let asked = anyRequest(team, random); ; ) {
          const answered = await ask(url, asked);
          if (!answered) return this.#lose(asked);
          this.#remember(answered);
          const isRetried = retried.includes(answered.status);
          // As `Retry-After` asks, though not as long.
          if (isRetried) await delay(100);
          // As the client of the package does.
          if (!isRetried || asked.key === undefined) asked = anyRequest(team, random);
        }
      }),
    );
  }

  /**
   * Sends the interrupted requests again. Each gets its first response or a new one, with one charge in either case.
   */
  async repeatCutOff(url: string): Promise<void> {
    for (const team of this.#teams) {
      if (team.keyed) this.cutOffCharged += (await this.#posted(team)) - this.#paid(team);
    }
    await Promise.all(this.#unknown.splice(0).map((asked) => this.#repeat(url, asked)));
  }

  /** Until what the killed server held is free. */
  async #repeat(url: string, asked: Asked): Promise<void> {
    for (const end = performance.now() + patienceMs; ; await delay(200)) {
      const answered = await ask(url, asked);
      assert.ok(answered, 'a request that is sent again is answered');
      this.#remember(answered);
      if (!retried.includes(answered.status)) return;
      assert.ok(performance.now() < end, `${asked.path}: still ${answered.status} ${answered.text}`);
    }
  }

  async check(url: string, random: () => number): Promise<void> {
    assert.deepEqual(await this.#store.ledger.verify(), []);
    for (const team of this.#teams) {
      const [posted, paid] = [await this.#posted(team), this.#paid(team)];
      const mayBe = team.keyed ? 0 : (this.#uncertain.get(team.id) ?? 0);
      assert.ok(
        posted >= paid && posted <= paid + mayBe,
        `team ${team.id} paid ${posted} for ${paid} to ${paid + mayBe} PDFs`,
      );
    }
    await this.#holdsGone();
    const any = this.acknowledged[Math.floor(random() * this.acknowledged.length)];
    if (any) await this.#checkOne(url, any);
  }

  async #holdsGone(): Promise<void> {
    for (const end = performance.now() + this.#holdsLastMs; ; await delay(200)) {
      // As any server does for one that is dead.
      if (this.#holdsLastMs > 0) await this.#store.ledger.voidExpired();
      const open = await Promise.all(this.#teams.map((team) => this.#openHolds(team)));
      if (open.every((count) => count === 0)) return;
      assert.ok(performance.now() < end, `holds that nothing has settled: ${open}`);
    }
  }

  async #openHolds({ id }: LoadTeam): Promise<number> {
    const entries = await this.#store.ledger.entries(id);
    return (
      entries.filter(({ kind }) => kind === 'hold').length - entries.filter(({ settles }) => settles).length
    );
  }

  /** The PDFs that a team has paid, and the keys of its documents. */
  async chargesOf(team: LoadTeam): Promise<Charges> {
    const own = this.acknowledged.filter(({ asked }) => asked.team.id === team.id);
    const keys = own.flatMap(({ asked: { key } }) => (key === undefined ? [] : [key]));
    return { posted: await this.#posted(team), keys };
  }

  /** Checks that every acknowledged document exists, and that requesting it again costs nothing. */
  async checkAll(url: string): Promise<void> {
    const posted = () => Promise.all(this.#teams.map((team) => this.#posted(team)));
    const before = await posted();
    for (const answered of this.acknowledged) await this.#checkOne(url, answered);
    assert.deepEqual(await posted(), before);
    for (const team of this.#teams) await this.#checkNotices(team);
  }

  /** Each mail that is due is kept until a mail server takes it. */
  async #checkNotices(team: LoadTeam): Promise<void> {
    const used = await this.#posted(team);
    const notices = await this.#store.notices.list(team.id);
    // A day may have parts of two months.
    const ofQuota = new Set(notices.filter(({ kind }) => kind === 'quota').map(({ threshold }) => threshold));
    const due = noticeThresholds.quota.filter((threshold) => used * 100 >= threshold * team.quota);
    assert.deepEqual(
      [...ofQuota].sort(),
      [...due].sort(),
      `notices of a quota of ${team.quota}, of which ${used} are used`,
    );
    const lost = notices.filter(({ sentAt, attempts, lastError }) => !sentAt && attempts > 0 && !lastError);
    assert.deepEqual(lost, [], 'notices that were not sent for no reason');
  }

  async #checkOne(server: string, { asked, hash, url }: Answered): Promise<void> {
    if (url !== undefined) {
      const { pathname, search } = new URL(url);
      const response = await fetch(`${server}${pathname}${search}`);
      assert.equal(response.status, 200, `${asked.path}: the address of an acknowledged document`);
      const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1');
      assert.ok(pdf.startsWith('%PDF-') && pdf.trimEnd().endsWith('%%EOF'), `${asked.path}: a whole PDF`);
    }
    if (asked.key === undefined) return;
    const again = await ask(server, asked);
    assert.equal(again?.status, 200, `${asked.path}: an acknowledged request that is sent again`);
    assert.equal(again?.hash, hash, `${asked.path}: the same document again`);
  }

  nextAnswer(): Promise<void> {
    this.#nextAnswer = Promise.withResolvers();
    return this.#nextAnswer.promise;
  }

  #remember(answered: Answered): void {
    this.#nextAnswer.resolve();
    const { asked, status, text } = answered;
    if (retried.includes(status)) {
      this.#refuse(answered);
      return;
    }
    assert.equal(status, asked.shouldFail ? 422 : 200, `${asked.path}: ${text}`);
    if (status === 200) this.acknowledged.push(answered);
  }

  /**
   * Nothing is charged, but for the gap that `docs/deployment.md` has: a database that servers share and that is lost in the
   * instant of a charge.
   */
  #refuse({ asked, text = '' }: Answered): void {
    if (this.#holdsLastMs > 0 && text.includes('"database_failed"')) this.#doubt(asked);
  }

  #lose(asked: Asked): void {
    this.cutOff++;
    if (asked.key !== undefined) this.#unknown.push(asked);
    else this.#doubt(asked);
  }

  #doubt({ key, shouldFail, team, amount }: Asked): void {
    if (key !== undefined || shouldFail) return;
    this.#uncertain.set(team.id, (this.#uncertain.get(team.id) ?? 0) + amount);
  }

  async #posted({ id }: LoadTeam): Promise<number> {
    const posts = (await this.#store.ledger.entries(id)).filter(({ kind }) => kind === 'post');
    return posts.reduce((sum, { amount }) => sum + amount, 0);
  }

  #paid({ id }: LoadTeam): number {
    const own = this.acknowledged.filter(({ asked }) => asked.team.id === id);
    return own.reduce((sum, { asked }) => sum + asked.amount, 0);
  }
}

/** A browser ends with its server, which holds the other end of its pipes. */
async function browsersGone(serverPid: number): Promise<void> {
  const end = performance.now() + 30_000;
  while (browsersOf(serverPid).length > 0) {
    assert.ok(performance.now() < end, `processes of the browser that are left: ${browsersOf(serverPid)}`);
    await delay(20);
  }
}

/** The name of a browser's profile contains the pid of the process that started it. */
function browsersOf(serverPid: number): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(`${profilePrefix}${serverPid}-`);
    } catch {
      return false;
    }
  });
}

/** The profile of a browser killed with its server is removed when the next browser starts. */
async function profileGone(dataDir: string, serverPid: number): Promise<void> {
  const left = () =>
    [join(dataDir, 'run'), tmpdir()].flatMap((folder) =>
      readdirSync(folder).filter((name) => name.startsWith(`${profilePrefix}${serverPid}-`)),
    );
  const end = performance.now() + 30_000;
  while (left().length > 0) {
    assert.ok(performance.now() < end, `profiles that are left: ${left()}`);
    await delay(20);
  }
}

const profilePrefix = 'pdfapi-run-';
