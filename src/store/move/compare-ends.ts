/** Compares both ends of a move before anything is committed. */
import { Failure } from '#contract/errors';
import { all } from '../database/statement.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';
import type { TableDigest } from './copy-table.ts';
import type { SourceTransaction } from './move-end.ts';

/** Throws `move_failed` if a row was lost, added or changed. */
export function assertEqualTables(name: string, source: TableDigest, target: TableDigest): void {
  if (source.rows !== target.rows) {
    throw new Failure(
      'move_failed',
      `The copy of ${name} has ${target.rows} rows, the original has ${source.rows}.`,
    );
  }
  if (source.sha256 !== target.sha256) {
    throw new Failure('move_failed', `The copy of ${name} is not equal to the original.`);
  }
}

/**
 * Audits the ledger on both ends and compares the sums of every team, as each engine calculates them. Throws
 * `move_failed`.
 */
export async function assertEqualLedgers(
  source: SourceTransaction,
  target: SourceTransaction,
): Promise<void> {
  for (const [end, { drive }] of [['original', source] as const, ['copy', target] as const]) {
    const [violation] = await drive(verifyLedger);
    if (violation !== undefined) {
      throw new Failure('move_failed', `The ledger of the ${end} contradicts itself: ${violation}.`);
    }
  }
  const [before, after] = [await source.drive(teamSums), await target.drive(teamSums)];
  const index = before.findIndex((sums, at) => JSON.stringify(sums) !== JSON.stringify(after[at]));
  if (index < 0 && before.length === after.length) return;
  throw new Failure(
    'move_failed',
    `Credits and posts of a team differ: ${JSON.stringify(before[index])} in the original, ${JSON.stringify(after[index])} in the copy.`,
  );
}

interface TeamSums {
  readonly id: number;
  readonly balance: number | null;
  readonly posted: number;
  readonly added: number;
}

const teamSums = () =>
  all<TeamSums>(
    `SELECT teams.id, credits.balance,
       coalesce(sum(CASE WHEN kind = 'post' THEN amount ELSE 0 END), 0) AS posted,
       coalesce(sum(CASE WHEN kind IN ('top_up', 'welcome_pack') THEN amount WHEN kind = 'correction' THEN -amount ELSE 0 END), 0) AS added
     FROM teams LEFT JOIN credits ON credits.team_id = teams.id LEFT JOIN entries ON entries.team_id = teams.id
     GROUP BY teams.id, credits.balance ORDER BY teams.id`,
  );
