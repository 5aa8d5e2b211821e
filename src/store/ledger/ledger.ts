/**
 * Charges for PDFs. Credits are held when a request is accepted and charged once its PDF is safely stored. If anything
 * fails in between, the hold is voided and costs nothing.
 */
import { Failure } from '../../contract/errors.ts';
import { toPercentage, type UsageReport, type UsageSummary } from '../../contract/usage.ts';
import type { DatabaseConnection } from '../database/connection.ts';
import type { Documents, NewDocument } from '../documents.ts';
import type { Notices } from '../notices.ts';
import type { Teams } from '../teams.ts';
import { type Account, Accounts } from './accounts.ts';
import { Entries, type Entry } from './entries.ts';
import type { Idempotency, IdempotentResponse } from './idempotency.ts';
import { reportUsage } from './usage-report.ts';
import { verifyLedger } from './verify-ledger.ts';

export type HoldResult =
  | { readonly kind: 'held'; readonly hold: Hold }
  | { readonly kind: 'exhausted'; readonly usage: UsageSummary };

interface Hold {
  readonly id: number;
  /** 'YYYY-MM': the month that is charged, regardless of when the PDF is finished. */
  readonly month: string;
}

export interface Settlement {
  readonly at: Date;
  /** Its file must already be written. */
  readonly document?: NewDocument | undefined;
  readonly idempotency?:
    | {
        readonly key: string;
        /** Called within the transaction, because the response includes the usage after this charge. */
        readonly toResponse: (usage: UsageSummary) => IdempotentResponse;
      }
    | undefined;
}

interface LedgerParts {
  readonly connection: DatabaseConnection;
  readonly teams: Teams;
  readonly documents: Documents;
  readonly notices: Notices;
  readonly idempotency: Idempotency;
  readonly now: () => Date;
}

interface PendingHold {
  readonly id: number;
  readonly team_id: number;
  readonly day: string;
  readonly amount: number;
}

export class Ledger {
  readonly #parts: LedgerParts;
  readonly #connection: DatabaseConnection;
  readonly #accounts: Accounts;
  readonly #entries: Entries;
  /** Holds that could not be voided because the disk was full. The next call to `hold` voids them first. */
  readonly #toVoid = new Set<number>();

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    this.#connection = parts.connection;
    this.#accounts = new Accounts(parts.connection, parts.teams);
    this.#entries = new Entries(parts.connection);
  }

  /** Reserves `amount` PDFs, all or none. Throws `team_not_found`. */
  hold({ teamId, amount, at }: { teamId: number; amount: number; at: Date }): HoldResult {
    if (!Number.isSafeInteger(amount) || amount < 1) {
      throw new Failure('internal', `Invalid amount of a hold: ${amount}.`);
    }
    const late = [...this.#toVoid];
    // Does not wait for the disk: the next start would void any hold that a power cut loses, and the charge, which does
    // wait, flushes everything before it.
    const result = this.#connection.writeForgettable((): HoldResult => {
      for (const id of late) this.#void(id, at);
      const account = this.#accounts.get(teamId);
      const day = this.#accounts.day(teamId, at);
      if (!this.#accounts.admits(account, amount, day)) {
        return { kind: 'exhausted', usage: this.#summary(account, monthOf(day)) };
      }
      const id = this.#entries.add({ teamId, kind: 'hold', at, amount, day });
      this.#connection.run('INSERT INTO pending_holds VALUES (?, ?, ?, ?)', id, teamId, day, amount);
      return { kind: 'held', hold: { id, month: monthOf(day) } };
    });
    for (const id of late) this.#toVoid.delete(id);
    return result;
  }

  /**
   * Charges a hold: first against the rest of the quota, then against credits. If an operator lowered either since the
   * hold, the PDF is still delivered and the difference is not owed. Throws `internal` if the hold is already settled
   * or the key is not running; nothing has changed then.
   */
  settle(holdId: number, { at, document, idempotency }: Settlement): UsageSummary {
    return this.#connection.write(() => {
      const hold = this.#take(holdId);
      if (!hold) throw new Failure('internal', `Hold ${holdId} is not pending.`);
      const { team_id: teamId } = hold;
      this.#charge(hold, at);
      if (document) this.#parts.documents.add(document);
      const usage = this.#summary(this.#accounts.get(teamId), monthOf(hold.day));
      if (idempotency) this.#parts.idempotency.finish(teamId, idempotency.key, idempotency.toResponse(usage));
      return usage;
    });
  }

  /**
   * Releases a hold. Returns false, without a change, if it was already settled. If the database cannot be written to,
   * for example because the disk is full, the hold is released together with the next call to `hold`.
   */
  void(holdId: number): boolean {
    try {
      return this.#connection.writeForgettable(() => this.#void(holdId, this.#parts.now()));
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'database_failed') throw error;
      this.#toVoid.add(holdId);
      return true;
    }
  }

  /**
   * For the start of the server: voids the holds of requests that were running when it ended, and releases their keys.
   * Returns the number of voided holds.
   */
  voidPending(): number {
    return this.#connection.write(() => {
      const pending = this.#connection.all<{ id: number }>('SELECT id FROM pending_holds ORDER BY id');
      for (const { id } of pending) this.#void(id, this.#parts.now());
      this.#parts.idempotency.releaseAll();
      return pending.length;
    });
  }

  /** Throws `team_not_found`. */
  usage(teamId: number, at: Date): UsageReport {
    return this.#connection.read(() =>
      reportUsage(
        this.#connection,
        this.#accounts,
        this.#accounts.get(teamId),
        this.#accounts.day(teamId, at),
      ),
    );
  }

  /** Throws `team_not_found`. */
  summary(teamId: number, at: Date): UsageSummary {
    return this.#connection.read(() =>
      this.#summary(this.#accounts.get(teamId), monthOf(this.#accounts.day(teamId, at))),
    );
  }

  /**
   * Adds credits as a top-up or, if the number is negative, removes them as a correction, which cannot exceed the
   * balance. Returns the new balance. Throws `team_not_found` and `invalid_option`.
   */
  addCredits(teamId: number, credits: number, note?: string): number {
    return this.#connection.write(() => {
      const { balance } = this.#accounts.get(teamId);
      checkCredits(credits, balance);
      const kind = credits > 0 ? 'top_up' : 'correction';
      const id = this.#entries.add({
        teamId,
        kind,
        at: this.#parts.now(),
        amount: Math.abs(credits),
        note,
      });
      if (credits > 0) this.#accounts.topUp(teamId, credits, id);
      else this.#accounts.correct(teamId, -credits);
      return balance + credits;
    });
  }

  /** Returns the whole history of a team, oldest first. */
  entries(teamId: number): Entry[] {
    return this.#entries.of(teamId);
  }

  /** Describes every balance that disagrees with the entries. Returns an empty list if there is none. */
  verify(): string[] {
    return this.#connection.read(() => verifyLedger(this.#connection));
  }

  #void(holdId: number, at: Date): boolean {
    const hold = this.#take(holdId);
    if (!hold) return false;
    const { team_id: teamId, amount, day } = hold;
    this.#entries.add({ teamId, kind: 'void', at, amount, day, settles: holdId });
    return true;
  }

  /** Removes a hold from the pending ones. The caller that gets it must settle it. */
  #take(holdId: number): PendingHold | undefined {
    const hold = this.#connection.get<PendingHold>('SELECT * FROM pending_holds WHERE id = ?', holdId);
    if (hold) this.#connection.run('DELETE FROM pending_holds WHERE id = ?', holdId);
    return hold;
  }

  #charge({ id, team_id: teamId, amount, day }: PendingHold, at: Date): void {
    const month = monthOf(day);
    const used = this.#accounts.posted(teamId, month) + amount;
    let account = this.#accounts.get(teamId);
    const { quota } = account;
    if (used > quota && account.welcomePack > 0) {
      const pack = { teamId, kind: 'welcome_pack', at, amount: account.welcomePack } as const;
      this.#accounts.topUp(teamId, pack.amount, this.#entries.add(pack));
      account = this.#accounts.get(teamId);
    }
    const fromQuota = Math.min(amount, Math.max(0, quota - (used - amount)));
    const fromCredits = Math.min(amount - fromQuota, account.balance);
    const uncovered = amount - fromQuota - fromCredits;
    const split = { quota, fromQuota, fromCredits, uncovered };
    this.#entries.add({ teamId, kind: 'post', at, amount, day, settles: id, split });
    this.#accounts.charge(teamId, day, amount, fromCredits);

    this.#parts.notices.queueReached({ teamId, kind: 'quota', used, limit: quota, month, period: month, at });
    if (fromCredits === 0) return;
    const spent = account.base - account.balance + fromCredits;
    const period = `top-up ${account.topUp}`;
    this.#parts.notices.queueReached({
      teamId,
      kind: 'credits',
      used: spent,
      limit: account.base,
      month,
      period,
      at,
    });
  }

  #summary({ id, quota, balance }: Account, month: string): UsageSummary {
    const current = this.#accounts.posted(id, month);
    return { current, limit: quota, percentage: toPercentage(current, quota), pack_credits: balance };
  }
}

const monthOf = (day: string) => day.slice(0, 7);

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
