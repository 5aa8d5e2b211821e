/** Combines subsets of one face into one CFF font program, which several simple fonts of a file share. */

import { type PdfDict, PdfName, type PdfRef, type PdfValue } from '../object.ts';
import { compressedStream } from '../writing/compressed-stream.ts';
import type { PdfWriter } from '../writing/writer.ts';
import { writeDifferences } from './differences.ts';
import { uniteBoxes } from './glyph-procedures.ts';
import { glyphNumber, type OutlineCode, type OutlineFont } from './outline-font.ts';
import { type FontBox, maxPlainCffGlyphs, writePlainCff } from './program/plain-cff.ts';
import { writeToUnicode } from './to-unicode.ts';

/** Each has up to 255 glyphs of a face. Of one face, only hostile files have more fonts that contradict each other. */
const maxVariants = 512;

/** A font of the file, for codes that mean the same in all the subsets. */
interface Variant {
  readonly ref: PdfRef;
  /** Chromium numbers codes and glyphs alike, from a certain glyph on. */
  readonly firstGlyph: number;
  readonly codes: Map<number, OutlineCode>;
  readonly texts: Map<number, string> | undefined;
}

export class OutlineUnion {
  readonly #first: OutlineFont;
  readonly #tag: string;
  readonly #writer: PdfWriter;
  readonly #charstrings = new Map<string, Buffer>();
  readonly #variants: Variant[] = [];
  #box: FontBox | undefined;

  /** `tag`: six letters that no other subset in the file has (ISO 32000-2, 9.9.2). */
  constructor(first: OutlineFont, tag: string, writer: PdfWriter) {
    this.#first = first;
    this.#tag = tag;
    this.#writer = writer;
  }

  /** Returns the font to refer to, or undefined if the font cannot be part of this union. */
  add(font: OutlineFont): PdfRef | undefined {
    if (font !== this.#first && !this.#agreesWith(font)) return undefined;
    if (this.#charstrings.size + font.charstrings.size > maxPlainCffGlyphs) return undefined;
    const variant = this.#variantFor(font);
    if (!variant) return undefined;
    for (const [code, each] of font.codes) variant.codes.set(code, each);
    for (const [code, text] of font.texts ?? []) variant.texts?.set(code, text);
    for (const [glyph, charstring] of font.charstrings) {
      // A copy, because a view would keep the whole program of every document in memory.
      if (!this.#charstrings.has(glyph)) this.#charstrings.set(glyph, Buffer.from(charstring));
    }
    this.#box = uniteBoxes(this.#box, font.box);
    return variant.ref;
  }

  /** Writes the fonts to which `add` returned references. */
  write(): void {
    const { name, descriptor, unitsPerEm } = this.#first;
    const baseFont = `${this.#tag}+${name}`;
    const box = this.#box ?? [0, 0, 0, 0];
    const sorted = [...this.#charstrings].sort(([a], [b]) => (glyphNumber(a) ?? 0) - (glyphNumber(b) ?? 0));
    const program = writePlainCff({ name: baseFont, unitsPerEm, box, charstrings: new Map(sorted) });
    const [left, bottom, right, top] = box.map((each) => Math.round((each * 1000) / unitsPerEm));
    const written: PdfDict = new Map(descriptor)
      .set('FontName', new PdfName(baseFont))
      .set('FontBBox', [left ?? 0, bottom ?? 0, right ?? 0, top ?? 0])
      .set('Ascent', top ?? 0)
      .set('Descent', Math.min(0, bottom ?? 0))
      .set('FontFile3', this.#writer.add(compressedStream(program, [['Subtype', new PdfName('Type1C')]])));
    const descriptorRef = this.#writer.add(written);
    for (const variant of this.#variants) this.#writeFont(variant, baseFont, descriptorRef);
  }

  #writeFont({ ref, codes, texts }: Variant, baseFont: string, descriptor: PdfRef): void {
    const last = Math.max(...codes.keys());
    const widths = Array.from({ length: last + 1 }, (_, code) => codes.get(code)?.width ?? 0);
    const names = [...codes].map(([code, { glyph }]) => [code, glyph] as const);
    const font: PdfDict = new Map<string, PdfValue>([
      ['Type', new PdfName('Font')],
      ['Subtype', new PdfName('Type1')],
      ['BaseFont', new PdfName(baseFont)],
      ['FirstChar', 0],
      ['LastChar', last],
      ['Widths', widths],
      ['Encoding', writeDifferences(names)],
      ['FontDescriptor', descriptor],
    ]);
    if (texts) {
      const map = writeToUnicode(texts, { codeBytes: 1 });
      font.set('ToUnicode', this.#writer.add(compressedStream(Buffer.from(map, 'latin1'))));
    }
    this.#writer.write(ref, font);
  }

  /** Whether the common glyphs, of which there must be at least one, have equal outlines and widths. */
  #agreesWith({ charstrings }: OutlineFont): boolean {
    let common = 0;
    for (const [glyph, charstring] of charstrings) {
      const own = this.#charstrings.get(glyph);
      if (!own) continue;
      if (!own.equals(charstring)) return false;
      common++;
    }
    return common > 0;
  }

  #variantFor(font: OutlineFont): Variant | undefined {
    const firstGlyph = firstGlyphOf(font);
    for (const variant of this.#variants) {
      if (variant.firstGlyph === firstGlyph && agree(variant, font)) return variant;
    }
    if (this.#variants.length === maxVariants) return undefined;
    const { codes, texts } = font;
    const ref = this.#writer.reserve();
    const variant = { ref, firstGlyph, codes: new Map(codes), texts: texts && new Map(texts) };
    this.#variants.push(variant);
    return variant;
  }
}

function firstGlyphOf({ codes }: OutlineFont): number {
  for (const [code, { glyph }] of codes) if (code > 0) return (glyphNumber(glyph) ?? 0) - code;
  return 0;
}

function agree(variant: Variant, { codes, texts }: OutlineFont): boolean {
  if (!texts || !variant.texts) {
    if (texts !== variant.texts) return false;
  } else if (contradict(variant.texts, texts, (a, b) => a === b)) return false;
  return !contradict(variant.codes, codes, (a, b) => a.glyph === b.glyph && a.width === b.width);
}

function contradict<Value>(
  known: ReadonlyMap<number, Value>,
  others: ReadonlyMap<number, Value>,
  areEqual: (a: Value, b: Value) => boolean,
): boolean {
  for (const [code, other] of others) {
    const own = known.get(code);
    if (own !== undefined && !areEqual(own, other)) return true;
  }
  return false;
}
