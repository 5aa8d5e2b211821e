/** A font as the rules see it: its dictionary, its program, and what is known of each glyph. */
import type { PdfDict } from '#pdf/object';
import type { EmbeddedProgram } from './embedded-program.ts';

export interface GlyphFacts {
  /** Undefined if the font has no program that can be read. */
  readonly isPresent: boolean | undefined;
  /** In thousandths of the font size. Undefined if the font has no program that can be read. */
  readonly programWidth: number | undefined;
  /** From the dictionary. */
  readonly width: number;
  /** Undefined if the encoding gives none. */
  readonly name: string | undefined;
  /** Undefined if neither the font nor its encoding says what the code means. */
  readonly text: string | undefined;
}

export interface CheckedFont {
  readonly dict: PdfDict;
  readonly subtype: string | undefined;
  /** For messages: the font name without the prefix of subsets. */
  readonly label: string;
  readonly object: number | undefined;
  /** Undefined if it is not embedded or damaged. */
  readonly program: EmbeddedProgram | undefined;
  readonly isSymbolic: boolean;
  /** The codes of a shown string, one character a byte. Empty if they cannot be told apart. */
  readonly codes: (shown: string) => Iterable<number>;
  readonly glyph: (code: number) => GlyphFacts;
}

/** The text of a glyph that viewers know although no Unicode is given, such as those of symbol fonts. */
export const knownText = ' ';
