/** Finds the text of each link, because a PDF needs it apart from what is drawn (ISO 14289-1, 7.18.5). */
import { callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import { findLinkTexts } from '../page-scripts/texts/find-link-texts.ts';
import { textWithSpaces } from '../page-scripts/texts/text-with-spaces.ts';
import { unclobberedDocument } from '../page-scripts/unclobbered-document.ts';

const limits = {
  maxLinks: 20_000,
  maxAddressCharacters: 2_000,
  maxTextCharacters: 500,
  // In JSON each takes up to six bytes, which stays below `pageLimits.maxAnswerBytes`.
  maxCharacters: 2_500_000,
};

/** Returns address and text in the order of the links. See `PrintedDocument.linkTexts`. */
export async function collectLinkTexts(
  page: CdpSession,
  world: IsolatedWorldId,
): Promise<readonly (readonly [address: string, text: string])[]> {
  return await callInPage(page, findLinkTexts, [unclobberedDocument, textWithSpaces, limits], world);
}
