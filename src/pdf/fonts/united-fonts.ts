/** The fonts of a combined file: subsets of one face become one font. */
import type { PdfDict, PdfRef } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { PdfWriter } from '../writing/writer.ts';
import { FontUnion } from './font-union.ts';
import { GlyphProcedures } from './glyph-procedures.ts';
import { type OutlineFont, readEmbeddedOutlines } from './outline-font.ts';
import { OutlineUnion } from './outline-union.ts';
import { readProcedureFont } from './procedure-font.ts';
import { readSubsetFont, type SubsetFont, subsetFontParts } from './read-subset-font.ts';

/** Subsets of a real face agree. A hostile file could otherwise force each new font to be compared with all unions. */
const maxUnionsPerFace = 16;

export interface FontOptions {
  /** Embeds Type 3 fonts of Chromium as fonts, if all their glyphs are outlines. */
  readonly embedsProcedures: boolean;
}

export class UnitedFonts {
  readonly #writer: PdfWriter;
  readonly #options: FontOptions;
  readonly #procedures = new GlyphProcedures();
  #count = 0;
  readonly #unions = new Map<string, Union<SubsetFont>[]>();
  readonly #outlineUnions = new Map<string, Union<OutlineFont>[]>();
  /** Documents from one template often have byte-identical subsets. */
  readonly #known = new Map<string, PdfRef>();

  constructor(writer: PdfWriter, options: FontOptions) {
    this.#writer = writer;
    this.#options = options;
  }

  /** Returns the font to refer to, or undefined if the font must be copied. Throws `malformed`, `too_large`. */
  place(file: PdfReader, font: PdfDict): PdfRef | undefined {
    const parts = subsetFontParts(file, font);
    if (!parts) return this.#placeOutlines(file, font);
    const known = this.#known.get(parts.content);
    if (known) return known;
    const subset = readSubsetFont(file, parts);
    if (!subset) return undefined;
    const create = (tag: string) => new FontUnion(subset, tag, this.#writer);
    const ref = this.#unite(this.#unions, subset, create);
    if (ref) this.#known.set(parts.content, ref);
    return ref;
  }

  #placeOutlines(file: PdfReader, font: PdfDict): PdfRef | undefined {
    const outlines =
      readEmbeddedOutlines(file, font) ??
      (this.#options.embedsProcedures ? readProcedureFont(file, font, this.#procedures) : undefined);
    if (!outlines) return undefined;
    const create = (tag: string) => new OutlineUnion(outlines, tag, this.#writer);
    return this.#unite(this.#outlineUnions, outlines, create);
  }

  #unite<Font extends { readonly face: string }>(
    all: Map<string, Union<Font>[]>,
    font: Font,
    create: (tag: string) => Union<Font>,
  ): PdfRef | undefined {
    const unions = all.get(font.face) ?? [];
    all.set(font.face, unions);
    for (const union of unions) {
      const ref = union.add(font);
      if (ref) return ref;
    }
    if (unions.length >= maxUnionsPerFace) return undefined;
    const union = create(toSubsetTag(this.#count++));
    unions.push(union);
    return union.add(font);
  }

  /** Writes the fonts to which `place` returned references. */
  write(): void {
    for (const unions of [...this.#unions.values(), ...this.#outlineUnions.values()]) {
      for (const union of unions) union.write();
    }
  }
}

interface Union<Font> {
  add(font: Font): PdfRef | undefined;
  write(): void;
}

/** `AAAAAA`, `AAAAAB` and so on. */
function toSubsetTag(number: number): string {
  let tag = '';
  for (let rest = number; tag.length < 6; rest = Math.floor(rest / 26)) {
    tag = String.fromCharCode(0x41 + (rest % 26)) + tag;
  }
  return tag;
}
