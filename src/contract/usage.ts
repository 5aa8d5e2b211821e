/** What a team has used, as the API tells it (api.md, 2.4 and 2.5). */
import type { Plan } from './plans.ts';

/** The `usage` object of a generation result and of a 402. */
export interface UsageSummary {
  /** PDFs of this month, those paid by prepaid credits included. */
  readonly current: number;
  readonly limit: number;
  /** 0 to 100, two decimals at most. */
  readonly percentage: number;
  readonly pack_credits: number;
}

export interface UsageReport {
  readonly current_month_usage: number;
  readonly quota_limit: number;
  /** 0 to 100, two decimals at most. */
  readonly quota_percentage: number;
  readonly pack_credits: number;
  /** Stays true past the quota as long as prepaid credits are left. */
  readonly has_quota_remaining: boolean;
  readonly plan: Plan;
  /** Exactly 31 days, UTC, oldest first, today last, zeros included. */
  readonly daily_usage: readonly { readonly date: string; readonly count: number }[];
  /** The part of the month past the quota. */
  readonly overage_count: number;
}

/** 0 to 100 with two decimals at most; a quota of 0 is used up. */
export function percentageOf(used: number, limit: number): number {
  if (limit <= 0) return 100;
  return Math.min(100, Math.round((used / limit) * 10_000) / 100);
}
