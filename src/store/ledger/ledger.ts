/**
 * Charges for PDFs. Credits are held when a request is accepted and charged once its PDF is safely stored. If anything
 * fails in between, the hold is voided and costs nothing.
 */
import { randomInt } from 'node:crypto';
import { isOneLine, oneLineFault } from '#contract/api/one-line-text';
import { Failure } from '#contract/errors';
import type { UsageReport, UsageSummary } from '#contract/usage';
import type { ClockGuard } from '../clock-guard.ts';
import type { Database } from '../database/database.ts';
import { all, get, lockTeam, type Work } from '../database/statement.ts';
import type { Documents, NewDocument } from '../documents.ts';
import type { JobClaims } from '../jobs/job-claims.ts';
import type { RowClaim } from '../jobs/job-records.ts';
import type { NewNotice, Notices } from '../notices.ts';
import type { WebhookDeliveries } from '../webhooks/deliveries.ts';
import type { WebhookEvent } from '../webhooks/delivery-rows.ts';
import {
  type Account,
  type Accounts,
  correctAccount,
  countedDay,
  monthlyUse,
  monthOf,
  summaryOf,
  topUpAccount,
} from './accounts.ts';
import { addEntry, type Entry, entriesOf } from './entries.ts';
import { Gatherer } from './gatherer.ts';
import { type AskedHold, holdAll } from './hold-all.ts';
import type { Idempotency, IdempotentResponse, KeyClaim } from './idempotency.ts';
import { leaseExpired } from './lease-expired.ts';
import { repairUsage, teamsAhead, type UsageMove } from './repair-usage.ts';
import { type AskedSettlement, type Charge, settleAll } from './settle-all.ts';
import { reportUsage } from './usage-report.ts';
import { verifyLedger } from './verify-ledger.ts';

export type HoldResult =
  | { readonly kind: 'held'; readonly hold: Hold }
  | { readonly kind: 'exhausted'; readonly usage: UsageSummary }
  /** Requests that are still running hold the rest. Some of it may be given back. */
  | { readonly kind: 'reserved' };

interface WantedHold {
  readonly teamId: number;
  /** In PDFs. */
  readonly amount: number;
  readonly at: Date;
}

export interface Hold {
  readonly id: number;
  readonly teamId: number;
  /**
   * A random number. A crash of the database may lose a hold, since nothing waits for the disk, and give its id to the
   * hold of another request: the two together name a hold.
   */
  readonly claim: number;
  /** 'YYYY-MM': the month that is charged, regardless of when the PDF is finished. */
  readonly month: string;
}

/** The hold to settle: all that is needed of it. */
export type SettledHold = Pick<Hold, 'id' | 'teamId' | 'claim'>;

export interface Settlement {
  readonly at: Date;
  /** Its file must already be written. */
  readonly document?: NewDocument | undefined;
  /** Reported to the webhooks of the team. */
  readonly event?: WebhookEvent | undefined;
  readonly idempotency?:
    | {
        readonly claim: KeyClaim;
        /** Called within the transaction, because the response includes the usage after this charge. */
        readonly toResponse: (usage: UsageSummary) => IdempotentResponse;
      }
    | undefined;
  /** The row of a job that is finished with the document. */
  readonly row?: RowClaim | undefined;
  /** Stored with the row. */
  readonly warnings?: readonly string[] | undefined;
}

/** Numbers up to 2⁴⁸ are exact in both databases and in JavaScript. */
const maxClaim = 2 ** 48 - 1;

interface LedgerParts {
  readonly database: Database;
  readonly accounts: Accounts;
  readonly documents: Documents;
  readonly notices: Notices;
  readonly deliveries: WebhookDeliveries;
  readonly idempotency: Idempotency;
  readonly rows: JobClaims;
  readonly now: () => Date;
  readonly clock: ClockGuard;
  /** Milliseconds after which a hold may be voided, in case its server died. */
  readonly leaseMs: number;
}

export interface PendingHold {
  readonly id: number;
  readonly team_id: number;
  readonly day: string;
  readonly amount: number;
  readonly claim: number;
}

export class Ledger {
  readonly #parts: LedgerParts;
  readonly #database: Database;
  readonly #accounts: Accounts;
  readonly #settleParts: Parameters<typeof settleAll>[0];
  readonly #holds: Gatherer<AskedHold, HoldResult>;
  readonly #settlements: Gatherer<AskedSettlement, UsageSummary>;
  /** Holds that could not be voided because the disk was full. The next call to `hold` voids them first. */
  readonly #toVoid = new Map<SettledHold, WebhookEvent | undefined>();

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    this.#database = parts.database;
    this.#accounts = parts.accounts;
    this.#settleParts = {
      ...parts,
      queueNotices: (charge) => this.#queueNotices(charge),
    };
    this.#holds = new Gatherer((teamId, asked) => this.#holdAll(teamId, asked));
    this.#settlements = new Gatherer((teamId, asked) => this.#settleAll(teamId, asked));
  }

  async #holdAll(teamId: number, asked: readonly AskedHold[]): Promise<PromiseSettledResult<HoldResult>[]> {
    const holdParts = { accounts: this.#accounts, leaseMs: this.#parts.leaseMs };
    const work = () => holdAll(holdParts, teamId, asked);
    // Does not wait for the disk: a hold that a power cut loses would be voided anyway, and the charge, which does wait,
    // flushes everything before it. Of a hold that is made twice, the first ends with its lease.
    const results = await this.#database.writeForgettable(work, { repeatable: true });
    return results.map((value) => ({ status: 'fulfilled', value }));
  }

  /** Reserves `amount` PDFs, all or none. Throws `team_not_found`, and `clock_unconfirmed` while the clock is years ahead. */
  async hold(wanted: WantedHold): Promise<HoldResult> {
    if (!Number.isSafeInteger(wanted.amount) || wanted.amount < 1) {
      throw new Failure('internal', `Invalid amount of a hold: ${wanted.amount}.`);
    }
    this.#parts.clock.assertTrusted();
    await this.#voidLate();
    return await this.#holds.add(wanted.teamId, { ...wanted, claim: randomInt(maxClaim) });
  }

  /**
   * Charges a hold: first against the rest of the quota, then against credits. If an operator lowered either since the
   * hold, the PDF is still delivered and the difference is not owed. Throws `lease_expired` if the hold or the key was
   * given free meanwhile, or the row of a job taken over or cancelled, and `internal` if the hold was charged before;
   * nothing has changed then.
   */
  async settle(hold: SettledHold, settlement: Settlement): Promise<UsageSummary> {
    return await this.#settlements.add(hold.teamId, { hold, settlement });
  }

  /** One transaction for all, or, if one of them cannot be charged, one for each. */
  async #settleAll(
    teamId: number,
    asked: readonly AskedSettlement[],
  ): Promise<PromiseSettledResult<UsageSummary>[]> {
    const [first] = asked;
    if (first && asked.length === 1) return await Promise.allSettled([this.#settleOne(first)]);
    let runs = 0;
    const work = () => {
      runs += 1;
      return settleAll(this.#settleParts, teamId, asked);
    };
    try {
      const usages = await this.#database.write(work, { repeatable: true });
      return usages.map((value) => ({ status: 'fulfilled', value }));
    } catch (error) {
      if (error instanceof Failure && error.code === 'database_failed') throw error;
      const outcomes: PromiseSettledResult<UsageSummary>[] = [];
      for (const each of asked) {
        outcomes.push(...(await Promise.allSettled([this.#settleOne(each, runs > 1)])));
      }
      return outcomes;
    }
  }

  /**
   * `isRepeated`: an earlier run may have been stored although its connection was lost. A hold belongs to one request, so
   * a charge that is found then is its own.
   */
  async #settleOne({ hold, settlement }: AskedSettlement, isRepeated = false): Promise<UsageSummary> {
    let mayBeStored = isRepeated;
    const work = () => {
      const again = mayBeStored;
      mayBeStored = true;
      return this.#settle(hold, settlement, again);
    };
    return await this.#database.write(work, { repeatable: true, isRepeat: isRepeated });
  }

  *#settle(hold: SettledHold, settlement: Settlement, isRepeated: boolean): Work<UsageSummary> {
    const ifSettled = () => this.#settled(hold, isRepeated);
    const [usage] = yield* settleAll(this.#settleParts, hold.teamId, [{ hold, settlement }], ifSettled);
    return usage as UsageSummary;
  }

  /**
   * Releases a hold. Returns false, without a change, if it was already settled. If the database cannot be written to,
   * for example because the disk is full, the hold is released together with the next call to `hold`. `event` is
   * reported to the webhooks of the team if this releases the hold.
   */
  async void(hold: SettledHold, event?: WebhookEvent): Promise<boolean> {
    try {
      return await this.#database.writeForgettable(() => this.#void(hold, event), { repeatable: true });
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'database_failed') throw error;
      this.#toVoid.set(hold, event);
      return true;
    }
  }

  /**
   * Voids holds whose lease has ended, in case the server that held them died. Returns how many. Every node may call it
   * at any time, because only the one that removes a hold can settle it.
   */
  async voidExpired(): Promise<number> {
    const expired = await this.#database.query(() =>
      all<PendingHold>('SELECT * FROM pending_holds WHERE lease_until <= now_ms() ORDER BY id LIMIT 100'),
    );
    let voided = 0;
    for (const { id, team_id: teamId, claim } of expired) {
      const work = () => this.#void({ id, teamId, claim });
      if (await this.#database.writeForgettable(work, { repeatable: true })) voided += 1;
    }
    return voided;
  }

  /**
   * For the start of the only server: voids the holds of requests that were running when it ended, and releases their
   * keys. Returns the number of voided holds.
   */
  async voidPending(): Promise<number> {
    return await this.#database.write(() => this.#voidPending());
  }

  *#voidPending(): Work<number> {
    const pending = yield* all<PendingHold>('SELECT * FROM pending_holds ORDER BY id');
    for (const { id, team_id: teamId, claim } of pending) yield* this.#void({ id, teamId, claim });
    yield* this.#parts.idempotency.releaseAll();
    return pending.length;
  }

  /** Throws `team_not_found`. */
  async usage(teamId: number, at: Date): Promise<UsageReport> {
    return await this.#database.read(() => this.#usage(teamId, at));
  }

  *#usage(teamId: number, at: Date): Work<UsageReport> {
    const account = yield* this.#accounts.get(teamId);
    return yield* reportUsage(account, countedDay(account, at));
  }

  /** Throws `team_not_found`. */
  async summary(teamId: number, at: Date): Promise<UsageSummary> {
    return await this.#database.read(() => this.#currentSummary(teamId, at));
  }

  *#currentSummary(teamId: number, at: Date): Work<UsageSummary> {
    const account = yield* this.#accounts.get(teamId);
    const month = monthOf(countedDay(account, at));
    return summaryOf(account, (yield* monthlyUse(account, month)).get(month)?.posted ?? 0);
  }

  /**
   * Adds credits as a top-up or, if the number is negative, removes them as a correction, which cannot exceed the
   * balance. Returns the new balance. Throws `team_not_found` and `invalid_option`.
   */
  async addCredits(teamId: number, credits: number, note?: string): Promise<number> {
    if (note !== undefined && !isOneLine(note)) {
      const message = `The note ${oneLineFault}.`;
      throw new Failure('invalid_option', message, { errors: { note: [message] } });
    }
    return await this.#database.write(() => this.#addCredits(teamId, credits, note));
  }

  *#addCredits(teamId: number, credits: number, note: string | undefined): Work<number> {
    yield* lockTeam(teamId);
    const { balance } = yield* this.#accounts.get(teamId);
    checkCredits(credits, balance);
    const kind = credits > 0 ? 'top_up' : 'correction';
    const id = yield* addEntry({ teamId, kind, at: this.#parts.now(), amount: Math.abs(credits), note });
    if (credits > 0) yield* topUpAccount(teamId, credits, id);
    else yield* correctAccount(teamId, -credits);
    return balance + credits;
  }

  /** Returns the whole history of a team, oldest first. */
  async entries(teamId: number): Promise<Entry[]> {
    return await this.#database.query(() => entriesOf(teamId));
  }

  /** Returns the ids of teams that are charged on a day after `at`, as a wrong clock leaves them. */
  async teamsAhead(at: Date): Promise<number[]> {
    return await this.#database.query(() => teamsAhead(at.toISOString().slice(0, 10)));
  }

  /** See `repairUsage`. */
  async repairUsage(teamId: number, at: Date): Promise<UsageMove[]> {
    return await this.#database.write(() => repairUsage(teamId, at));
  }

  /** Describes every balance that disagrees with the entries. Returns an empty list if there is none. */
  async verify(): Promise<string[]> {
    return await this.#database.read(verifyLedger);
  }

  async #voidLate(): Promise<void> {
    for (const [hold, event] of this.#toVoid) {
      await this.#database.writeForgettable(() => this.#void(hold, event), { repeatable: true });
      this.#toVoid.delete(hold);
    }
  }

  /** Tells what became of a hold that is not pending. */
  *#settled({ id, teamId, claim }: SettledHold, isRepeated: boolean): Work<UsageSummary> {
    const entry = yield* get<{ kind: Entry['kind']; day: string }>(
      'SELECT kind, day FROM entries WHERE settles = ? AND claim = ?',
      id,
      claim,
    );
    // Voided, or lost in a crash of the database.
    if (entry?.kind !== 'post') throw leaseExpired();
    if (!isRepeated) throw new Failure('internal', `Hold ${id} is not pending.`);
    const account = yield* this.#accounts.get(teamId);
    const month = monthOf(entry.day);
    return summaryOf(account, (yield* monthlyUse(account, month)).get(month)?.posted ?? 0);
  }

  *#void(settled: SettledHold, event?: WebhookEvent): Work<boolean> {
    const { id, teamId, claim } = settled;
    yield* lockTeam(teamId);
    const hold = yield* this.#take(settled);
    if (!hold) return false;
    const { amount, day } = hold;
    yield* addEntry({ teamId, kind: 'void', at: this.#parts.now(), amount, day, settles: id, claim });
    if (event) yield* this.#parts.deliveries.enqueue(teamId, event);
    return true;
  }

  /** Removes a hold from the pending ones. The caller that gets it must settle it. */
  *#take({ id, claim }: SettledHold): Work<PendingHold | undefined> {
    return yield* get<PendingHold>(
      'DELETE FROM pending_holds WHERE id = ? AND claim = ? RETURNING *',
      id,
      claim,
    );
  }

  *#queueNotices({ account, used, month, fromCredits, at }: Charge): Work<void> {
    const { id: teamId, quota, base, balance, topUp } = account;
    const common = { teamId, month, at };
    yield* this.#queueNotice(account, { ...common, kind: 'quota', used, limit: quota, period: month });
    if (fromCredits === 0) return;
    const credits = { used: base - balance, limit: base, period: `top-up ${topUp}` };
    yield* this.#queueNotice(account, { ...common, ...credits, kind: 'credits' });
  }

  /** Queues the notices, and an event for each. */
  *#queueNotice({ hasWebhooks }: Account, notice: NewNotice): Work<void> {
    const { teamId, kind, used, limit, month, at } = notice;
    const thresholds = yield* this.#parts.notices.queueReached(notice);
    if (!hasWebhooks) return;
    for (const threshold of thresholds) {
      const data = { kind, threshold, used, allowance: limit, month };
      yield* this.#parts.deliveries.enqueue(teamId, { type: 'quota.reached', data, at });
    }
  }
}

/** Far below the point at which sums of numbers lose precision. */
const maxCredits = 1_000_000_000;

function checkCredits(credits: number, balance: number): void {
  const reject = (message: string) => {
    throw new Failure('invalid_option', message, { errors: { credits: [message] } });
  };
  if (!Number.isSafeInteger(credits) || credits === 0) {
    reject('The credits must be a whole number of PDFs other than 0.');
  }
  if (balance + credits < 0) reject(`The team has ${balance} credits; that many can be taken away at most.`);
  if (balance + credits > maxCredits) reject(`A team can have ${maxCredits} credits at most.`);
}
