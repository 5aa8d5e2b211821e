/**
 * The usage and the remaining credits of a team, for the decisions of the ledger. Everything here runs within the
 * ledger's transactions.
 */
import { Failure } from '#contract/errors';
import { plans, type WelcomePackRule, welcomePackCredits } from '#contract/plans';
import { toPercentage, type UsageSummary } from '#contract/usage';
import { all, get, run, type Work } from '../database/statement.ts';
import type { Team, TeamRow, Teams } from '../teams.ts';

export interface Account extends Team {
  /** Prepaid credits. */
  readonly balance: number;
  /** The balance right after the last top-up, less later corrections. */
  readonly base: number;
  /** The id of that top-up's entry; null before the first one. */
  readonly topUp: number | null;
  /**
   * The credits that the team's first charge above its quota adds. 0 if it already got them, its plan has none, or the
   * quota is a limit that the operator set.
   */
  readonly welcomePack: number;
  /** The latest day on which a PDF was charged or is held, 'YYYY-MM-DD' in UTC; '' before the first one. */
  readonly latestDay: string;
  /** The first day on which a PDF is held; undefined if none is. */
  readonly firstHeldDay: string | undefined;
  /** Whether the team has any webhook to which events are sent. */
  readonly hasWebhooks: boolean;
}

interface AccountRow extends TeamRow {
  readonly balance: number;
  readonly base: number;
  readonly top_up: number | null;
  readonly welcomed: number;
  readonly posted_day: string | null;
  readonly held_day: string | null;
  readonly first_held_day: string | null;
  readonly webhooks: number;
}

/** PDFs of a month. */
interface MonthlyUse {
  /** Charged, paid from the quota or from credits. */
  readonly posted: number;
  readonly held: number;
}

export class Accounts {
  readonly #teams: Teams;
  readonly #welcomePack: WelcomePackRule;

  constructor(teams: Teams, welcomePack: WelcomePackRule) {
    this.#teams = teams;
    this.#welcomePack = welcomePack;
  }

  /** Throws `team_not_found`. */
  *get(teamId: number): Work<Account> {
    // Compared with a bare parameter, SQLite would compile this statement again at each use, in 30 µs instead of 2:
    // built with SQLITE_ENABLE_STAT4, it plans joins and minima by the values of parameters.
    const row = yield* get<AccountRow>(
      `SELECT teams.*, credits.balance, credits.base, credits.top_up,
         (SELECT count(*) FROM entries WHERE team_id = teams.id AND kind = 'welcome_pack') AS welcomed,
         (SELECT max(day) FROM usage_days WHERE team_id = teams.id) AS posted_day,
         (SELECT max(day) FROM pending_holds WHERE team_id = teams.id) AS held_day,
         (SELECT min(day) FROM pending_holds WHERE team_id = teams.id) AS first_held_day,
         (SELECT count(*) FROM webhooks WHERE team_id = teams.id AND disabled_at IS NULL) AS webhooks
       FROM teams JOIN credits ON credits.team_id = teams.id WHERE teams.id = CAST(? AS BIGINT)`,
      teamId,
    );
    if (!row) throw new Failure('team_not_found', `There is no team with the id ${teamId}.`);
    const team = this.#teams.ofRow(row);
    return {
      ...team,
      balance: row.balance,
      base: row.base,
      topUp: row.top_up,
      welcomePack: row.welcomed === 0 && this.#getsPack(team) ? welcomePackCredits : 0,
      latestDay: laterDay(row.posted_day ?? '', row.held_day ?? ''),
      firstHeldDay: row.first_held_day ?? undefined,
      hasWebhooks: row.webhooks > 0,
    };
  }

  #getsPack({ plan, quotaFrom }: Team): boolean {
    if (!plans[plan].isPaying || this.#welcomePack === 'never') return false;
    return quotaFrom === 'plan' || this.#welcomePack === 'always';
  }
}

/**
 * Returns the day on which a request is counted, 'YYYY-MM-DD' in UTC. It never goes backwards: if the clock is set back,
 * the latest day that the team has used applies. Otherwise a team could use the quota of a month twice.
 */
export const countedDay = ({ latestDay }: Account, at: Date): string =>
  laterDay(at.toISOString().slice(0, 10), latestDay);

export const monthOf = (day: string): string => day.slice(0, 7);

export const laterDay = (a: string, b: string): string => (a > b ? a : b);

/** Returns the use of each month, 'YYYY-MM', that has any: the given month, those after it, and those of the holds. */
export function* monthlyUse(
  { id, firstHeldDay }: Account,
  month: string,
): Work<ReadonlyMap<string, MonthlyUse>> {
  const first = firstHeldDay !== undefined && firstHeldDay < month ? monthOf(firstHeldDay) : month;
  const rows = yield* all<MonthlyUse & { readonly month: string }>(
    `SELECT month, sum(posted) AS posted, sum(held) AS held FROM (
       SELECT substr(day, 1, 7) AS month, posted, 0 AS held FROM usage_days WHERE team_id = ? AND day >= ?
       UNION ALL SELECT substr(day, 1, 7), 0, amount FROM pending_holds WHERE team_id = ?) AS days
     GROUP BY month`,
    id,
    `${first}-01`,
    id,
  );
  return new Map(rows.map(({ month, posted, held }) => [month, { posted, held }]));
}

/**
 * Returns whether `amount` more PDFs can be paid for in a month even if every pending hold is settled. Credits,
 * including a welcome pack still to come, must cover the part of each month's holds that exceeds that month's quota.
 */
export function admits(
  account: Account,
  use: ReadonlyMap<string, MonthlyUse>,
  { amount, month }: { readonly amount: number; readonly month: string },
): boolean {
  const months = new Set([...use.keys(), month]);
  let needed = 0;
  for (const each of months) {
    const { posted, held } = use.get(each) ?? { posted: 0, held: 0 };
    const pdfs = held + (each === month ? amount : 0);
    needed += Math.max(0, pdfs - Math.max(0, account.quota - posted));
  }
  return needed <= account.balance + account.welcomePack;
}

/** The use of each month if every pending hold were released. */
export const withoutHolds = (use: ReadonlyMap<string, MonthlyUse>): ReadonlyMap<string, MonthlyUse> =>
  new Map([...use].map(([month, { posted }]) => [month, { posted, held: 0 }]));

/** The use of each month with one more hold. */
export function withHold(
  use: ReadonlyMap<string, MonthlyUse>,
  { amount, month }: { readonly amount: number; readonly month: string },
): ReadonlyMap<string, MonthlyUse> {
  const { posted, held } = use.get(month) ?? { posted: 0, held: 0 };
  return new Map([...use, [month, { posted, held: held + amount }]]);
}

/** `current`: PDFs charged in the month. */
export function summaryOf({ quota, balance }: Account, current: number): UsageSummary {
  return { current, limit: quota, percentage: toPercentage(current, quota), pack_credits: balance };
}

/** Counts the PDFs of a charge. */
export function* addUsage(teamId: number, day: string, pdfs: number): Work<void> {
  yield* run(
    `INSERT INTO usage_days (team_id, day, posted) VALUES (?, ?, ?)
     ON CONFLICT (team_id, day) DO UPDATE SET posted = usage_days.posted + excluded.posted`,
    teamId,
    day,
    pdfs,
  );
}

/** Takes the part of a charge that the quota does not cover. */
export function* takeCredits(teamId: number, credits: number): Work<void> {
  yield* run('UPDATE credits SET balance = balance - ? WHERE team_id = ?', credits, teamId);
}

/** `entry` is the id of the top-up's entry. */
export function* topUpAccount(teamId: number, credits: number, entry: number): Work<void> {
  yield* run(
    'UPDATE credits SET base = balance + ?, balance = balance + ?, top_up = ? WHERE team_id = ?',
    credits,
    credits,
    entry,
    teamId,
  );
}

/** Removes credits. It also lowers `base`: removed credits were not used, so they must not bring a notice closer. */
export function* correctAccount(teamId: number, credits: number): Work<void> {
  yield* run(
    'UPDATE credits SET base = base - ?, balance = balance - ? WHERE team_id = ?',
    credits,
    credits,
    teamId,
  );
}
