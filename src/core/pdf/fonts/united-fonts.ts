/** The fonts of a combined file: subsets of one face become one font. */
import type { PdfDict, PdfRef } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { PdfWriter } from '../writing/writer.ts';
import { readSubsetFont, subsetFontParts } from './embedded-subset.ts';
import { FontUnion } from './font-union.ts';

/** Subsets of a real face agree. A hostile file could otherwise force each new font to be compared with all unions. */
const maxUnionsPerFace = 16;

export class UnitedFonts {
  readonly #writer: PdfWriter;
  #count = 0;
  readonly #unions = new Map<string, FontUnion[]>();
  /** Documents from one template often have byte-identical subsets. */
  readonly #known = new Map<string, PdfRef>();

  constructor(writer: PdfWriter) {
    this.#writer = writer;
  }

  /** Returns the font to refer to, or undefined if the font must be copied. Throws `malformed`, `too_large`. */
  place(file: PdfReader, font: PdfDict): PdfRef | undefined {
    const parts = subsetFontParts(file, font);
    if (!parts) return undefined;
    const known = this.#known.get(parts.content);
    if (known) return known;
    const subset = readSubsetFont(file, parts);
    if (!subset) return undefined;
    const unions = this.#unions.get(subset.face) ?? [];
    this.#unions.set(subset.face, unions);
    let ref: PdfRef | undefined;
    for (const union of unions) {
      ref ??= union.add(subset);
    }
    if (!ref && unions.length < maxUnionsPerFace) {
      const union = new FontUnion(subset, toSubsetTag(this.#count++), this.#writer);
      unions.push(union);
      ref = union.add(subset);
    }
    if (ref) this.#known.set(parts.content, ref);
    return ref;
  }

  /** Writes the fonts to which `place` returned references. */
  write(): void {
    for (const unions of this.#unions.values()) for (const union of unions) union.write();
  }
}

/** `AAAAAA`, `AAAAAB` and so on. */
function toSubsetTag(number: number): string {
  let tag = '';
  for (let rest = number; tag.length < 6; rest = Math.floor(rest / 26)) {
    tag = String.fromCharCode(0x41 + (rest % 26)) + tag;
  }
  return tag;
}
