/** Fonts with codes of several bytes: Type 0 and its CIDFont (ISO 32000-1, 9.7). */
import { isDict, type PdfDict, PdfStream, type PdfValue } from '#pdf/object';
import type { CheckedDocument } from '../model/checked-document.ts';
import { type CffProgram, readCff } from './cff-font.ts';
import { type CheckedFont, type GlyphFacts, knownText } from './checked-font.ts';
import { type CMap, cidOfCode, readCMap, readCodesByRanges } from './cmap.ts';
import { isIdentityCMap } from './predefined-cmaps.ts';
import { labelOf, readOpenTypeCff, readUnicodeMap } from './simple-font.ts';
import { readTrueType, type TrueTypeProgram } from './truetype-font.ts';

export interface CompositeFont extends CheckedFont {
  /** The CIDFont. Empty if the font has none. */
  readonly descendant: PdfDict;
  readonly descriptor: PdfDict;
  readonly trueType: TrueTypeProgram | undefined;
  readonly cff: CffProgram | undefined;
  /** Undefined if CIDs are glyph numbers. */
  readonly glyphsByCid: Buffer | undefined;
}

const symbolicFlag = 4;
const defaultWidth = 1000;

/** Reads the font and, on demand, its glyphs. */
export function readCompositeFont(document: CheckedDocument, dict: PdfDict): CompositeFont {
  const { file } = document;
  const first = file.resolve(file.array(dict, 'DescendantFonts')?.[0]);
  const descendant: PdfDict = isDict(first) ? first : new Map();
  const descriptor = file.dict(descendant, 'FontDescriptor') ?? new Map();
  const isType2 = document.nameAt(descendant, 'Subtype') === 'CIDFontType2';
  const { trueType, cff } = readPrograms(document, descriptor, isType2);
  const glyphsByCid = readCidToGid(document, descendant);
  const codes = readCodeMap(document, file.get(dict, 'Encoding'));
  const toUnicode = readUnicodeMap(document, dict);
  const widths = lazily(() => readWidths(document, descendant));
  const hasKnownText = isAdobeCollection(document, descendant);
  const find = (code: number): GlyphFacts => {
    const cid = codes.cid(code);
    const glyph = trueType
      ? trueTypeGlyph(trueType, glyphsByCid, cid)
      : cff
        ? cffGlyph(cff, cid)
        : { isPresent: undefined, width: undefined };
    const standard = file.number(descendant, 'DW') ?? defaultWidth;
    return {
      isPresent: glyph.isPresent === undefined ? undefined : code === 0 || glyph.isPresent,
      programWidth: glyph.isPresent === undefined ? undefined : (glyph.width ?? standard),
      width: widths().get(cid ?? 0) ?? standard,
      name: glyph.isPresent === false ? '.notdef' : undefined,
      text: toUnicode(code) ?? (hasKnownText ? knownText : undefined),
    };
  };
  const glyphs = new Map<number, GlyphFacts>();
  return {
    dict,
    subtype: 'Type0',
    label: labelOf(document.nameAt(descendant, 'BaseFont') ?? document.nameAt(dict, 'BaseFont')),
    object: document.objectNumber(dict),
    program: trueType ?? cff,
    isSymbolic: ((file.number(descriptor, 'Flags') ?? 0) & symbolicFlag) !== 0,
    descendant,
    descriptor,
    trueType,
    cff,
    glyphsByCid,
    codes: codes.read,
    glyph: (code) => {
      const known = glyphs.get(code) ?? find(code);
      glyphs.set(code, known);
      return known;
    },
  };
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function readPrograms(
  document: CheckedDocument,
  descriptor: PdfDict,
  isType2: boolean,
): { trueType?: TrueTypeProgram | undefined; cff?: CffProgram | undefined } {
  const { file } = document;
  const trueType = file.get(descriptor, 'FontFile2');
  if (isType2 && trueType instanceof PdfStream) {
    const bytes = document.decode(trueType);
    return { trueType: bytes && readTrueType(bytes) };
  }
  const compact = file.get(descriptor, 'FontFile3');
  if (!(compact instanceof PdfStream)) return {};
  const bytes = document.decode(compact);
  const kind = document.nameAt(compact.dict, 'Subtype');
  if (bytes && kind === 'CIDFontType0C') return { cff: readCff(bytes) };
  if (!bytes || kind !== 'OpenType') return {};
  return isType2 ? { trueType: readTrueType(bytes) } : { cff: readOpenTypeCff(bytes) };
}

function readCidToGid(document: CheckedDocument, descendant: PdfDict): Buffer | undefined {
  const value = document.file.get(descendant, 'CIDToGIDMap');
  return value instanceof PdfStream ? document.decode(value) : undefined;
}

interface Found {
  readonly isPresent: boolean | undefined;
  readonly width: number | undefined;
}

/** The glyph of a CID. Undefined if the map is too short for it. */
export function glyphOfCid(glyphsByCid: Buffer | undefined, cid: number): number | undefined {
  if (!glyphsByCid) return cid;
  return cid * 2 + 1 < glyphsByCid.length ? glyphsByCid.readUInt16BE(cid * 2) : undefined;
}

function trueTypeGlyph(
  program: TrueTypeProgram,
  glyphsByCid: Buffer | undefined,
  cid: number | undefined,
): Found {
  const glyph = glyphOfCid(glyphsByCid, cid ?? 0);
  const isPresent = cid !== undefined && cid !== 0 && glyph !== undefined && glyph < program.glyphCount;
  return { isPresent, width: program.widthOf(glyph ?? 0) };
}

function cffGlyph(program: CffProgram, cid: number | undefined): Found {
  const { glyphsByCid } = program;
  // The glyph numbers of a program with names are the CIDs.
  if (!glyphsByCid) return { isPresent: (cid ?? 0) < program.glyphCount, width: program.widthOf(cid ?? 0) };
  const glyph = glyphsByCid.get(cid ?? 0);
  const isPresent = cid !== undefined && glyph !== undefined && glyph !== 0;
  return { isPresent, width: glyph === undefined ? undefined : program.widthOf(glyph) };
}

interface CodeMap {
  readonly read: (shown: string) => Iterable<number>;
  /** Undefined for codes that the map does not have. */
  readonly cid: (code: number) => number | undefined;
}

const identity: CodeMap = { read: readPairs, cid: (code) => code };

/** The codes of other predefined CMaps are not known here. No glyph of such a font is checked. */
const unreadable: CodeMap = { read: () => [], cid: () => undefined };

function readCodeMap(document: CheckedDocument, encoding: PdfValue): CodeMap {
  if (!(encoding instanceof PdfStream)) {
    const name =
      encoding !== null && typeof encoding === 'object' && 'value' in encoding ? encoding.value : undefined;
    return isIdentityCMap(name) ? identity : unreadable;
  }
  const maps = readMaps(document, encoding, 0);
  if (!maps) return unreadable;
  const ranges = maps.flatMap(({ codeRanges }) => codeRanges);
  return {
    read: (shown) => readCodesByRanges(shown, ranges),
    cid: (code) => {
      for (const map of maps) {
        const cid = cidOfCode(map, code);
        if (cid !== undefined) return cid;
      }
      return undefined;
    },
  };
}

/** CMaps may use others, which use others. */
const maxUsedMaps = 8;

/** The map and those that it uses. Undefined if it uses one that is not in the file. */
function readMaps(document: CheckedDocument, stream: PdfStream, depth: number): CMap[] | undefined {
  const bytes = document.decode(stream);
  if (!bytes || depth > maxUsedMaps) return undefined;
  const map = readCMap(bytes);
  const used = document.file.get(stream.dict, 'UseCMap');
  if (used === null) return [map];
  const others = used instanceof PdfStream ? readMaps(document, used, depth + 1) : undefined;
  return others && [map, ...others];
}

/** Readers complete a single last byte with one of ones. */
function readPairs(shown: string): number[] {
  const codes: number[] = [];
  for (let at = 0; at < shown.length; at += 2) {
    const second = at + 1 < shown.length ? shown.charCodeAt(at + 1) : 0xff;
    codes.push(shown.charCodeAt(at) * 256 + second);
  }
  return codes;
}

/** Ranges of the array may be as long as there are CIDs. */
const maxCid = 0xffff;

function readWidths({ file }: CheckedDocument, descendant: PdfDict): Map<number, number> {
  const widths = new Map<number, number>();
  const list = file.array(descendant, 'W') ?? [];
  for (let i = 0; i + 1 < list.length; ) {
    const [first, second] = [file.resolve(list[i]), file.resolve(list[i + 1])];
    if (typeof first !== 'number') break;
    if (Array.isArray(second)) {
      for (const [offset, item] of second.entries()) {
        const width = file.resolve(item);
        if (typeof width === 'number') widths.set(first + offset, width);
      }
      i += 2;
      continue;
    }
    const width = file.resolve(list[i + 2]);
    if (typeof second === 'number' && typeof width === 'number') {
      for (let cid = first; cid <= Math.min(second, maxCid); cid++) widths.set(cid, width);
    }
    i += 3;
  }
  return widths;
}

const adobeOrderings = new Set(['Japan1', 'CNS1', 'GB1', 'Korea1', 'KR']);

/** Fonts for the characters of Adobe's collections, whose CIDs have a known meaning. */
function isAdobeCollection({ file }: CheckedDocument, descendant: PdfDict): boolean {
  const info = file.dict(descendant, 'CIDSystemInfo');
  if (!info || file.string(info, 'Registry')?.bytes !== 'Adobe') return false;
  return adobeOrderings.has(file.string(info, 'Ordering')?.bytes ?? '');
}
