/** A font of a form, which has a code for each of some characters. */
import type { TextFont } from '#pdf/fonts/text-font';
import { lineOf, mirrored, type TextLine } from '#pdf/fonts/text-line';
import type { PdfValue } from '#pdf/object';
import { joinArabic, possibleForms } from './arabic-forms.ts';

export interface CharacterCode {
  readonly code: number;
  /** In thousandths of the font size. */
  readonly width: number;
}

interface CodedFontOptions {
  readonly resource: PdfValue;
  readonly codes: ReadonlyMap<string, CharacterCode>;
  readonly codeBytes: 1 | 2;
  readonly heights: readonly [ascent: number, descent: number];
}

export function codedFont({ resource, codes, codeBytes, heights }: CodedFontOptions): TextFont {
  const [ascent, descent] = heights;
  const codesOf = (line: TextLine): CharacterCode[] =>
    written(line).map((character) => {
      const code = codes.get(character);
      if (!code) throw new Error(`The font does not have ${JSON.stringify(character)}.`);
      return code;
    });
  return {
    resource,
    ascent,
    descent,
    missingIn(text) {
      const line = lineOf(text);
      const shown = line.map((run) => run.text).join('');
      const isDirected = line.some(({ isFromRight }) => isFromRight);
      const needed = isDirected
        ? possibleForms(shown).flatMap((character) => [character, mirrored(character)])
        : [...shown];
      return [...new Set(needed)].filter((each) => !codes.has(each) || (isDirected && unplaced.test(each)));
    },
    widthOf: (line) => codesOf(line).reduce((sum, { width }) => sum + width, 0),
    encode: (line) =>
      `<${codesOf(line)
        .map(({ code }) => hexadecimal(code, codeBytes))
        .join('')}>`,
  };
}

/** Letters of Arabic script that do not say how they join, and marks, whose places only the font itself knows. */
const unplaced = /[\u0600-\u08ff](?<=\p{L})(?<!\u0640)|\p{M}/u;

/** From left to right. */
const written = (line: TextLine): string[] =>
  line.flatMap(({ text, isFromRight }) => {
    const characters = [...joinArabic(text)];
    return isFromRight ? characters.reverse().map(mirrored) : characters;
  });

const hexadecimal = (code: number, bytes: number): string => code.toString(16).padStart(2 * bytes, '0');
