/** Fonts of a form whose codes are glyph numbers (ISO 32000-2, 9.7), as programs embed fonts with many characters. */

import { readGlyphWidths } from '#pdf/fonts/glyph-widths';
import { readFontTexts } from '#pdf/fonts/read-font-texts';
import type { TextFont } from '#pdf/fonts/text-font';
import { textOfDigits } from '#pdf/fonts/to-unicode';
import { isDict, isNamed, type PdfDict, type PdfValue } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import { type CharacterCode, codedFont } from './coded-font.ts';
import { heights } from './simple-font.ts';

/** Undefined for a font whose codes have another meaning. Throws `malformed`, `too_large`. */
export function compositeTextFont(file: PdfReader, dict: PdfDict, resource: PdfValue): TextFont | undefined {
  if (!isNamed(file.get(dict, 'Subtype'), 'Type0') || !isNamed(file.get(dict, 'Encoding'), 'Identity-H')) {
    return undefined;
  }
  const glyphs = file.resolve(file.array(dict, 'DescendantFonts')?.[0]);
  const texts = readFontTexts(file, dict);
  if (!isDict(glyphs) || !(texts instanceof Map)) return undefined;
  const widths = readGlyphWidths(file, file.get(glyphs, 'W'));
  if (!widths) return undefined;
  const defaultWidth = file.number(glyphs, 'DW') ?? 1000;
  const codes = new Map<string, CharacterCode>();
  for (const [code, digits] of texts) {
    const text = textOfDigits(digits);
    if ([...text].length !== 1 || codes.has(text)) continue;
    codes.set(text, { code, width: widths.get(code) ?? defaultWidth });
  }
  return codedFont({
    resource,
    codes,
    codeBytes: 2,
    heights: heights(file, file.dict(glyphs, 'FontDescriptor')),
  });
}
