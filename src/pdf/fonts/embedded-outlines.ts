/** Fonts that an `OutlineUnion` wrote: those of documents that are merged can be united again. */

import { plainDict } from '../document/plain-dict.ts';
import { isNamed, type PdfDict, PdfStream } from '../object.ts';
import { hasUndoableFilter } from '../reading/has-undoable-filter.ts';
import type { PdfReader } from '../reading/reader.ts';
import { readDifferences } from './differences.ts';
import { faceOf, glyphEntries, glyphNumber, type OutlineCode, type OutlineFont } from './outline-font.ts';
import { readPlainCff } from './program/plain-cff.ts';
import { readFontTexts } from './read-font-texts.ts';

/** Undefined for fonts of other producers. Throws `malformed`, `too_large`. */
export function readEmbeddedOutlines(file: PdfReader, font: PdfDict): OutlineFont | undefined {
  if (!isNamed(file.get(font, 'Subtype'), 'Type1') || file.number(font, 'FirstChar') !== 0) return undefined;
  const source = file.dict(font, 'FontDescriptor');
  const program = source && file.get(source, 'FontFile3');
  if (!source || !(program instanceof PdfStream) || !hasUndoableFilter(file, program)) return undefined;
  if (!isNamed(file.get(program.dict, 'Subtype'), 'Type1C')) return undefined;
  const name = /^[A-Z]{6}\+(.+)$/.exec(file.name(source, 'FontName') ?? '')?.[1];
  const names = readDifferences(file, font);
  const widths = file.array(font, 'Widths');
  const descriptor = plainDict(file, source, glyphEntries);
  const texts = readFontTexts(file, font);
  if (!name || !names || !widths || !descriptor || texts === 'unknown') return undefined;
  const cff = readPlainCff(Buffer.from(file.decode(program)));
  if (!cff) return undefined;
  const charstrings = new Map<string, Buffer>();
  const codes = new Map<number, OutlineCode>();
  for (const [code, glyph] of names) {
    const charstring = cff.charstrings.get(glyph);
    const width = file.resolve(widths[code]);
    if (glyphNumber(glyph) === undefined || !charstring || typeof width !== 'number') return undefined;
    charstrings.set(glyph, charstring);
    codes.set(code, { glyph, width });
  }
  const { unitsPerEm, box } = cff;
  const face = faceOf(name, unitsPerEm, descriptor);
  return { name, face, descriptor, unitsPerEm, box, charstrings, codes, texts };
}
