/**
 * Prepares a page once, before its document: which events it reports, and whether scripts run. In a new renderer this
 * takes as long as the rest of a small document, so pages opened ahead of time are also prepared ahead of time.
 */

import type { Protocol } from 'devtools-protocol';
import type { RegionSettings } from '#contract/language/region';
import { callInNewDocuments } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { countAddressChanges } from '../page-scripts/count-address-changes.ts';
import { prepareFastForward } from '../print/fast-forward.ts';
import { pageLimits } from './page-limits.ts';
import { type PageWindow, showWindow } from './page-window.ts';

export interface Preparation {
  readonly scripts: boolean;
  /** Whether the document may make requests. */
  readonly requests: boolean;
  /** The current date as scripts see it. */
  readonly date: Date | undefined;
  /** The locale and the time zone of scripts. */
  readonly region: RegionSettings | undefined;
  /** The window as scripts see it. Without scripts, nothing can see it. */
  readonly window: PageWindow;
  /** See `prepareFastForward`. */
  readonly horizonMs?: number | undefined;
  /** Default: the styles for print. */
  readonly media?: Protocol.Emulation.SetEmulatedMediaRequest | undefined;
}

export async function preparePage(
  page: CdpSession,
  { scripts, requests, date, region, window, media = { media: 'print' }, horizonMs }: Preparation,
): Promise<void> {
  await Promise.all([
    page.send('Page.enable'),
    // Fonts and images of print styles are then loaded before printing starts.
    page.send('Emulation.setEmulatedMedia', media),
    ...(requests ? [prepareRequests(page)] : []),
    ...(scripts
      ? [
          page.send('Runtime.enable'),
          showWindow(page, window),
          limitAddressChanges(page),
          prepareFastForward(page, date, horizonMs),
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

const { maxAddressChanges, maxAddressCharacters } = pageLimits;
/** Window names up to this many characters are not counted. */
const maxFreeNameCharacters = 1_000;

/**
 * Stops floods of pushState, replaceState, fragments and long window names inside the page. Each call costs work in the
 * browser's main process, which all documents share; 100 MB of addresses keep it busy for seconds. `watchPage` counts
 * the changes that the browser reports; this script stops the rest before they are sent. Must be called before the
 * document loads.
 */
async function limitAddressChanges(page: CdpSession): Promise<void> {
  const limits = { maxAddressChanges, maxAddressCharacters, maxFreeNameCharacters };
  await callInNewDocuments(page, countAddressChanges, [limits]);
}
