/** Fonts with codes of one byte: Type 1, TrueType and Type 3 (ISO 32000-1, 9.6). */

import { type FontEncoding, macintoshCode, namedEncoding, readEncoding } from '#pdf/encodings/encodings';
import { glyphNameToText } from '#pdf/encodings/glyph-list';
import { type PdfDict, PdfStream } from '#pdf/object';
import type { CheckedDocument } from '../model/checked-document.ts';
import { readCff } from './cff-font.ts';
import { type CheckedFont, type GlyphFacts, knownText } from './checked-font.ts';
import { type CMap, readCMap, textOfCode } from './cmap.ts';
import type { NamedProgram } from './embedded-program.ts';
import { readFontTables, readTrueType, type TrueTypeProgram } from './truetype-font.ts';
import { readType1 } from './type1-font.ts';

const symbolicFlag = 4;
const notdef = '.notdef';

export interface SimpleFont extends CheckedFont {
  readonly encoding: FontEncoding;
  readonly descriptor: PdfDict;
  readonly trueType: TrueTypeProgram | undefined;
  readonly named: NamedProgram | undefined;
}

/** Reads the font and, on demand, its glyphs. */
export function readSimpleFont(document: CheckedDocument, dict: PdfDict): SimpleFont {
  const { file } = document;
  const subtype = document.nameAt(dict, 'Subtype');
  const descriptor = file.dict(dict, 'FontDescriptor') ?? new Map();
  const isSymbolic = ((file.number(descriptor, 'Flags') ?? 0) & symbolicFlag) !== 0;
  const encoding = readEncoding(file, file.get(dict, 'Encoding'));
  const trueType = subtype === 'TrueType' ? readTrueTypeProgram(document, descriptor) : undefined;
  const named =
    subtype === 'TrueType' || subtype === 'Type3' ? undefined : readNamedProgram(document, descriptor);
  const toUnicode = readUnicodeMap(document, dict);
  const names = nameOfCode(encoding);
  const glyphs = new Map<number, GlyphFacts>();
  const type3 = subtype === 'Type3' ? file.dict(dict, 'CharProcs') : undefined;
  const find = (code: number): GlyphFacts => {
    const name = names(code);
    const found = type3
      ? type3Glyph(document, type3, name)
      : trueType
        ? trueTypeGlyph(trueType, encoding, isSymbolic, code)
        : namedGlyph(named, name, code);
    const missingWidth = file.number(descriptor, 'MissingWidth') ?? 0;
    return {
      // Each font has a glyph for missing characters, which code 0 may mean.
      isPresent: found.isPresent === undefined || type3 ? found.isPresent : code === 0 || found.isPresent,
      programWidth: found.isPresent === undefined ? undefined : (found.width ?? missingWidth),
      width: dictWidth(document, dict, descriptor, code),
      name: name ?? (code === 0 && subtype === 'TrueType' ? notdef : undefined),
      text: toUnicode(code) ?? textOfName(name ?? programName(trueType, named, encoding, isSymbolic, code)),
    };
  };
  return {
    dict,
    subtype,
    label: labelOf(document.nameAt(dict, 'BaseFont') ?? document.nameAt(dict, 'Name')),
    object: document.objectNumber(dict),
    program: trueType ?? named,
    isSymbolic,
    encoding,
    descriptor,
    trueType,
    named,
    codes: (shown) => Buffer.from(shown, 'latin1'),
    glyph: (code) => {
      const known = glyphs.get(code) ?? find(code);
      glyphs.set(code, known);
      return known;
    },
  };
}

/** `ABCDEF+Name` → `Name`. */
export function labelOf(name: string | undefined): string {
  return name?.replace(/^[A-Z]{6}\+/, '') ?? 'without a name';
}

/** The map `ToUnicode` of a font. */
export function readUnicodeMap(
  document: CheckedDocument,
  dict: PdfDict,
): (code: number) => string | undefined {
  const value = document.file.get(dict, 'ToUnicode');
  let map: CMap | undefined;
  if (value instanceof PdfStream) {
    const bytes = document.decode(value);
    return (code) => {
      if (!bytes) return undefined;
      map ??= readCMap(bytes);
      return textOfCode(map, code);
    };
  }
  const isIdentity = document.nameAt(dict, 'ToUnicode')?.startsWith('Identity-') ?? false;
  return (code) => (isIdentity ? String.fromCharCode(code) : undefined);
}

/** The name of a code in the dictionary's encoding alone. */
function nameOfCode({ base, differences }: FontEncoding): (code: number) => string | undefined {
  const isNamed = base === 'WinAnsiEncoding' || base === 'MacRomanEncoding';
  const names = isNamed ? namedEncoding(base) : undefined;
  return (code) => differences?.get(code) ?? (names ? (names[code] ?? notdef) : undefined);
}

function textOfName(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  return glyphNameToText(name) ?? (symbolNames.test(name) ? knownText : undefined);
}

/** Glyphs of ZapfDingbats (`a1` to `a206`) and some of Symbol, which are in no list of characters. */
const symbolNames =
  /^(?:a\d{1,3}|apple|angleleft|angleright|bracketleftbt|radicalex|registersans|registerserif|copyrightsans|copyrightserif|trademarksans|trademarkserif)$/;

function programName(
  trueType: TrueTypeProgram | undefined,
  named: NamedProgram | undefined,
  encoding: FontEncoding,
  isSymbolic: boolean,
  code: number,
): string | undefined {
  if (named) return named.nameOfCode(code) ?? notdef;
  if (!trueType) return undefined;
  // The codes of symbol fonts mean nothing outside the font.
  return isSymbolic || !encoding.isPresent ? undefined : trueTypeNames(encoding)[code];
}

function readTrueTypeProgram(document: CheckedDocument, descriptor: PdfDict): TrueTypeProgram | undefined {
  const { file } = document;
  const stream = [file.get(descriptor, 'FontFile2'), file.get(descriptor, 'FontFile3')].find(
    (value) => value instanceof PdfStream,
  );
  const bytes = stream && document.decode(stream);
  return bytes && readTrueType(bytes);
}

function readNamedProgram(document: CheckedDocument, descriptor: PdfDict): NamedProgram | undefined {
  const { file } = document;
  const type1 = file.get(descriptor, 'FontFile');
  if (type1 instanceof PdfStream) {
    const bytes = document.decode(type1);
    return bytes && readType1(bytes);
  }
  const compact = file.get(descriptor, 'FontFile3');
  if (!(compact instanceof PdfStream)) return undefined;
  const bytes = document.decode(compact);
  const kind = document.nameAt(compact.dict, 'Subtype');
  if (!bytes || (kind !== 'Type1C' && kind !== 'OpenType')) return undefined;
  return kind === 'OpenType' ? readOpenTypeCff(bytes) : readCff(bytes);
}

/** The table `CFF ` of an OpenType font. Undefined if it has none. */
export function readOpenTypeCff(bytes: Buffer): ReturnType<typeof readCff> {
  try {
    const table = readFontTables(bytes).get('CFF ');
    return table && readCff(table);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

interface Found {
  readonly isPresent: boolean | undefined;
  readonly width: number | undefined;
}

const unknown: Found = { isPresent: undefined, width: undefined };

function namedGlyph(program: NamedProgram | undefined, name: string | undefined, code: number): Found {
  if (!program) return unknown;
  const used = name ?? program.nameOfCode(code) ?? notdef;
  const glyph = program.glyphOfName(used);
  const width = program.widthOf(glyph ?? program.glyphOfName(notdef) ?? 0);
  return { isPresent: glyph !== undefined, width };
}

function type3Glyph(document: CheckedDocument, procedures: PdfDict, name: string | undefined): Found {
  const stream = name === undefined ? null : document.file.get(procedures, name);
  if (!(stream instanceof PdfStream)) return { isPresent: false, width: undefined };
  const content = document.decode(stream)?.toString('latin1') ?? '';
  const width = /^\s*([-+\d.]+)\s[-+\d.\s]*?d[01]\b/.exec(content)?.[1];
  return { isPresent: true, width: width === undefined ? undefined : Number(width) };
}

/** The names of a TrueType font's encoding, which is based on the standard one where it is silent. */
function trueTypeNames({ base, differences }: FontEncoding): readonly string[] {
  const standard = namedEncoding('StandardEncoding') ?? [];
  const names = namedEncoding(base) ?? standard;
  return standard.map((own, code) => {
    const name = differences?.get(code) ?? names[code] ?? notdef;
    return name === notdef && differences ? own : name;
  });
}

function trueTypeGlyph(
  program: TrueTypeProgram,
  encoding: FontEncoding,
  isSymbolic: boolean,
  code: number,
): Found {
  if (isSymbolic || !encoding.isPresent) return symbolicGlyph(program, code);
  const name = trueTypeNames(encoding)[code] ?? notdef;
  const glyph = glyphOfCharacter(program, name) || (program.glyphOfName(name) ?? 0);
  return {
    isPresent: name !== notdef && glyph > 0 && glyph < program.glyphCount,
    width: program.widthOf(glyph),
  };
}

const [microsoft, macintosh] = [3, 1];

function glyphOfCharacter(program: TrueTypeProgram, name: string): number {
  const character = glyphNameToText(name)?.codePointAt(0);
  const glyph = character === undefined ? undefined : program.characterMap(microsoft, 1)?.get(character);
  if (glyph) return glyph;
  const code = macintoshCode(name);
  return (code === undefined ? undefined : program.characterMap(macintosh, 0)?.get(code)) ?? 0;
}

/** Codes of symbol fonts are in a private area of 256 characters. */
const symbolAreas = [0x0000, 0xf000, 0xf100, 0xf200];

function symbolicGlyph(program: TrueTypeProgram, code: number): Found {
  const symbols = program.characterMap(microsoft, 0);
  const [sample = 0] = symbols?.keys() ?? [];
  const area = sample & 0xff00;
  const glyph = (symbolAreas.includes(area) ? symbols?.get(area + code) : undefined) ?? 0;
  if (symbols && glyph) return { isPresent: true, width: program.widthOf(glyph) };
  const other = program.characterMap(macintosh, 0)?.get(code) ?? 0;
  return { isPresent: !symbols && other !== 0, width: program.widthOf(other) };
}

function dictWidth({ file }: CheckedDocument, dict: PdfDict, descriptor: PdfDict, code: number): number {
  const widths = file.array(dict, 'Widths');
  const first = file.number(dict, 'FirstChar');
  const last = file.number(dict, 'LastChar');
  if (widths && first !== undefined && last !== undefined && code >= first && code <= last) {
    const width = file.resolve(widths[code - first]);
    return typeof width === 'number' ? width : 0;
  }
  return file.number(descriptor, 'MissingWidth') ?? 0;
}
