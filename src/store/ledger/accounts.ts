/**
 * The usage and the remaining credits of a team, for the decisions of the ledger. Call it within the ledger's
 * transactions.
 */
import { plans, welcomePackCredits } from '../../contract/plans.ts';
import type { DatabaseConnection } from '../database/connection.ts';
import type { Team, Teams } from '../teams.ts';

export interface Account extends Team {
  /** Prepaid credits. */
  readonly balance: number;
  /** The balance right after the last top-up, less later corrections. */
  readonly base: number;
  /** The id of that top-up's entry; null before the first one. */
  readonly topUp: number | null;
  /** The credits that the team's first charge above its quota adds. 0 if it already got them or its plan has none. */
  readonly welcomePack: number;
}

interface CreditsRow {
  readonly balance: number;
  readonly base: number;
  readonly top_up: number | null;
  readonly welcomed: number;
}

export class Accounts {
  readonly #connection: DatabaseConnection;
  readonly #teams: Teams;

  constructor(connection: DatabaseConnection, teams: Teams) {
    this.#connection = connection;
    this.#teams = teams;
  }

  /** Throws `team_not_found`. */
  get(teamId: number): Account {
    const team = this.#teams.get(teamId);
    const row = this.#connection.get<CreditsRow>(
      `SELECT balance, base, top_up,
         EXISTS (SELECT 1 FROM entries WHERE team_id = credits.team_id AND kind = 'welcome_pack') AS welcomed
       FROM credits WHERE team_id = ?`,
      teamId,
    );
    const getsPack = plans[team.plan].isPaying && row?.welcomed === 0;
    return {
      ...team,
      balance: row?.balance ?? 0,
      base: row?.base ?? 0,
      topUp: row?.top_up ?? null,
      welcomePack: getsPack ? welcomePackCredits : 0,
    };
  }

  /**
   * Returns the day on which a request is counted, 'YYYY-MM-DD' in UTC. It never goes backwards: if the clock is set
   * back, the latest day that the team has used applies. Otherwise a team could use the quota of a month twice.
   */
  day(teamId: number, at: Date): string {
    const day = at.toISOString().slice(0, 10);
    const latest = this.#connection.get<{ day: string | null }>(
      `SELECT max(
         coalesce((SELECT max(day) FROM usage_days WHERE team_id = ?), ''),
         coalesce((SELECT max(day) FROM pending_holds WHERE team_id = ?), '')) AS day`,
      teamId,
      teamId,
    )?.day;
    return latest && latest > day ? latest : day;
  }

  /** Returns the number of PDFs charged in a month, paid from the quota or from credits. */
  posted(teamId: number, month: string): number {
    const row = this.#connection.get<{ posted: number }>(
      `SELECT coalesce(sum(posted), 0) AS posted FROM usage_days
       WHERE team_id = ? AND day BETWEEN ? AND ?`,
      teamId,
      `${month}-01`,
      `${month}-31`,
    );
    return row?.posted ?? 0;
  }

  /**
   * Returns whether `amount` more PDFs can be paid for even if every pending hold is settled. Credits, including a
   * welcome pack still to come, must cover the part of each month's holds that exceeds that month's quota.
   */
  admits(account: Account, amount: number, day: string): boolean {
    const thisMonth = day.slice(0, 7);
    const held = new Map([[thisMonth, amount]]);
    for (const pending of this.#pending(account.id)) {
      held.set(pending.month, (held.get(pending.month) ?? 0) + pending.amount);
    }
    let needed = 0;
    for (const [month, pdfs] of held) {
      const quotaLeft = Math.max(0, account.quota - this.posted(account.id, month));
      needed += Math.max(0, pdfs - quotaLeft);
    }
    return needed <= account.balance + account.welcomePack;
  }

  charge(teamId: number, day: string, pdfs: number, fromCredits: number): void {
    this.#connection.run(
      `INSERT INTO usage_days (team_id, day, posted) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET posted = posted + excluded.posted`,
      teamId,
      day,
      pdfs,
    );
    if (fromCredits === 0) return;
    this.#connection.run('UPDATE credits SET balance = balance - ? WHERE team_id = ?', fromCredits, teamId);
  }

  topUp(teamId: number, credits: number, entry: number): void {
    this.#connection.run(
      'UPDATE credits SET base = balance + ?, balance = balance + ?, top_up = ? WHERE team_id = ?',
      credits,
      credits,
      entry,
      teamId,
    );
  }

  /** Removes credits. It also lowers `base`: removed credits were not used, so they must not bring a notice closer. */
  correct(teamId: number, credits: number): void {
    this.#connection.run(
      'UPDATE credits SET base = base - ?, balance = balance - ? WHERE team_id = ?',
      credits,
      credits,
      teamId,
    );
  }

  #pending(teamId: number): { readonly month: string; readonly amount: number }[] {
    return this.#connection.all(
      `SELECT substr(day, 1, 7) AS month, sum(amount) AS amount FROM pending_holds
       WHERE team_id = ? GROUP BY month`,
      teamId,
    );
  }
}
