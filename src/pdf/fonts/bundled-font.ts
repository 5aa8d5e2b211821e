/** A bundled font for text that pdfapi itself draws, embedded with the glyphs that are used (ISO 32000-2, 9.7 and 9.9). */
import { createHash } from 'node:crypto';
import { type PdfDict, PdfName, type PdfRef, PdfString, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { compressedStream } from '../writing/compressed-stream.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';
import { writeGlyphWidths } from './glyph-widths.ts';
import { readCharacterMap } from './program/character-map.ts';
import { addCompositeGlyphs } from './program/composite-glyphs.ts';
import { type FontProgram, parseFontProgram } from './program/font-program.ts';
import { readComponents } from './program/outlines.ts';
import { writeFontProgram } from './program/write-font-program.ts';
import { type GlyphCluster, shaperOf } from './shaping.ts';
import type { TextFont } from './text-font.ts';
import { lineOf, type TextLine } from './text-line.ts';
import { digitsOfText, writeToUnicode } from './to-unicode.ts';

/** Flags of a font descriptor (ISO 32000-2, table 121). */
const symbolic = 4;
const italic = 64;

/** Codes have two bytes. */
const maxGlyph = 0xffff;

export class BundledFont implements TextFont {
  readonly ascent: number;
  readonly descent: number;
  readonly #name: string;
  readonly #bytes: Buffer;
  readonly #update: IncrementalUpdate;
  readonly #program;
  readonly #characters: ReadonlyMap<number, number>;
  /** Glyph → text. */
  readonly #used = new Map<number, string>();
  /** Glyphs that consist of others, numbered after those of the font, and how they are found again. */
  readonly #composites: GlyphCluster[] = [];
  readonly #known = new Map<string, number>();
  #resource: PdfRef | undefined;

  /** `name`: its PostScript name. `bytes`: a TrueType file. */
  constructor(name: string, bytes: Buffer, update: IncrementalUpdate) {
    const program = parseFontProgram(bytes);
    const characters = program && readCharacterMap(program.tables.get('cmap') ?? Buffer.alloc(4));
    const hhea = program?.tables.get('hhea');
    if (!program || !characters || !hhea) throw new Error(`${name} is no TrueType font.`);
    this.#name = name;
    this.#bytes = bytes;
    this.#update = update;
    this.#program = program;
    this.#characters = characters;
    this.ascent = this.#scaled(hhea.readInt16BE(4));
    this.descent = -this.#scaled(hhea.readInt16BE(6));
  }

  get resource(): PdfRef {
    this.#resource ??= this.#update.add(null);
    return this.#resource;
  }

  missingIn(text: string): string[] {
    // Signs that only join letters or keep them apart have no glyph.
    const shown = lineOf(text).map((run) =>
      run.isFromRight ? run.text.replace(/[\u200c\u200d]/g, '') : run.text,
    );
    return [...new Set(shown.join(''))].filter((each) => !this.#characters.has(each.codePointAt(0) ?? 0));
  }

  widthOf = (line: TextLine): number =>
    this.#scaled(this.#clustersOf(line).reduce((width, { advance }) => width + advance, 0));

  encode(line: TextLine): string {
    const codes = this.#clustersOf(line)
      .flatMap(splitCluster)
      .map((cluster) => this.#codeOf(cluster));
    return `<${codes.map((code) => code.toString(16).padStart(4, '0')).join('')}>`;
  }

  /** Throws for text from right to left outside of `withShaping`. */
  #clustersOf(line: TextLine): GlyphCluster[] {
    return line.flatMap(({ text, isFromRight }) => {
      if (!isFromRight) return [...text].map((character) => this.#clusterOf(character));
      return shaperOf(this.#name, this.#bytes)(text);
    });
  }

  #clusterOf(text: string): GlyphCluster {
    const glyph = this.#characters.get(text.codePointAt(0) ?? 0);
    if (glyph === undefined) throw new Error(`The font does not have ${JSON.stringify(text)}.`);
    return { text, advance: this.#advanceOf(glyph), glyphs: [{ glyph, x: 0, y: 0 }] };
  }

  /**
   * The glyph of the font if it alone is the cluster, in its place, and has no other text; otherwise one that is made for
   * it. So each glyph has one text, and readers need not know which of them make a letter.
   */
  #codeOf(cluster: GlyphCluster): number {
    const { text, advance, glyphs } = cluster;
    const [{ glyph, x, y } = { glyph: 0, x: 0, y: 0 }, ...more] = glyphs;
    const isPlain = more.length === 0 && x === 0 && y === 0 && advance === this.#advanceOf(glyph);
    if (isPlain && (this.#used.get(glyph) ?? text) === text) {
      this.#used.set(glyph, text);
      return glyph;
    }
    const key = JSON.stringify(cluster);
    let code = this.#known.get(key);
    if (code === undefined) {
      code = this.#program.glyphCount + this.#composites.push(cluster) - 1;
      if (code > maxGlyph) throw new PdfError('too_large', 'The text has too many different letters.');
      this.#known.set(key, code);
      this.#used.set(code, text);
    }
    return code;
  }

  /** Writes the font with the characters that were encoded, if there are any. */
  finish(): void {
    if (this.#used.size === 0) return;
    const subset = this.#subset();
    const program = Buffer.from(writeFontProgram(subset));
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
    const { metrics } = subset;
    const widths = new Map(
      [...this.#used.keys()].map((glyph) => [glyph, this.#scaled(metrics.get(glyph)?.advance ?? 0)]),
    );
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
    const texts = new Map([...this.#used].map(([glyph, text]) => [glyph, digitsOfText(text)]));
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
  #subset(): FontProgram {
    const whole = addCompositeGlyphs(this.#program, this.#composites);
    const { outlines, metrics } = whole;
    const kept = new Set([0, ...this.#used.keys()]);
    // Iteration includes glyphs that are added meanwhile.
    for (const glyph of kept) {
      const outline = outlines.get(glyph);
      if (outline) for (const component of readComponents(outline)) kept.add(component);
    }
    const only = <Value>(map: ReadonlyMap<number, Value>) =>
      new Map([...map].filter(([glyph]) => kept.has(glyph)));
    return { ...whole, outlines: only(outlines), metrics: only(metrics) };
  }

  #advanceOf = (glyph: number): number => this.#program.metrics.get(glyph)?.advance ?? 0;

  #box(): number[] {
    const head = this.#program.tables.get('head') ?? Buffer.alloc(54);
    return [36, 38, 40, 42].map((at) => this.#scaled(head.readInt16BE(at)));
  }

  #scaled = (units: number): number => Math.round((units * 1_000_000) / this.#program.unitsPerEm) / 1000;
}

/**
 * The last character of a cluster gets all of its glyphs, and the others none. Readers put characters into order by their
 * places, and take the text of a glyph as it is.
 */
function splitCluster({ text, advance, glyphs }: GlyphCluster): GlyphCluster[] {
  const characters = [...text].reverse();
  const share = Math.floor(advance / characters.length);
  return characters.map((character, i) => ({
    text: character,
    advance: i === 0 ? advance - share * (characters.length - 1) : share,
    glyphs: i === 0 ? glyphs : [],
  }));
}

const systemInfo = (): PdfDict =>
  new Map<string, PdfValue>([
    ['Registry', new PdfString('Adobe')],
    ['Ordering', new PdfString('Identity')],
    ['Supplement', 0],
  ]);
