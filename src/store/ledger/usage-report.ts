/** Builds the usage report of the API from the balances of the ledger. */
import { toPercentage, type UsageReport } from '../../contract/usage.ts';
import type { DatabaseConnection } from '../database/connection.ts';
import type { Account, Accounts } from './accounts.ts';

const reportedDays = 31;

/** Reports as of the given day, 'YYYY-MM-DD' in UTC. */
export function reportUsage(
  connection: DatabaseConnection,
  accounts: Accounts,
  account: Account,
  day: string,
): UsageReport {
  const used = accounts.posted(account.id, day.slice(0, 7));
  return {
    current_month_usage: used,
    quota_limit: account.quota,
    quota_percentage: toPercentage(used, account.quota),
    pack_credits: account.balance,
    has_quota_remaining: accounts.admits(account, 1, day),
    plan: account.plan,
    daily_usage: dailyUsage(connection, account.id, day),
    overage_count: Math.max(0, used - account.quota),
  };
}

function dailyUsage(
  connection: DatabaseConnection,
  teamId: number,
  last: string,
): UsageReport['daily_usage'] {
  const days = Array.from({ length: reportedDays }, (_, index) => {
    const date = new Date(`${last}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - (reportedDays - 1 - index));
    return date.toISOString().slice(0, 10);
  });
  const rows = connection.all<{ day: string; posted: number }>(
    'SELECT day, posted FROM usage_days WHERE team_id = ? AND day BETWEEN ? AND ?',
    teamId,
    days[0] ?? last,
    last,
  );
  const posted = new Map(rows.map((row) => [row.day, row.posted]));
  return days.map((date) => ({ date, count: posted.get(date) ?? 0 }));
}
