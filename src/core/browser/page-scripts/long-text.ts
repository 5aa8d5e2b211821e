/**
 * Chromium drops the rest of a text that is more than 26.9 million pixels long when laid out on one line: with 16-pixel
 * letters that is a paragraph of 3.4 million letters without an element in it. A document with missing text must not be
 * charged, so it is rejected.
 */
import { Failure } from '../../../contract/errors.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { evaluate } from '../cdp/evaluate.ts';
import { type IsolatedWorldId, ownDocument } from '../cdp/isolated-world.ts';

/** The minimum number of characters in such a text, even with very large letters. */
const least = 100_000;
/** In CSS pixels. Texts of 26.1 million were observed to be complete. */
const maxTextLength = 25_000_000;

export const mayHoldLongText = (html: string): boolean => html.length > least;

/** Must be called after layout. Throws `page_failed`. */
export async function rejectLongText(page: CdpSession, world?: IsolatedWorldId): Promise<void> {
  const characters = await evaluate<number>(page, `(${script})(${least}, ${maxTextLength})`, world);
  if (characters === 0) return;
  throw new Failure(
    'page_failed',
    `The document has a text of ${characters} characters in one piece, longer than a browser can lay out.`,
    { hint: 'Put it into paragraphs, or anything else that has elements in between.' },
  );
}

/**
 * Measures samples, because measuring all text would take as long as printing. In preformatted text, each line counts
 * separately.
 */
const script = `(least, longest) => {
  const document = ${ownDocument};
  const texts = document.createTreeWalker(document.documentElement ?? globalThis.document, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text.length < least || !text.parentElement) continue;
    const keepsLines = /pre|break-spaces/.test(getComputedStyle(text.parentElement).whiteSpace);
    const lines = keepsLines ? text.data.split('\\n') : [text.data];
    const line = lines.reduce((most, { length }) => Math.max(most, length), 0);
    if (line < least) continue;
    const sample = 500;
    let width = 0;
    for (const share of [0, 0.2, 0.4, 0.6, 0.8]) {
      const at = Math.floor((text.length - sample) * share);
      range.setStart(text, at);
      range.setEnd(text, at + sample);
      for (const rect of range.getClientRects()) width += rect.width;
    }
    if ((width / (5 * sample)) * line > longest) return text.length;
  }
  return 0;
}`;
