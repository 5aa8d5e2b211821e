/** Reserves PDFs for one or more requests of a team, within one transaction. */
import { lockTeam, run, type Work } from '../database/statement.ts';
import {
  type Accounts,
  admits,
  countedDay,
  monthlyUse,
  monthOf,
  summaryOf,
  withHold,
  withoutHolds,
} from './accounts.ts';
import { addEntries } from './entries.ts';
import type { Hold, HoldResult } from './ledger.ts';

export interface AskedHold {
  /** In PDFs. */
  readonly amount: number;
  readonly at: Date;
  /** See `Hold`. */
  readonly claim: number;
}

interface HoldParts {
  readonly accounts: Accounts;
  /** Milliseconds after which a hold may be voided, in case its server died. */
  readonly leaseMs: number;
}

/** Decides in the order of `asked`, each request as a whole, and returns the results in that order. */
export function* holdAll(
  { accounts, leaseMs }: HoldParts,
  teamId: number,
  asked: readonly AskedHold[],
): Work<HoldResult[]> {
  yield* lockTeam(teamId);
  let account = yield* accounts.get(teamId);
  const [firstDay = ''] = asked.map(({ at }) => countedDay(account, at)).sort();
  let use = yield* monthlyUse(account, monthOf(firstDay));
  const held: (AskedHold & { readonly day: string })[] = [];
  const results = asked.map((each): Exclude<HoldResult, { kind: 'held' }> | Omit<Hold, 'id'> => {
    const day = countedDay(account, each.at);
    const wanted = { amount: each.amount, month: monthOf(day) };
    if (admits(account, use, wanted)) {
      held.push({ ...each, day });
      use = withHold(use, wanted);
      account = { ...account, latestDay: day };
      return { teamId, claim: each.claim, month: wanted.month };
    }
    if (admits(account, withoutHolds(use), wanted)) return { kind: 'reserved' };
    return { kind: 'exhausted', usage: summaryOf(account, use.get(wanted.month)?.posted ?? 0) };
  });
  const ids = yield* addHolds(teamId, held, leaseMs);
  return results.map((result) =>
    'kind' in result ? result : { kind: 'held', hold: { id: ids.get(result.claim) ?? 0, ...result } },
  );
}

/** Returns the id of each hold by its claim. */
function* addHolds(
  teamId: number,
  held: readonly (AskedHold & { readonly day: string })[],
  leaseMs: number,
): Work<ReadonlyMap<number, number>> {
  if (held.length === 0) return new Map();
  const ids = yield* addEntries(held.map((each) => ({ teamId, kind: 'hold', ...each })));
  yield* run(
    `INSERT INTO pending_holds (id, team_id, day, amount, claim, lease_until)
     VALUES ${held.map(() => '(?, ?, ?, ?, ?, now_ms() + ?)').join(', ')}`,
    ...held.flatMap(({ claim, day, amount }) => [ids.get(claim) ?? 0, teamId, day, amount, claim, leaseMs]),
  );
  return ids;
}
