/** The standard fonts of PDF (ISO 32000-2, 9.6.2.2), which viewers have: their metrics, and which one a name means. */
import { Encodings, Font } from '@pdf-lib/standard-fonts';
import type { FontStyle } from '#pdf/fonts/bundled-fonts';

export interface StandardFont {
  readonly ascent: number;
  readonly descent: number;
  /** Returns the width of a character in thousandths of the font size; undefined if the font has no such glyph. */
  widthOf(character: string): number | undefined;
}

const families: readonly (readonly [
  name: RegExp,
  regular: string,
  bold: string,
  italic: string,
  both: string,
])[] = [
  [/cour|mono|consol/i, 'Courier', 'Courier-Bold', 'Courier-Oblique', 'Courier-BoldOblique'],
  [
    /tim|tiro|tibo|tiit|(?<!sans.?)serif|roman|georgia|garamond|minion/i,
    'Times-Roman',
    'Times-Bold',
    'Times-Italic',
    'Times-BoldItalic',
  ],
  [/(?:)/, 'Helvetica', 'Helvetica-Bold', 'Helvetica-Oblique', 'Helvetica-BoldOblique'],
];

/** The style that the name of a font states, such as `Arial,Bold`, `HeBo` or `TimesNewRomanPS-ItalicMT`. */
export const styleOf = (name: string): FontStyle => ({
  isBold: /bold|bd\b|^(?:he|ti|co)b[oi]$|black|heavy/i.test(name),
  isItalic: /italic|oblique|ob$|it$|bi$/i.test(name),
});

/** Undefined for the two standard fonts that have symbols in place of letters. */
export function standardName(name: string): string | undefined {
  if (/^(?:symbol|zapfdingbats|zadb|symb)$/i.test(name)) return undefined;
  const { isBold, isItalic } = styleOf(name);
  const [, regular, bold, italic, both] = families.find(([pattern]) => pattern.test(name)) ?? [];
  if (isBold && isItalic) return both;
  return isBold ? bold : isItalic ? italic : regular;
}

/** `name`: a result of `standardName`. */
export function standardFont(name: string): StandardFont {
  const font = Font.load(name as Parameters<typeof Font.load>[0]);
  const encoding = Encodings.WinAnsi;
  const known = new Set(encoding.supportedCodePoints);
  return {
    ascent: font.Ascender ?? 750,
    descent: -(font.Descender ?? -250),
    widthOf(character) {
      const code = character.codePointAt(0) ?? 0;
      if (!known.has(code)) return undefined;
      return font.getWidthOfGlyph(encoding.encodeUnicodeCodePoint(code).name) ?? undefined;
    },
  };
}
