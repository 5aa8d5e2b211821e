/** Combines subsets of one face into one font program, with a separate text map for each set of conflicting texts. */
import { type PdfDict, PdfName, type PdfRef, type PdfValue } from '../object.ts';
import { compressedStream } from '../writing/compressed-stream.ts';
import type { PdfWriter } from '../writing/writer.ts';
import { writeGlyphWidths } from './glyph-widths.ts';
import type { FontProgram, GlyphMetrics } from './program/font-program.ts';
import { writeFontProgram } from './program/write-font-program.ts';
import type { SubsetFont } from './read-subset-font.ts';
import { writeToUnicode } from './to-unicode.ts';

/** Only hostile files have more conflicting text maps than this. */
const maxVariants = 64;

/** Offset in `maxp` of the sixteen-bit maxima over the glyphs, such as points, contours and depth. */
const firstMaximum = 6;

interface Variant {
  readonly ref: PdfRef;
  readonly texts: Map<number, string> | undefined;
}

export class FontUnion {
  readonly #first: SubsetFont;
  readonly #tag: string;
  readonly #writer: PdfWriter;
  readonly #outlines = new Map<number, Buffer>();
  readonly #metrics = new Map<number, GlyphMetrics>();
  readonly #widths = new Map<number, number>();
  readonly #variants: Variant[] = [];
  #maxp: Buffer;
  #glyphCount = 0;

  /** `tag`: six letters that no other subset in the file has (ISO 32000-2, 9.9.2). */
  constructor(first: SubsetFont, tag: string, writer: PdfWriter) {
    this.#tag = tag;
    this.#first = first;
    this.#writer = writer;
    this.#maxp = Buffer.from(first.program.tables.get('maxp') ?? []);
  }

  /** Returns the composite font to refer to, or undefined if the font cannot be part of this union. */
  add(font: SubsetFont): PdfRef | undefined {
    if (font !== this.#first && !this.#agreesWith(font)) return undefined;
    const variant = this.#variantFor(font.texts);
    if (!variant) return undefined;
    this.#take(font);
    return variant.ref;
  }

  /** Writes the fonts to which `add` returned references. */
  write(): void {
    const writer = this.#writer;
    const { name, dicts, program } = this.#first;
    const baseFont = new PdfName(`${this.#tag}+${name}`);
    const united: FontProgram = {
      ...program,
      tables: new Map(program.tables).set('maxp', this.#maxp),
      glyphCount: this.#glyphCount,
      outlines: this.#outlines,
      metrics: this.#metrics,
    };
    const file = writeFontProgram(united);
    const descriptor: PdfDict = new Map(dicts.descriptor)
      .set('FontName', baseFont)
      .set('FontFile2', writer.add(compressedStream(file, [['Length1', file.length]])));
    const glyphs: PdfDict = new Map(dicts.glyphs)
      .set('BaseFont', baseFont)
      .set('DW', 0)
      .set('W', writeGlyphWidths(this.#widths))
      .set('FontDescriptor', writer.add(descriptor));
    const descendants: PdfValue[] = [writer.add(glyphs)];
    for (const { ref, texts } of this.#variants) {
      const composite: PdfDict = new Map(dicts.composite)
        .set('BaseFont', baseFont)
        .set('DescendantFonts', descendants);
      if (texts) composite.set('ToUnicode', writer.add(compressedStream(Buffer.from(writeToUnicode(texts)))));
      writer.write(ref, composite);
    }
  }

  /** Whether the common glyphs, of which there must be at least one, have equal outlines and widths. */
  #agreesWith({ program, widths }: SubsetFont): boolean {
    let common = 0;
    for (const [glyph, outline] of program.outlines) {
      const own = this.#outlines.get(glyph);
      if (!own) continue;
      if (!own.equals(outline)) return false;
      common++;
    }
    for (const [glyph, width] of widths) {
      const own = this.#widths.get(glyph);
      if (own !== undefined && own !== width) return false;
    }
    return common > 0;
  }

  #variantFor(texts: ReadonlyMap<number, string> | undefined): Variant | undefined {
    for (const variant of this.#variants) {
      if (!texts || !variant.texts) {
        if (texts === variant.texts) return variant;
        continue;
      }
      if (contradict(variant.texts, texts)) continue;
      for (const [glyph, text] of texts) variant.texts.set(glyph, text);
      return variant;
    }
    if (this.#variants.length === maxVariants) return undefined;
    const variant = { ref: this.#writer.reserve(), texts: texts && new Map(texts) };
    this.#variants.push(variant);
    return variant;
  }

  #take({ program, widths }: SubsetFont): void {
    this.#glyphCount = Math.max(this.#glyphCount, program.glyphCount);
    for (const [glyph, outline] of program.outlines) {
      // A copy, because a view would keep the whole program of every document in memory.
      if (!this.#outlines.has(glyph)) this.#outlines.set(glyph, Buffer.from(outline));
    }
    for (const [glyph, metrics] of program.metrics) {
      if (!this.#metrics.has(glyph) || program.outlines.has(glyph)) this.#metrics.set(glyph, metrics);
    }
    for (const [glyph, width] of widths) this.#widths.set(glyph, width);
    const maxp = program.tables.get('maxp') ?? this.#maxp;
    for (let at = firstMaximum; at + 2 <= Math.min(maxp.length, this.#maxp.length); at += 2) {
      this.#maxp.writeUInt16BE(Math.max(this.#maxp.readUInt16BE(at), maxp.readUInt16BE(at)), at);
    }
  }
}

function contradict(a: ReadonlyMap<number, string>, b: ReadonlyMap<number, string>): boolean {
  for (const [glyph, text] of b) {
    const other = a.get(glyph);
    if (other !== undefined && other !== text) return true;
  }
  return false;
}
