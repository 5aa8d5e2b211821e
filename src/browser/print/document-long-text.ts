/**
 * Chromium drops the rest of a text that is more than 26.9 million pixels long when laid out on one line: with 16-pixel
 * letters that is a paragraph of 3.4 million letters without an element in it. A document with missing text must not be
 * charged, so it is rejected.
 */
import { Failure } from '#contract/errors';
import { callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import { findLongText } from '../page-scripts/find-long-text.ts';
import { unclobberedDocument } from '../page-scripts/unclobbered-document.ts';

const limits = {
  /** The minimum number of characters in such a text, even with very large letters. */
  minCharacters: 100_000,
  /** In CSS pixels. Texts of 26.1 million were observed to be complete. */
  maxWidth: 25_000_000,
};

export const mayHoldLongText = (html: string): boolean => html.length > limits.minCharacters;

/** Must be called after layout. Throws `page_failed`. */
export async function rejectLongText(page: CdpSession, world?: IsolatedWorldId): Promise<void> {
  const characters = await callInPage(page, findLongText, [unclobberedDocument, limits], world);
  if (characters === 0) return;
  throw new Failure(
    'page_failed',
    `The document has a text of ${characters} characters in one piece, longer than a browser can lay out.`,
    { hint: 'Put it into paragraphs, or anything else that has elements in between.' },
  );
}
