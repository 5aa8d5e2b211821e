/**
 * Reads the headings: the first one of a document without a title, because a PDF needs a title (ISO 14289-1, 7.1), and those
 * whose words Chromium may join in the outline.
 */
import type { CallPage } from '../cdp/call-in-page.ts';
import { type FoundHeadings, findHeadings } from '../page-scripts/texts/find-headings.ts';
import { textWithSpaces } from '../page-scripts/texts/text-with-spaces.ts';
import { unclobberedDocument } from '../page-scripts/unclobbered-document.ts';

const limits = {
  maxCharacters: 200,
  maxHeadings: 20,
  minLineCharacters: 12,
  // In JSON each character takes up to six bytes, which stays below `pageLimits.maxAnswerBytes` with all other answers.
  maxTexts: 4_000,
  maxTextCharacters: 500,
};

export async function readHeadings(call: CallPage): Promise<FoundHeadings> {
  return await call(findHeadings, [unclobberedDocument, textWithSpaces, limits]);
}
