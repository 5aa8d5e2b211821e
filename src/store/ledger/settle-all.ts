/** Charges one or more holds of a team, within one transaction. */
import { noticeThresholds } from '#contract/plans';
import type { UsageSummary } from '#contract/usage';
import { all, lockTeam, type Work } from '../database/statement.ts';
import type { Documents } from '../documents.ts';
import type { JobClaims } from '../jobs/job-claims.ts';
import type { WebhookDeliveries } from '../webhooks/deliveries.ts';
import {
  type Account,
  type Accounts,
  addUsage,
  monthlyUse,
  monthOf,
  summaryOf,
  takeCredits,
  topUpAccount,
} from './accounts.ts';
import { addEntries, addEntry, type NewEntry, type Split } from './entries.ts';
import type { Idempotency } from './idempotency.ts';
import { leaseExpired } from './lease-expired.ts';
import type { PendingHold, SettledHold, Settlement } from './ledger.ts';

export interface AskedSettlement {
  readonly hold: SettledHold;
  readonly settlement: Settlement;
}

export interface Charge {
  /** The team's account after the charge. */
  readonly account: Account;
  /** PDFs of the month, including this charge. */
  readonly used: number;
  readonly month: string;
  readonly fromCredits: number;
  readonly at: Date;
}

interface SettleParts {
  readonly accounts: Accounts;
  readonly documents: Documents;
  readonly idempotency: Idempotency;
  readonly rows: JobClaims;
  readonly deliveries: WebhookDeliveries;
  readonly queueNotices: (charge: Charge) => Work<void>;
}

/**
 * Charges in the order of `asked`: first the rest of the quota, then credits. Returns the usage after each charge. Throws
 * `lease_expired` if one of the holds is not pending, or its key or row belongs to another request by now; the
 * transaction must then be rolled back. `ifSettled` tells instead what became of a single hold that is not pending.
 */
export function* settleAll(
  parts: SettleParts,
  teamId: number,
  asked: readonly AskedSettlement[],
  ifSettled?: () => Work<UsageSummary>,
): Work<UsageSummary[]> {
  yield* lockTeam(teamId);
  const holds = yield* takeHolds(asked);
  if (!holds) {
    if (!ifSettled) throw leaseExpired();
    return [yield* ifSettled()];
  }
  const charges = yield* chargeAll(parts.accounts, teamId, holds, asked);
  // Thresholds that the charge before has reached too are queued already.
  let last = '';
  for (const charge of charges) {
    const mark = thresholdsOf(charge);
    if (mark !== last) yield* parts.queueNotices(charge);
    last = mark;
  }
  yield* parts.documents.addAll(asked.flatMap(({ settlement }) => settlement.document ?? []));
  const usages = charges.map(({ account, used }) => summaryOf(account, used));
  yield* parts.idempotency.storeAll(
    asked.flatMap(({ settlement: { idempotency } }, index) =>
      idempotency
        ? { claim: idempotency.claim, response: idempotency.toResponse(usages[index] as UsageSummary) }
        : [],
    ),
  );
  for (const [index, { settlement }] of asked.entries()) {
    const { document, event, row, at, warnings } = settlement;
    if (event && charges[index]?.account.hasWebhooks) yield* parts.deliveries.enqueue(teamId, event);
    if (row && document) yield* parts.rows.finish(row, document, { at, warnings });
  }
  return usages;
}

/** Removes the holds from the pending ones, in the order of `asked`. Returns undefined if one of them is not pending. */
function* takeHolds(asked: readonly AskedSettlement[]): Work<PendingHold[] | undefined> {
  const rows = yield* all<PendingHold>(
    `DELETE FROM pending_holds WHERE ${asked.map(() => '(id = ? AND claim = ?)').join(' OR ')} RETURNING *`,
    ...asked.flatMap(({ hold }) => [hold.id, hold.claim]),
  );
  if (rows.length < asked.length) return undefined;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return asked.map(({ hold }) => byId.get(hold.id) as PendingHold);
}

/** Adds the entries of the charges, and takes them from the quota and the credits. */
function* chargeAll(
  accounts: Accounts,
  teamId: number,
  holds: readonly PendingHold[],
  asked: readonly AskedSettlement[],
): Work<Charge[]> {
  let account = yield* accounts.get(teamId);
  const [firstDay = ''] = holds.map(({ day }) => day).sort();
  const use = yield* monthlyUse(account, monthOf(firstDay));
  const posted = new Map([...use].map(([month, { posted: pdfs }]) => [month, pdfs]));
  const charges: Charge[] = [];
  let posts: NewEntry[] = [];
  for (const [index, { id, day, amount, claim }] of holds.entries()) {
    const at = asked[index]?.settlement.at ?? new Date(0);
    const month = monthOf(day);
    const used = (posted.get(month) ?? 0) + amount;
    posted.set(month, used);
    if (used > account.quota && account.welcomePack > 0) {
      // Its entry comes after those of the charges before it.
      yield* addPosts(teamId, posts);
      posts = [];
      account = yield* addWelcomePack(account, at);
    }
    const split = splitOf(account, used, amount);
    posts.push({ teamId, kind: 'post', at, amount, day, settles: id, split, claim });
    account = { ...account, balance: account.balance - split.fromCredits };
    charges.push({ account, used, month, fromCredits: split.fromCredits, at });
  }
  yield* addPosts(teamId, posts);
  return charges;
}

/** `used`: PDFs of the month, including `amount`. */
function splitOf({ quota, balance }: Account, used: number, amount: number): Split {
  const fromQuota = Math.min(amount, Math.max(0, quota - (used - amount)));
  const fromCredits = Math.min(amount - fromQuota, balance);
  return { quota, fromQuota, fromCredits, uncovered: amount - fromQuota - fromCredits };
}

function* addPosts(teamId: number, posts: readonly NewEntry[]): Work<void> {
  if (posts.length === 0) return;
  yield* addEntries(posts);
  const byDay = Map.groupBy(posts, ({ day }) => day ?? '');
  for (const [day, ofDay] of byDay) yield* addUsage(teamId, day, sum(ofDay.map(({ amount }) => amount)));
  const credits = sum(posts.map(({ split }) => split?.fromCredits ?? 0));
  if (credits > 0) yield* takeCredits(teamId, credits);
}

/** Returns the account with the pack. */
function* addWelcomePack(account: Account, at: Date): Work<Account> {
  const { id: teamId, welcomePack: amount } = account;
  const entry = yield* addEntry({ teamId, kind: 'welcome_pack', at, amount });
  yield* topUpAccount(teamId, amount, entry);
  const balance = account.balance + amount;
  return { ...account, balance, base: balance, topUp: entry, welcomePack: 0 };
}

/** Equal for two charges of a team that reach the same thresholds in the same period. */
function thresholdsOf({ account, used, month, fromCredits }: Charge): string {
  const { quota, base, balance, topUp } = account;
  const ofQuota = noticeThresholds.quota.filter((threshold) => used * 100 >= threshold * quota);
  const ofCredits =
    fromCredits === 0
      ? []
      : noticeThresholds.credits.filter((threshold) => (base - balance) * 100 >= threshold * base);
  return `${month} ${topUp} ${ofQuota} ${ofCredits}`;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
