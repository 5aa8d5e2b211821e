/** A bundled font for text that pdfapi itself draws, embedded with the glyphs that are used (ISO 32000-2, 9.7 and 9.9). */
import { createHash } from 'node:crypto';
import { type PdfDict, PdfName, type PdfRef, PdfString, type PdfValue } from '../object.ts';
import { compressedStream } from '../writing/compressed-stream.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';
import { writeGlyphWidths } from './glyph-widths.ts';
import { readCharacterMap } from './program/character-map.ts';
import { parseFontProgram } from './program/font-program.ts';
import { readComponents } from './program/outlines.ts';
import { writeFontProgram } from './program/write-font-program.ts';
import type { TextFont } from './text-font.ts';
import { writeToUnicode } from './to-unicode.ts';

/** Flags of a font descriptor (ISO 32000-2, table 121). */
const symbolic = 4;
const italic = 64;

export class BundledFont implements TextFont {
  readonly resource: PdfRef;
  readonly ascent: number;
  readonly descent: number;
  readonly #name: string;
  readonly #update: IncrementalUpdate;
  readonly #program;
  readonly #glyphs: ReadonlyMap<number, number>;
  /** Glyph → character. */
  readonly #used = new Map<number, string>();

  /** `name`: its PostScript name. `bytes`: a TrueType file. */
  constructor(name: string, bytes: Buffer, update: IncrementalUpdate) {
    const program = parseFontProgram(bytes);
    const glyphs = program && readCharacterMap(program.tables.get('cmap') ?? Buffer.alloc(4));
    const hhea = program?.tables.get('hhea');
    if (!program || !glyphs || !hhea) throw new Error(`${name} is no TrueType font.`);
    this.#name = name;
    this.#update = update;
    this.#program = program;
    this.#glyphs = glyphs;
    this.ascent = this.#scaled(hhea.readInt16BE(4));
    this.descent = -this.#scaled(hhea.readInt16BE(6));
    this.resource = update.add(null);
  }

  widthOf(character: string): number | undefined {
    const glyph = this.#glyphs.get(character.codePointAt(0) ?? 0);
    return glyph === undefined ? undefined : this.#widthOf(glyph);
  }

  encode(text: string): string {
    const codes = [...text].map((character) => {
      const glyph = this.#glyphs.get(character.codePointAt(0) ?? 0) ?? 0;
      if (!this.#used.has(glyph)) this.#used.set(glyph, character);
      return glyph.toString(16).padStart(4, '0');
    });
    return `<${codes.join('')}>`;
  }

  /** Writes the font with the characters that were encoded; null in place of one that was not used. */
  finish(): void {
    if (this.#used.size === 0) return;
    const program = Buffer.from(this.#subset());
    const hash = createHash('sha1').update(program).digest();
    const prefix = Array.from(hash.subarray(0, 6), (byte) => String.fromCharCode(0x41 + (byte % 26))).join(
      '',
    );
    const name = new PdfName(`${prefix}+${this.#name}`);
    const add = (entries: readonly (readonly [string, PdfValue])[]) => this.#update.add(new Map(entries));
    const descriptor = add([
      ['Type', new PdfName('FontDescriptor')],
      ['FontName', name],
      ['Flags', symbolic + (this.#name.includes('Italic') ? italic : 0)],
      ['FontBBox', this.#box()],
      ['ItalicAngle', this.#name.includes('Italic') ? -12 : 0],
      ['Ascent', this.ascent],
      ['Descent', -this.descent],
      ['CapHeight', 714],
      ['StemV', this.#name.includes('Bold') ? 140 : 90],
      ['FontFile2', this.#update.add(compressedStream(program, [['Length1', program.length]]))],
    ]);
    const widths = new Map([...this.#used.keys()].map((glyph) => [glyph, this.#widthOf(glyph)]));
    const glyphs = add([
      ['Type', new PdfName('Font')],
      ['Subtype', new PdfName('CIDFontType2')],
      ['BaseFont', name],
      ['CIDSystemInfo', systemInfo()],
      ['FontDescriptor', descriptor],
      ['DW', 0],
      ['W', writeGlyphWidths(widths)],
      ['CIDToGIDMap', new PdfName('Identity')],
    ]);
    const texts = new Map([...this.#used].map(([glyph, character]) => [glyph, utf16(character)]));
    const toUnicode = compressedStream(Buffer.from(writeToUnicode(texts), 'latin1'));
    const font: PdfDict = new Map<string, PdfValue>([
      ['Type', new PdfName('Font')],
      ['Subtype', new PdfName('Type0')],
      ['BaseFont', name],
      ['Encoding', new PdfName('Identity-H')],
      ['DescendantFonts', [glyphs]],
      ['ToUnicode', this.#update.add(toUnicode)],
    ]);
    this.#update.replace(this.resource, font);
  }

  /** Keeps the glyphs in use, those that they consist of, and the one for missing characters. */
  #subset(): Buffer {
    const { outlines, metrics } = this.#program;
    const kept = new Set([0, ...this.#used.keys()]);
    // Iteration includes glyphs that are added meanwhile.
    for (const glyph of kept) {
      const outline = outlines.get(glyph);
      if (outline) for (const component of readComponents(outline)) kept.add(component);
    }
    const only = <Value>(map: ReadonlyMap<number, Value>) =>
      new Map([...map].filter(([glyph]) => kept.has(glyph)));
    return writeFontProgram({ ...this.#program, outlines: only(outlines), metrics: only(metrics) });
  }

  #widthOf = (glyph: number): number => this.#scaled(this.#program.metrics.get(glyph)?.advance ?? 0);

  #box(): number[] {
    const head = this.#program.tables.get('head') ?? Buffer.alloc(54);
    return [36, 38, 40, 42].map((at) => this.#scaled(head.readInt16BE(at)));
  }

  #scaled = (units: number): number => Math.round((units * 1_000_000) / this.#program.unitsPerEm) / 1000;
}

const systemInfo = (): PdfDict =>
  new Map<string, PdfValue>([
    ['Registry', new PdfString('Adobe')],
    ['Ordering', new PdfString('Identity')],
    ['Supplement', 0],
  ]);

const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
