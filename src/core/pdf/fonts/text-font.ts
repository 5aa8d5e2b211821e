/** A font that pdfapi itself draws text with: in form fields and signatures. */
import type { PdfValue } from '../object.ts';

export interface TextFont {
  /** The dictionary of the font, or a reference to it. */
  readonly resource: PdfValue;
  /** Heights above and below the baseline, both positive, in thousandths of the font size. */
  readonly ascent: number;
  readonly descent: number;
  /** Of one character, in thousandths of the font size. Undefined if the font does not have it. */
  widthOf(character: string): number | undefined;
  /** The operand of `Tj`. Every character must have a width. */
  encode(text: string): string;
}

/** Throws if the font lacks a character. */
export function textWidth(font: TextFont, text: string): number {
  let width = 0;
  for (const character of text) {
    const own = font.widthOf(character);
    if (own === undefined) throw new Error(`The font does not have ${JSON.stringify(character)}.`);
    width += own;
  }
  return width;
}

/** The characters that the font does not have, each once. */
export const missingIn = (font: TextFont, text: string): string[] =>
  [...new Set(text)].filter((character) => font.widthOf(character) === undefined);
