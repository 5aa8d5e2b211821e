/**
 * Charges for PDFs. Credits are held when a request is accepted and charged once its PDF is safely stored. If anything
 * fails in between, the hold is voided and costs nothing.
 */
import { randomInt } from 'node:crypto';
import { Failure } from '../../contract/errors.ts';
import { toPercentage, type UsageReport, type UsageSummary } from '../../contract/usage.ts';
import type { Database } from '../database/database.ts';
import { all, get, lockTeam, run, type Work } from '../database/statement.ts';
import type { Documents, NewDocument } from '../documents.ts';
import type { JobClaims } from '../jobs/job-claims.ts';
import type { RowClaim } from '../jobs/job-records.ts';
import type { NewNotice, Notices } from '../notices.ts';
import type { Teams } from '../teams.ts';
import type { WebhookDeliveries } from '../webhooks/deliveries.ts';
import type { WebhookEvent } from '../webhooks/delivery-rows.ts';
import {
  type Account,
  Accounts,
  admits,
  chargeAccount,
  correctAccount,
  countedDay,
  monthlyUse,
  monthOf,
  topUpAccount,
  withoutHolds,
} from './accounts.ts';
import { addEntry, type Entry, entriesOf } from './entries.ts';
import type { Idempotency, IdempotentResponse, KeyClaim } from './idempotency.ts';
import { leaseExpired } from './lease-expired.ts';
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
}

/** Numbers up to 2⁴⁸ are exact in both databases and in JavaScript. */
const maxClaim = 2 ** 48 - 1;

interface LedgerParts {
  readonly database: Database;
  readonly teams: Teams;
  readonly documents: Documents;
  readonly notices: Notices;
  readonly deliveries: WebhookDeliveries;
  readonly idempotency: Idempotency;
  readonly rows: JobClaims;
  readonly now: () => Date;
  /** Milliseconds after which a hold may be voided, in case its server died. */
  readonly leaseMs: number;
}

interface PendingHold {
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
  /** Holds that could not be voided because the disk was full. The next call to `hold` voids them first. */
  readonly #toVoid = new Map<SettledHold, WebhookEvent | undefined>();

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    this.#database = parts.database;
    this.#accounts = new Accounts(parts.teams);
  }

  /** Reserves `amount` PDFs, all or none. Throws `team_not_found`. */
  async hold(wanted: WantedHold): Promise<HoldResult> {
    if (!Number.isSafeInteger(wanted.amount) || wanted.amount < 1) {
      throw new Failure('internal', `Invalid amount of a hold: ${wanted.amount}.`);
    }
    await this.#voidLate();
    // Does not wait for the disk: the next start would void any hold that a power cut loses, and the charge, which does
    // wait, flushes everything before it.
    // Held twice, the first ends with its lease.
    const claim = randomInt(maxClaim);
    return await this.#database.writeForgettable(() => this.#hold(wanted, claim), { repeatable: true });
  }

  *#hold({ teamId, amount, at }: WantedHold, claim: number): Work<HoldResult> {
    yield* lockTeam(teamId);
    const account = yield* this.#accounts.get(teamId);
    const day = countedDay(account, at);
    const month = monthOf(day);
    const use = yield* monthlyUse(account, month);
    if (!admits(account, use, { amount, month })) {
      if (admits(account, withoutHolds(use), { amount, month })) return { kind: 'reserved' };
      return { kind: 'exhausted', usage: summaryOf(account, use.get(month)?.posted ?? 0) };
    }
    const id = yield* addEntry({ teamId, kind: 'hold', at, amount, day });
    yield* run(
      'INSERT INTO pending_holds (id, team_id, day, amount, claim, lease_until) VALUES (?, ?, ?, ?, ?, now_ms() + ?)',
      id,
      teamId,
      day,
      amount,
      claim,
      this.#parts.leaseMs,
    );
    return { kind: 'held', hold: { id, teamId, claim, month } };
  }

  /**
   * Charges a hold: first against the rest of the quota, then against credits. If an operator lowered either since the
   * hold, the PDF is still delivered and the difference is not owed. Throws `lease_expired` if the hold or the key was
   * given free meanwhile, or the row of a job taken over or cancelled, and `internal` if the hold was charged before; nothing has changed then.
   */
  async settle(hold: SettledHold, settlement: Settlement): Promise<UsageSummary> {
    let runs = 0;
    const work = () => {
      runs += 1;
      return this.#settle(hold, settlement, runs > 1);
    };
    return await this.#database.write(work, { repeatable: true });
  }

  /**
   * `isRepeated`: an earlier run may have been stored although its connection was lost. A hold belongs to one request, so
   * a charge that is found then is its own.
   */
  *#settle(
    settled: SettledHold,
    { at, document, event, idempotency, row }: Settlement,
    isRepeated: boolean,
  ): Work<UsageSummary> {
    yield* lockTeam(settled.teamId);
    const hold = yield* this.#take(settled);
    if (!hold) return yield* this.#settled(settled, isRepeated);
    const { usage, hasWebhooks } = yield* this.#charge(hold, at);
    if (document) yield* this.#parts.documents.add(document);
    if (event && hasWebhooks) yield* this.#parts.deliveries.enqueue(settled.teamId, event);
    if (idempotency) {
      yield* this.#parts.idempotency.store(idempotency.claim, idempotency.toResponse(usage));
    }
    if (row && document) yield* this.#parts.rows.finish(row, document, at);
    return usage;
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

  /** Returns the usage after the charge. */
  *#charge(
    { id, team_id: teamId, amount, day, claim }: PendingHold,
    at: Date,
  ): Work<{ readonly usage: UsageSummary; readonly hasWebhooks: boolean }> {
    const month = monthOf(day);
    let account = yield* this.#accounts.get(teamId);
    const used = ((yield* monthlyUse(account, month)).get(month)?.posted ?? 0) + amount;
    const { quota } = account;
    if (used > quota && account.welcomePack > 0) account = yield* addWelcomePack(account, at);
    const fromQuota = Math.min(amount, Math.max(0, quota - (used - amount)));
    const fromCredits = Math.min(amount - fromQuota, account.balance);
    const uncovered = amount - fromQuota - fromCredits;
    const split = { quota, fromQuota, fromCredits, uncovered };
    yield* addEntry({ teamId, kind: 'post', at, amount, day, settles: id, split, claim });
    yield* chargeAccount(teamId, day, amount, fromCredits);
    const charged = { ...account, balance: account.balance - fromCredits };
    yield* this.#queueNotices(charged, { used, month, fromCredits, at });
    return { usage: summaryOf(charged, used), hasWebhooks: account.hasWebhooks };
  }

  *#queueNotices(
    account: Account,
    { used, month, fromCredits, at }: { used: number; month: string; fromCredits: number; at: Date },
  ): Work<void> {
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

/** Returns the account with the pack. */
function* addWelcomePack(account: Account, at: Date): Work<Account> {
  const { id: teamId, welcomePack: amount } = account;
  const entry = yield* addEntry({ teamId, kind: 'welcome_pack', at, amount });
  yield* topUpAccount(teamId, amount, entry);
  const balance = account.balance + amount;
  return { ...account, balance, base: balance, topUp: entry, welcomePack: 0 };
}

/** `current`: PDFs charged in the month. */
function summaryOf({ quota, balance }: Account, current: number): UsageSummary {
  return { current, limit: quota, percentage: toPercentage(current, quota), pack_credits: balance };
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
