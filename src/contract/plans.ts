/** Plans, quotas and credits. */

/**
 * The quota of a team that has no limit. The fields of the API are integers, and this is the largest that every
 * client can read.
 */
export const noQuota = 2_147_483_647;

export const plans = {
  discovery: { monthlyQuota: 100, metadata: false, merge: false, isPaying: false, isLimited: true },
  basic: { monthlyQuota: 5_000, metadata: true, merge: false, isPaying: true, isLimited: true },
  pro: { monthlyQuota: 15_000, metadata: true, merge: true, isPaying: true, isLimited: true },
  unlimited: { monthlyQuota: noQuota, metadata: true, merge: true, isPaying: false, isLimited: false },
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
  /** Whether the rate limit of the server applies, and the owner's email address must be verified. */
  readonly isLimited: boolean;
}

export type Plan = keyof typeof plans;
export const planNames = Object.keys(plans) as Plan[];

/** The cheapest plan with each feature, which a 403 reports as `required_plan`. */
export const requiredPlan = { metadata: 'basic', merge: 'pro' } as const satisfies Record<string, Plan>;

/** In PDFs. Given once per team. */
export const welcomePackCredits = 1_000;

/**
 * When a team that first exceeds its quota gets the welcome pack: if the quota is that of its plan, also if an operator
 * set it, or never.
 */
export const welcomePackRules = ['plan', 'always', 'never'] as const;
export type WelcomePackRule = (typeof welcomePackRules)[number];

/** The pack sold in the billing settings. Packs never expire. */
export const creditPack = { credits: 1_000, usd: 5 } as const;

/** Percentages of the monthly quota and of the prepaid credits at which a notice is sent. */
export const noticeThresholds = { quota: [80, 95], credits: [90, 95] } as const;

export const isPlan = (name: string): name is Plan => Object.hasOwn(plans, name);

/** The values of `parseQuota`, for messages. */
export const expectedQuota =
  'a whole number of PDFs a month, "none" for no limit, or "prepaid" for credits only';

/** Returns PDFs a month, and undefined for text that is no quota. 0 is "none", as it is for the rate limit. */
export function parseQuota(text: string): number | undefined {
  if (text === 'none') return noQuota;
  if (text === 'prepaid') return 0;
  return /^\d{1,9}$/.test(text) ? Number(text) || noQuota : undefined;
}

/** Returns, for example, `15,000` or `no limit`. */
export const shownQuota = (quota: number): string =>
  quota === noQuota ? 'no limit' : quota.toLocaleString('en');
