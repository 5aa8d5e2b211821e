/**
 * What a page is told once, before its document: which events to tell, and whether scripts run. In a new renderer
 * this takes as long as all the rest of a small document, so a page that is made ahead is prepared ahead too.
 */

import type { CdpSession } from '../cdp/connection.ts';
import { prepareFastForward } from '../print/fast-forward.ts';
import { limitAddressChanges } from './address-changes.ts';

export interface Preparation {
  readonly scripts: boolean;
  /** Whether the document may ask for anything. */
  readonly requests: boolean;
  /** What day it is for scripts. */
  readonly date: Date | undefined;
}

export async function preparePage(page: CdpSession, { scripts, requests, date }: Preparation): Promise<void> {
  await Promise.all([
    page.send('Page.enable'),
    // Fonts and images of print styles are then loaded before printing, not by it.
    page.send('Emulation.setEmulatedMedia', { media: 'print' }),
    ...(requests ? [prepareRequests(page)] : []),
    ...(scripts
      ? [page.send('Runtime.enable'), limitAddressChanges(page), prepareFastForward(page, date)]
      : [page.send('Emulation.setScriptExecutionDisabled', { value: true })]),
  ]);
}

/** What a page is told that is prepared for no requests, before a document that may ask for something. */
export async function prepareRequests(page: CdpSession): Promise<void> {
  await Promise.all([
    page.send('Network.enable'),
    page.send('Network.setCacheDisabled', { cacheDisabled: true }),
  ]);
}
