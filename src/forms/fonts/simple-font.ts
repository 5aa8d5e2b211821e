/** Fonts of a form whose codes have one byte (ISO 32000-2, 9.6). */

import { namedEncoding, readEncoding } from '#pdf/encodings/encodings';
import { glyphNameToText } from '#pdf/encodings/glyph-list';
import { readFontTexts } from '#pdf/fonts/read-font-texts';
import type { TextFont } from '#pdf/fonts/text-font';
import type { PdfDict, PdfValue } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import { type CharacterCode, codedFont } from './coded-font.ts';
import { type StandardFont, standardFont, standardName } from './standard-fonts.ts';

const subsetPrefix = /^[A-Z]{6}\+/;

/**
 * Undefined for a font that cannot be written with: Type 3, symbols, or without an encoding. A subset of a font only has the
 * characters that it was made for. Throws `malformed`, `too_large`.
 */
export function simpleTextFont(file: PdfReader, dict: PdfDict, resource: PdfValue): TextFont | undefined {
  const subtype = file.name(dict, 'Subtype');
  if (subtype !== 'Type1' && subtype !== 'TrueType' && subtype !== 'MMType1') return undefined;
  const name = file.name(dict, 'BaseFont') ?? '';
  const isSubset = subsetPrefix.test(name);
  const standard = isSubset ? undefined : findStandard(name);
  const characters = readCharacters(file, dict, standard !== undefined);
  if (!characters) return undefined;
  const texts = isSubset ? readFontTexts(file, dict) : undefined;
  const widths = file.array(dict, 'Widths');
  const first = file.number(dict, 'FirstChar') ?? 0;
  const codes = new Map<string, CharacterCode>();
  for (const [code, character] of characters) {
    if (codes.has(character) || (texts instanceof Map && !texts.has(code))) continue;
    const listed = widths && file.resolve(widths[code - first]);
    const width = typeof listed === 'number' ? listed : widths ? undefined : standard?.widthOf(character);
    // A subset has no width for what it lacks, and a standard font no glyph.
    if (width === undefined || (width === 0 && widths)) continue;
    if (standard && widths === undefined && standard.widthOf(character) === undefined) continue;
    codes.set(character, { code, width });
  }
  if (codes.size === 0) return undefined;
  const descriptor = file.dict(dict, 'FontDescriptor');
  return codedFont({ resource, codes, codeBytes: 1, heights: heights(file, descriptor, standard) });
}

/** Only the names of the standard fonts themselves, and of those that viewers take them for. */
function findStandard(name: string): StandardFont | undefined {
  if (!/^(?:Helvetica|Times|Courier|Arial|TimesNewRoman|CourierNew)(?:$|[^a-z])/.test(name)) return undefined;
  const standard = standardName(name);
  return standard === undefined ? undefined : standardFont(standard);
}

/** Code → character. Undefined for a font whose codes only its program knows. */
function readCharacters(
  file: PdfReader,
  dict: PdfDict,
  isStandard: boolean,
): ReadonlyMap<number, string> | undefined {
  const { base, differences } = readEncoding(file, file.get(dict, 'Encoding'));
  const named = namedEncoding(base ?? (isStandard ? 'StandardEncoding' : undefined));
  if (!named && !differences) return undefined;
  const characters = new Map<number, string>();
  const add = (code: number, name: string) => {
    const character = characterOf(name);
    if (character === undefined) characters.delete(code);
    else if (code <= maxCode) characters.set(code, character);
  };
  for (const [code, name] of (named ?? []).entries()) add(code, name);
  for (const [code, name] of differences ?? []) add(code, name);
  return characters;
}

const maxCode = 255;

/** Also for names that state the character itself: `uni20AC`, `u1F600`. */
function characterOf(glyph: string): string | undefined {
  if (glyph === '.notdef') return undefined;
  const hexadecimal = /^(?:uni([\dA-F]{4})|u([\dA-F]{4,6}))$/.exec(glyph);
  const code = Number.parseInt(hexadecimal?.[1] ?? hexadecimal?.[2] ?? '', 16);
  if (code >= 0 && code <= 0x10ffff) return String.fromCodePoint(code);
  const text = glyphNameToText(glyph);
  return text !== undefined && [...text].length === 1 ? text : undefined;
}

/** Some producers write 0 for heights that they do not know. */
export function heights(
  file: PdfReader,
  descriptor: PdfDict | undefined,
  standard?: StandardFont | undefined,
): readonly [ascent: number, descent: number] {
  const ascent = (descriptor && file.number(descriptor, 'Ascent')) || standard?.ascent || 750;
  const descent = (descriptor && file.number(descriptor, 'Descent')) || -(standard?.descent ?? 250);
  return [Math.min(Math.abs(ascent), 1500), Math.min(Math.abs(descent), 1000)];
}
