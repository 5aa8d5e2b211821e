/** The facts about an embedded font program that rules need. */

export interface EmbeddedProgram {
  readonly kind: 'truetype' | 'cff' | 'type1';
  readonly glyphCount: number;
  /** Width in thousandths of the font size. Undefined if the program has no such glyph. */
  readonly widthOf: (glyph: number) => number | undefined;
}

/** A font program with names: Type 1, and CFF that is not for CIDs. */
export interface NamedProgram extends EmbeddedProgram {
  readonly glyphOfName: (name: string) => number | undefined;
  /** By the encoding of the program. */
  readonly nameOfCode: (code: number) => string | undefined;
  readonly names: ReadonlySet<string>;
}
