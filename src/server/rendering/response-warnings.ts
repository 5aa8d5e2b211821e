/** Warnings about a delivered document, sent in a header because the API's description fixes the response body. */

import { type DescribedFindings, describeFindings } from '#browser/findings';
import { describeLintFinding } from '#template/lint/lint-finding';
import type { RouteCall } from '../api/route.ts';
import type { Delivery } from '../billing/delivery.ts';

/** The header of a response that has a warning. */
const warningHeader = 'Pdfapi-Warning';

const maxShown = 5;
const maxCharacters = 500;
const maxCharactersNamed = 20;

/** Returns a warning for each thing that the document asks for and does not get. `place` is the document's path. */
export function documentWarnings(findings: DescribedFindings, place = ''): string[] {
  const { missingGlyphs, accessibility = [] } = findings;
  const problems = [...findings.problems, ...glyphProblems(missingGlyphs)];
  const described = describeFindings({ ...findings, problems, missingGlyphs: [], accessibility: [] });
  const sentences = described.map(
    // Not the first letter of an address.
    (text) =>
      `${text.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase())}${text.endsWith('?') ? '' : '.'}`,
  );
  const objections = accessibility.map((each) => describeLintFinding(each));
  return [...sentences, ...objections].map((sentence) => (place ? `${place}: ${sentence}` : sentence));
}

/** Names the characters by their numbers: a header has no others than ASCII, and who reads it may lack the fonts too. */
function glyphProblems(characters: readonly string[]): string[] {
  if (characters.length === 0) return [];
  const shown = characters
    .slice(0, maxCharactersNamed)
    .map((each) => `U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
  const more = characters.length - shown.length;
  return [`no font has these characters: ${shown.join(' ')}${more > 0 ? ` and ${more} more` : ''}`];
}

/** Returns the delivery with a header that has the warnings, which are also logged. */
export function withWarnings(
  delivery: Delivery,
  warnings: readonly string[],
  { context: { log }, requestId }: Pick<RouteCall, 'context' | 'requestId'>,
): Delivery {
  if (warnings.length === 0) return delivery;
  for (const warning of warnings) log.warn({ requestId }, warning);
  return { ...delivery, headers: { ...delivery.headers, [warningHeader]: headerText(warnings) } };
}

/** Fifty warnings would exceed the header size that many clients accept. */
function headerText(warnings: readonly string[]): string {
  const shown = warnings
    .slice(0, maxShown)
    .map((warning) =>
      warning
        .slice(0, maxCharacters)
        .replaceAll('…', '...')
        .replace(/[^ -~]/g, '?'),
    )
    .join(' ');
  return warnings.length > maxShown ? `${shown} And ${warnings.length - maxShown} more.` : shown;
}
