/**
 * Stops floods of pushState, replaceState, fragments and long window names inside the page. Each call costs work in the
 * browser's main process, which all documents share; 100 MB of addresses keep it busy for seconds. `watchPage` counts
 * the changes that the browser reports; this script stops the rest before they are sent.
 */
import { callInNewDocuments } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { countAddressChanges } from '../page-scripts/count-address-changes.ts';
import { pageLimits } from './page-limits.ts';

const { maxAddressChanges, maxAddressCharacters } = pageLimits;
/** Window names up to this many characters are not counted. */
const maxFreeNameCharacters = 1_000;

/** Installs the limits. Must be called before the document loads. */
export async function limitAddressChanges(page: CdpSession): Promise<void> {
  const limits = { maxAddressChanges, maxAddressCharacters, maxFreeNameCharacters };
  await callInNewDocuments(page, countAddressChanges, [limits]);
}
