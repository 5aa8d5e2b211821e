import type { unclobberedDocument } from './unclobbered-document.ts';

export interface LongTextLimits {
  /** Shorter texts are not measured. */
  readonly minCharacters: number;
  /** In CSS pixels, when laid out on one line. */
  readonly maxWidth: number;
}

/**
 * Returns the number of characters of a text that is wider than the limit, or 0. Measures samples, because measuring
 * all text would take as long as printing. In preformatted text, each line counts separately.
 */
export function findLongText(
  getDocument: typeof unclobberedDocument,
  { minCharacters, maxWidth }: LongTextLimits,
): number {
  const document = getDocument();
  const texts = document.createTreeWalker(
    document.documentElement ?? globalThis.document,
    NodeFilter.SHOW_TEXT,
  );
  const range = document.createRange();
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    if (text.length < minCharacters || !text.parentElement) continue;
    const keepsLines = /pre|break-spaces/.test(getComputedStyle(text.parentElement).whiteSpace);
    const lines = keepsLines ? text.data.split('\n') : [text.data];
    const line = lines.reduce((longest, { length }) => Math.max(longest, length), 0);
    if (line < minCharacters) continue;
    const sample = 500;
    let width = 0;
    for (const share of [0, 0.2, 0.4, 0.6, 0.8]) {
      const start = Math.floor((text.length - sample) * share);
      range.setStart(text, start);
      range.setEnd(text, start + sample);
      for (const rect of range.getClientRects()) width += rect.width;
    }
    if ((width / (5 * sample)) * line > maxWidth) return text.length;
  }
  return 0;
}
