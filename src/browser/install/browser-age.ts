/**
 * The age of a Chromium, derived from its version. An outdated one prints untrusted HTML with publicly known
 * vulnerabilities.
 */

/** Chrome's extended stable channel gets security fixes for eight weeks; no channel gets them for longer. */
const maxBrowserWeeks = 8;

export interface BrowserAge {
  /** When the version's milestone became stable, according to Chrome's published schedule. At most a week off. */
  readonly released: Date;
  /** Whole weeks since then; 0 for a version that is not released yet. */
  readonly weeks: number;
  /** Whether the age exceeds `maxBrowserWeeks`. */
  readonly isOld: boolean;
}

const day = 24 * 60 * 60 * 1000;
/**
 * Milestone 153 was the first of the two-week release cycle; earlier milestones came every four weeks.
 * https://developer.chrome.com/blog/chrome-two-week-release
 */
const twoWeekly = { milestone: 153, released: Date.UTC(2026, 8, 8) };

/**
 * Returns undefined if the text contains no Chromium version, for example the version of another engine.
 *
 * @example browserAge('HeadlessChrome/153.0.8010.0', new Date('2026-11-22')) // { weeks: 10, isOld: true, … }
 */
export function browserAge(version: string, now: Date): BrowserAge | undefined {
  const milestone = Number(/(?:^|\/)(\d+)\.\d+\.\d+/.exec(version)?.[1]);
  if (!milestone) return undefined;
  const cycle = (milestone < twoWeekly.milestone ? 28 : 14) * day;
  const released = new Date(twoWeekly.released + (milestone - twoWeekly.milestone) * cycle);
  const weeks = Math.max(0, Math.floor((now.getTime() - released.getTime()) / (7 * day)));
  return { released, weeks, isOld: weeks > maxBrowserWeeks };
}

/** Formats the age for people, for example `released 10 weeks ago: security fixes since then are missing. …`. */
export function describeBrowserAge({ weeks, isOld }: BrowserAge): string {
  const released = `released ${weeks === 1 ? '1 week' : `${weeks} weeks`} ago`;
  if (!isOld) return released;
  return `${released}: security fixes since then are missing. Install the current one with: pdfapi browser install`;
}
