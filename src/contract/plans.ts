/** Plans, quotas and credits (api.md, section 8). */

export const plans = {
  discovery: { monthlyQuota: 100, metadata: false, merge: false, isPaying: false },
  basic: { monthlyQuota: 5_000, metadata: true, merge: false, isPaying: true },
  pro: { monthlyQuota: 15_000, metadata: true, merge: true, isPaying: true },
} as const satisfies Record<string, PlanTerms>;

interface PlanTerms {
  /** PDFs a calendar month (UTC). Unused ones do not roll over. */
  readonly monthlyQuota: number;
  /** May set document properties when it generates from a template. */
  readonly metadata: boolean;
  /** May merge. */
  readonly merge: boolean;
  /** Receives the welcome pack at its first crossing of the quota. */
  readonly isPaying: boolean;
}

export type Plan = keyof typeof plans;
export const planNames = Object.keys(plans) as Plan[];

/** The cheapest plan that has a feature: what a 403 names as `required_plan`. */
export const requiredPlan = { metadata: 'basic', merge: 'pro' } as const satisfies Record<string, Plan>;

/** PDFs, given once in a team's life. */
export const welcomePackCredits = 1_000;

/** What is sold in the billing settings. Packs never expire. */
export const creditPack = { credits: 1_000, usd: 5 } as const;

/** Shares of the monthly quota and of the prepaid credits, in percent, at which a notice is sent. */
export const noticeThresholds = { quota: [80, 95], credits: [90, 95] } as const;

export const isPlan = (name: string): name is Plan => Object.hasOwn(plans, name);
