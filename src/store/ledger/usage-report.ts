/** Builds the usage report of the API from the balances of the ledger. */
import { toPercentage, type UsageReport } from '#contract/usage';
import { all, type Work } from '../database/statement.ts';
import { type Account, admits, monthlyUse, monthOf } from './accounts.ts';

const reportedDays = 31;

/** Reports as of the given day, 'YYYY-MM-DD' in UTC. */
export function* reportUsage(account: Account, day: string): Work<UsageReport> {
  const month = monthOf(day);
  const use = yield* monthlyUse(account, month);
  const used = use.get(month)?.posted ?? 0;
  return {
    current_month_usage: used,
    quota_limit: account.quota,
    quota_percentage: toPercentage(used, account.quota),
    pack_credits: account.balance,
    has_quota_remaining: admits(account, use, { amount: 1, month }),
    plan: account.plan,
    daily_usage: yield* dailyUsage(account.id, day),
    overage_count: Math.max(0, used - account.quota),
  };
}

function* dailyUsage(teamId: number, last: string): Work<UsageReport['daily_usage']> {
  const days = Array.from({ length: reportedDays }, (_, index) => {
    const date = new Date(`${last}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - (reportedDays - 1 - index));
    return date.toISOString().slice(0, 10);
  });
  const rows = yield* all<{ day: string; posted: number }>(
    'SELECT day, posted FROM usage_days WHERE team_id = ? AND day BETWEEN ? AND ?',
    teamId,
    days[0] ?? last,
    last,
  );
  const posted = new Map(rows.map((row) => [row.day, row.posted]));
  return days.map((date) => ({ date, count: posted.get(date) ?? 0 }));
}
