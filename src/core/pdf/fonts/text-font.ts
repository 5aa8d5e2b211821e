/** A TrueType font for text that pdfapi itself draws: embedded with the glyphs of that text (ISO 32000-2, 9.7 and 9.9). */
import { readCharacterMap } from '../../fonts/character-map.ts';
import { readTables, writeTables } from '../../fonts/sfnt.ts';
import { subsetFont } from '../../fonts/subset-font.ts';
import { type PdfDict, PdfName, type PdfRef, PdfString, type PdfValue } from '../object.ts';
import { compressedStream } from '../writing/compressed-stream.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';

export interface TextFont {
  /** Characters that the font does not have are not drawn. */
  has(character: string): boolean;
  /** Of a text of size 1. */
  width(text: string): number;
  /** The text as the hexadecimal string of `Tj`. */
  encode(text: string): string;
  /** Adds the font with the glyphs of all texts that were encoded. */
  embed(update: IncrementalUpdate): PdfRef;
}

/** What a font program in a PDF needs; the rest is for laying out text (ISO 32000-2, 9.9.1). */
const neededTables = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'];

/** Symbolic, since its encoding is its own. */
const symbolic = 4;

/** Throws for a font that is not TrueType, which is a mistake of the caller. */
export function openTextFont(program: Uint8Array, name: string): TextFont {
  const tables = readTables(Buffer.from(program.buffer, program.byteOffset, program.length));
  const [head, hhea, hmtx, cmap] = ['head', 'hhea', 'hmtx', 'cmap'].map((key) => tables?.get(key));
  const characters = cmap && readCharacterMap(cmap);
  if (!head || !hhea || !hmtx || !characters) throw new Error(`${name} is not a TrueType font.`);
  const unitsPerEm = head.readUInt16BE(18);
  const scaled = (units: number) => Math.round((units * 1000) / unitsPerEm);
  const metrics = hhea.readUInt16BE(34);
  const advance = (glyph: number) => scaled(hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4));
  const used = new Map<number, number>();
  const glyphOf = (character: string) => characters.get(character.codePointAt(0) ?? 0) ?? 0;

  return {
    has: (character) => glyphOf(character) !== 0,
    width: (text) => [...text].reduce((sum, character) => sum + advance(glyphOf(character)), 0) / 1000,
    encode(text) {
      const glyphs = [...text].map((character) => {
        const glyph = glyphOf(character);
        used.set(glyph, character.codePointAt(0) ?? 0);
        return glyph;
      });
      return `<${glyphs.map(hex).join('')}>`;
    },
    embed(update) {
      const subset = subsetFont(program, new Set(used.values()));
      const kept = subset && readTables(subset);
      if (!kept) throw new Error(`${name} cannot be subset.`);
      const file = writeTables(new Map([...kept].filter(([key]) => neededTables.includes(key))));
      const baseFont = new PdfName(`PDFAPI+${name}`);
      const box = [36, 38, 40, 42].map((at) => scaled(head.readInt16BE(at)));
      const descriptor = update.add(
        dict([
          ['Type', new PdfName('FontDescriptor')],
          ['FontName', baseFont],
          ['Flags', symbolic],
          ['FontBBox', box],
          ['ItalicAngle', 0],
          ['Ascent', scaled(hhea.readInt16BE(4))],
          ['Descent', scaled(hhea.readInt16BE(6))],
          ['CapHeight', scaled(hhea.readInt16BE(4))],
          ['StemV', 80],
          ['FontFile2', update.add(compressedStream(file, [['Length1', file.length]]))],
        ]),
      );
      const descendant = update.add(
        dict([
          ['Type', new PdfName('Font')],
          ['Subtype', new PdfName('CIDFontType2')],
          ['BaseFont', baseFont],
          [
            'CIDSystemInfo',
            dict([
              ['Registry', new PdfString('Adobe')],
              ['Ordering', new PdfString('Identity')],
              ['Supplement', 0],
            ]),
          ],
          ['FontDescriptor', descriptor],
          ['DW', 0],
          ['W', [...used.keys()].toSorted((a, b) => a - b).flatMap((glyph) => [glyph, [advance(glyph)]])],
          ['CIDToGIDMap', new PdfName('Identity')],
        ]),
      );
      return update.add(
        dict([
          ['Type', new PdfName('Font')],
          ['Subtype', new PdfName('Type0')],
          ['BaseFont', baseFont],
          ['Encoding', new PdfName('Identity-H')],
          ['DescendantFonts', [descendant]],
          ['ToUnicode', update.add(compressedStream(Buffer.from(toUnicode(used), 'latin1')))],
        ]),
      );
    },
  };
}

const dict = (entries: readonly (readonly [string, PdfValue])[]): PdfDict => new Map(entries);

const hex = (number: number): string => number.toString(16).padStart(4, '0');

/** At most 100 lines a block (Adobe Technical Note 5411). */
const linesPerBlock = 100;

function toUnicode(glyphs: ReadonlyMap<number, number>): string {
  const lines = [...glyphs].map(([glyph, character]) => {
    const units = [...Array(String.fromCodePoint(character).length).keys()];
    return `<${hex(glyph)}> <${units.map((unit) => hex(String.fromCodePoint(character).charCodeAt(unit))).join('')}>`;
  });
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += linesPerBlock) {
    const block = lines.slice(at, at + linesPerBlock);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}
