/**
 * The spaces in the titles of an outline, in a PDF as Chromium writes it: every object on its own, in plain text. Chromium puts
 * a title together from the lines of a heading, without what is between them, and with the soft hyphens.
 */
import { editTitles } from './edit-titles.ts';

/** Where a line ends at a soft hyphen, Chromium writes both that and the hyphen that is drawn. */
const ignored = /\u00ad\u2010?|\s/gu;
const toKey = (text: string): string => text.replace(ignored, '').toLowerCase();

/**
 * Gives titles the spaces of the texts that they otherwise equal, and takes out soft hyphens. The case stays. Changes the bytes
 * where the titles fit in, and else returns new ones. Throws `unsupported` where the PDF has no cross-reference table.
 */
export async function spaceTitles(pdf: Buffer, texts: readonly string[] = []): Promise<Buffer> {
  if (texts.length === 0) return pdf;
  const byKey = new Map(texts.map((text) => [toKey(text), text]));
  return await editTitles(pdf, (title) => spaceTitle(title, byKey));
}

function spaceTitle(title: string, byKey: ReadonlyMap<string, string>): string {
  const own = title.replace(/\u00ad\u2010?/gu, '');
  const letters = own.replace(/\s/g, '');
  const text = byKey.get(toKey(own));
  // Some capital letters have small ones of another length.
  if (text === undefined || text.replace(/\s/g, '').length !== letters.length) return own;
  let next = 0;
  return text.replace(/\S/g, () => letters.charAt(next++));
}
