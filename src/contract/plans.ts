/** Plans, quotas and credits. */

export const plans = {
  discovery: { monthlyQuota: 100, metadata: false, merge: false, isPaying: false },
  basic: { monthlyQuota: 5_000, metadata: true, merge: false, isPaying: true },
  pro: { monthlyQuota: 15_000, metadata: true, merge: true, isPaying: true },
} as const satisfies Record<string, PlanTerms>;

interface PlanTerms {
  /** PDFs per calendar month (UTC). Unused ones do not roll over. */
  readonly monthlyQuota: number;
  /** Whether document properties may be set when generating from a template. */
  readonly metadata: boolean;
  /** Whether merging is allowed. */
  readonly merge: boolean;
  /** Whether the team receives the welcome pack when it first exceeds its quota. */
  readonly isPaying: boolean;
}

export type Plan = keyof typeof plans;
export const planNames = Object.keys(plans) as Plan[];

/** The cheapest plan with each feature, which a 403 reports as `required_plan`. */
export const requiredPlan = { metadata: 'basic', merge: 'pro' } as const satisfies Record<string, Plan>;

/** In PDFs. Given once per team. */
export const welcomePackCredits = 1_000;

/** The pack sold in the billing settings. Packs never expire. */
export const creditPack = { credits: 1_000, usd: 5 } as const;

/** Percentages of the monthly quota and of the prepaid credits at which a notice is sent. */
export const noticeThresholds = { quota: [80, 95], credits: [90, 95] } as const;

export const isPlan = (name: string): name is Plan => Object.hasOwn(plans, name);
