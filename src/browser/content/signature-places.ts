/**
 * Signature fields that the HTML places: `<div data-pdfapi-signature="buyer">`. In the printed PDF they are links of their own
 * scheme, which `placeSignatureFields` of the PDF layer turns into fields.
 */
import { Failure } from '#contract/errors';
import { callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import { coverSignatures } from '../page-scripts/cover-signatures.ts';
import { unclobberedDocument } from '../page-scripts/unclobbered-document.ts';

/** A contract with a page for each of its parties has some dozens. */
const maxFields = 200;
const maxCharacters = 100;

const options = { scheme: 'pdfapi-signature:', maxFields, maxCharacters };

export const mayPlaceSignatures = (html: string): boolean => html.includes('data-pdfapi-signature');

/**
 * Must be called before the layout is measured. Returns the names of the fields. Throws `page_failed` for names that no
 * field can have, two fields with the same name, and too many of them.
 */
export async function placeSignatures(page: CdpSession, world: IsolatedWorldId): Promise<readonly string[]> {
  const names = await callInPage(page, coverSignatures, [unclobberedDocument, options], world);
  if (names.length > maxFields) {
    throw invalid(`The document has more than ${maxFields} elements with data-pdfapi-signature.`);
  }
  const seen = new Set<string>();
  for (const name of names) {
    if (name === '') throw invalid('data-pdfapi-signature is empty, but must be the name of the field.');
    if (name.length > maxCharacters || /[.\p{Cc}\p{Cs}]/u.test(name)) {
      throw invalid(
        `${JSON.stringify(name.slice(0, 40))} in data-pdfapi-signature is not the name of a field: it has at most ${maxCharacters} characters, and no periods or control characters.`,
      );
    }
    if (seen.has(name)) throw invalid(`Two elements have data-pdfapi-signature="${name}".`);
    seen.add(name);
  }
  return names;
}

/** Returns a sentence for each field that the PDF lacks because the browser laid out no box for its element. */
export function missingSignatures(names: readonly string[], pdf: Buffer): string[] {
  const missing = names.filter((name) => !pdf.includes(startOfAddress(name), 0, 'latin1'));
  return missing.map(
    (name) =>
      `The signature field ${name} has no place on a page: its element is hidden, or cannot hold others.`,
  );
}

/** The address begins with the name: see `coverSignatures`. */
const startOfAddress = (name: string): string =>
  `(${options.scheme}${encodeURIComponent(`{"name":${JSON.stringify(name)},`).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )}`;

const invalid = (message: string): Failure =>
  new Failure('page_failed', message, {
    hint: 'Each signature field has a name of its own: <div data-pdfapi-signature="buyer">.',
  });
