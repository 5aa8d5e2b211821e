/** Audits the ledger: recomputes every balance from the append-only entries and reports any differences. */
import { all, type Work } from '../database/statement.ts';

/** Runs within a read transaction. Returns an empty list if nothing differs. */
export function* verifyLedger(): Work<string[]> {
  const violations: string[] = [];
  for (const { violation, sql } of checks) {
    const rows = yield* all<Record<string, unknown>>(sql);
    violations.push(...rows.map((row) => `${violation}: ${JSON.stringify(row)}`));
  }
  return violations;
}

/** SQL for the change that an entry makes to the team's credits. */
const creditsOf = `CASE
  WHEN kind IN ('top_up', 'welcome_pack') THEN amount
  WHEN kind = 'correction' THEN -amount
  WHEN kind = 'post' THEN -from_credits
  ELSE 0 END`;

const balanceOver = (team: string) =>
  `(SELECT coalesce(sum(${creditsOf}), 0) FROM entries WHERE team_id = ${team})`;

/** Each query selects rows that violate an invariant. */
const checks: readonly { readonly violation: string; readonly sql: string }[] = [
  {
    violation: 'A post or void does not match its hold',
    sql: `SELECT s.id, s.settles FROM entries s JOIN entries h ON h.id = s.settles
          WHERE h.kind <> 'hold' OR h.team_id <> s.team_id OR h.day <> s.day OR h.amount <> s.amount OR h.id >= s.id`,
  },
  {
    violation: 'A hold is settled more than once',
    sql: `SELECT settles, count(*) AS times FROM entries
          WHERE settles IS NOT NULL GROUP BY settles HAVING count(*) > 1`,
  },
  {
    violation: 'The pending holds are not the holds without a post or void',
    sql: `SELECT * FROM (
            SELECT id, team_id, day, amount FROM entries h
            WHERE kind = 'hold' AND NOT EXISTS (SELECT 1 FROM entries s WHERE s.settles = h.id)
            EXCEPT SELECT id, team_id, day, amount FROM pending_holds) AS settled
          UNION ALL SELECT * FROM (
            SELECT id, team_id, day, amount FROM pending_holds
            EXCEPT SELECT id, team_id, day, amount FROM entries h
            WHERE kind = 'hold' AND NOT EXISTS (SELECT 1 FROM entries s WHERE s.settles = h.id)) AS unknown`,
  },
  {
    violation: 'The count of a day is not the sum of its posts',
    sql: `SELECT coalesce(e.team_id, d.team_id) AS team, coalesce(e.day, d.day) AS day, d.posted, e.posted AS recomputed
          FROM (
            SELECT team_id, day, sum(amount) AS posted FROM (
              SELECT team_id, day, amount FROM entries WHERE kind = 'post'
              UNION ALL SELECT team_id, from_day, -pdfs FROM usage_moves
              UNION ALL SELECT team_id, to_day, pdfs FROM usage_moves) AS counted
            GROUP BY team_id, day HAVING sum(amount) <> 0) e
          FULL JOIN usage_days d ON d.team_id = e.team_id AND d.day = e.day
          WHERE e.posted IS DISTINCT FROM d.posted`,
  },
  {
    violation: 'A balance is not the sum of its entries',
    sql: `SELECT teams.id AS team, credits.balance, ${balanceOver('teams.id')} AS recomputed
          FROM teams LEFT JOIN credits ON credits.team_id = teams.id
          WHERE credits.balance IS DISTINCT FROM ${balanceOver('teams.id')}`,
  },
  {
    violation: 'A balance was below zero',
    sql: `SELECT id, team_id FROM (
            SELECT id, team_id, sum(${creditsOf}) OVER (PARTITION BY team_id ORDER BY id) AS balance FROM entries) AS balances
          WHERE balance < 0`,
  },
  {
    violation: 'The credits after the last top-up differ from those that the entries give',
    sql: `SELECT credits.team_id AS team, credits.top_up, credits.base FROM credits
          WHERE credits.top_up IS DISTINCT FROM (
              SELECT max(id) FROM entries WHERE team_id = credits.team_id AND kind IN ('top_up', 'welcome_pack'))
            OR credits.base <> (
              SELECT coalesce(sum(${creditsOf}), 0) FROM entries
              WHERE team_id = credits.team_id AND (id <= credits.top_up OR kind = 'correction'))`,
  },
  {
    violation: 'A post is not split as the quota and credits of its moment require',
    // PDFs that were moved count for the posts after that.
    sql: `SELECT id, quota, from_quota, amount FROM (
            SELECT *, sum(amount) OVER (PARTITION BY team_id, month ORDER BY entry, is_post DESC) - amount AS before FROM (
              SELECT id, team_id, substr(day, 1, 7) AS month, amount, quota, from_quota, id AS entry, 1 AS is_post
              FROM entries WHERE kind = 'post'
              UNION ALL SELECT id, team_id, substr(from_day, 1, 7), -pdfs, 0, 0, after_entry, 0 FROM usage_moves
              UNION ALL SELECT id, team_id, substr(to_day, 1, 7), pdfs, 0, 0, after_entry, 0 FROM usage_moves) AS changes
          ) AS posts
          WHERE is_post = 1 AND from_quota <> CASE
            WHEN quota <= before THEN 0 WHEN quota - before < amount THEN quota - before ELSE amount END`,
  },
  {
    violation: 'A team has more than one welcome pack',
    sql: `SELECT team_id, count(*) AS times FROM entries
          WHERE kind = 'welcome_pack' GROUP BY team_id HAVING count(*) > 1`,
  },
];
