/** Finds the heading of a document without a title, because a PDF needs a title (ISO 14289-1, 7.1). */
import { callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import { findHeadingText } from '../page-scripts/find-heading-text.ts';
import { unclobberedDocument } from '../page-scripts/unclobbered-document.ts';

const limits = { maxCharacters: 200, maxHeadings: 20 };

/** Returns undefined if the document has a title or no visible heading. */
export async function findHeading(page: CdpSession, world: IsolatedWorldId): Promise<string | undefined> {
  return (await callInPage(page, findHeadingText, [unclobberedDocument, limits], world)) ?? undefined;
}
