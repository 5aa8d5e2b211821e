/** A font that pdfapi itself draws text with: in form fields and signatures. */
import type { PdfValue } from '../object.ts';
import type { TextLine } from './text-line.ts';

export interface TextFont {
  /** The dictionary of the font, or a reference to it. */
  readonly resource: PdfValue;
  /** Heights above and below the baseline, both positive, in thousandths of the font size. */
  readonly ascent: number;
  readonly descent: number;
  /** The characters of the text that the font does not have, each once. */
  missingIn(text: string): string[];
  /** In thousandths of the font size. Throws if the font lacks a character. */
  widthOf(line: TextLine): number;
  /** The operand of `Tj`. Throws if the font lacks a character. */
  encode(line: TextLine): string;
}
