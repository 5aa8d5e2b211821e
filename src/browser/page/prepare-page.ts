/**
 * Prepares a page once, before its document: which events it reports, and whether scripts run. In a new renderer this
 * takes as long as the rest of a small document, so pages opened ahead of time are also prepared ahead of time.
 */

import type { RegionSettings } from '#contract/language/region';
import type { CdpSession } from '../cdp/connection.ts';
import { prepareFastForward } from '../print/fast-forward.ts';
import { limitAddressChanges } from './address-changes.ts';
import { type PageWindow, showWindow } from './page-window.ts';

export interface Preparation {
  readonly scripts: boolean;
  /** Whether the document may make requests. */
  readonly requests: boolean;
  /** The current date as scripts see it. */
  readonly date: Date | undefined;
  /** The locale and the time zone of scripts. */
  readonly region: RegionSettings | undefined;
  /** What scripts see. Without scripts, nothing can see it. */
  readonly window: PageWindow;
}

export async function preparePage(
  page: CdpSession,
  { scripts, requests, date, region, window }: Preparation,
): Promise<void> {
  await Promise.all([
    page.send('Page.enable'),
    // Fonts and images of print styles are then loaded before printing starts.
    page.send('Emulation.setEmulatedMedia', { media: 'print' }),
    ...(requests ? [prepareRequests(page)] : []),
    ...(scripts
      ? [
          page.send('Runtime.enable'),
          showWindow(page, window),
          limitAddressChanges(page),
          prepareFastForward(page, date),
          ...showRegion(page, { ...region, timeZone: region?.timeZone ?? (date && 'UTC') }),
        ]
      : [page.send('Emulation.setScriptExecutionDisabled', { value: true })]),
  ]);
}

/** Sends nothing for a document without settings of its own. */
function showRegion(page: CdpSession, { locale, timeZone: timezoneId }: RegionSettings): Promise<unknown>[] {
  return [
    ...(timezoneId === undefined ? [] : [page.send('Emulation.setTimezoneOverride', { timezoneId })]),
    ...(locale === undefined ? [] : [page.send('Emulation.setLocaleOverride', { locale })]),
  ];
}

/** Enables requests in a page that was prepared without them. */
export async function prepareRequests(page: CdpSession): Promise<void> {
  await Promise.all([
    page.send('Network.enable'),
    page.send('Network.setCacheDisabled', { cacheDisabled: true }),
  ]);
}
