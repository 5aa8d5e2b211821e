/** Fonts of a form whose codes are glyph numbers (ISO 32000-2, 9.7), as programs embed fonts with many characters. */

import { readGlyphWidths } from '../../pdf/fonts/glyph-widths.ts';
import { readFontTexts } from '../../pdf/fonts/read-font-texts.ts';
import type { TextFont } from '../../pdf/fonts/text-font.ts';
import { isDict, isNamed, type PdfDict, type PdfValue } from '../../pdf/object.ts';
import type { PdfReader } from '../../pdf/reading/reader.ts';
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
  const codes = new Map<string, number>();
  for (const [code, hexadecimal] of texts) {
    const text = Buffer.from(hexadecimal, 'hex').swap16().toString('utf16le');
    if ([...text].length === 1 && !codes.has(text)) codes.set(text, code);
  }
  const [ascent, descent] = heights(file, file.dict(glyphs, 'FontDescriptor'));
  return {
    resource,
    ascent,
    descent,
    widthOf(character) {
      const code = codes.get(character);
      return code === undefined ? undefined : (widths.get(code) ?? defaultWidth);
    },
    encode: (text) =>
      `<${[...text].map((character) => (codes.get(character) ?? 0).toString(16).padStart(4, '0')).join('')}>`,
  };
}
