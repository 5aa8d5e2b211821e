/**
 * Segments text into graphemes, which a reader perceives as one character: a letter with its accents, an emoji of
 * several parts, `\r\n`.
 */
let segmenter: Intl.Segmenter | undefined;

/** In ASCII text without carriage returns, each character is one grapheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII has them
const plain = /^[\x00-\x0c\x0e-\x7f]*$/;

export function graphemes(text: string): string[] {
  if (plain.test(text)) return text.split('');
  // Created on first use, since it would cost every command and every thread 20 ms.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
