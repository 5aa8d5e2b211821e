/** The usage of a team in the responses of the API. */
import { noQuota, type Plan } from './plans.ts';

/** The `usage` object of a generation result and of a 402. */
export interface UsageSummary {
  /** PDFs of this month, including those paid with prepaid credits. */
  readonly current: number;
  /** `noQuota` for no limit. */
  readonly limit: number;
  /** 0 to 100, with at most two decimals. */
  readonly percentage: number;
  readonly pack_credits: number;
}

export interface UsageReport {
  readonly current_month_usage: number;
  /** `noQuota` for no limit. */
  readonly quota_limit: number;
  /** 0 to 100, with at most two decimals. */
  readonly quota_percentage: number;
  readonly pack_credits: number;
  /** Whether one more PDF would be accepted. Pending holds, prepaid credits and a welcome pack still to come count. */
  readonly has_quota_remaining: boolean;
  readonly plan: Plan;
  /** Exactly 31 days in UTC, oldest first, ending today, including days without PDFs. */
  readonly daily_usage: readonly { readonly date: string; readonly count: number }[];
  /** The PDFs of the month above the quota. */
  readonly overage_count: number;
}

/** Returns 0 to 100 with at most two decimals. A quota of 0 counts as used up, and nothing is a share of no limit. */
export function toPercentage(used: number, limit: number): number {
  if (limit <= 0) return 100;
  if (limit === noQuota) return 0;
  return Math.min(100, Math.round((used / limit) * 10_000) / 100);
}
