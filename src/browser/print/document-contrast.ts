/** Measures the contrast of a document's text, for the lint: colours are known only when the page is laid out. */
import type { LowContrast } from '#template/lint/low-contrast';
import { callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import { findLowContrast } from '../page-scripts/find-low-contrast.ts';
import { unclobberedDocument } from '../page-scripts/unclobbered-document.ts';

const limits = { maxElements: 20_000, maxSteps: 1_000_000, maxResults: 20, maxCharacters: 200 };

/** Must be called after layout, with the styles of print. */
export async function measureContrast(
  page: CdpSession,
  world: IsolatedWorldId,
): Promise<readonly LowContrast[]> {
  return await callInPage(page, findLowContrast, [unclobberedDocument, limits], world);
}
