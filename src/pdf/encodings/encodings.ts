/** The encodings of simple fonts: character code → name of the glyph (ISO 32000-1, annex D). */
import { getName, isDict, PdfName, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { cffStandardStrings } from './cff-standard-strings.ts';
import { glyphNameToText } from './glyph-list.ts';

/** 256 names; `.notdef` where the encoding has none. */
export type NamedEncoding = readonly string[];

const notdef = '.notdef';
const codes = Array.from({ length: 256 }, (_, code) => code);

/** The Latin names, which are the first of the standard strings. */
const latinNames = 229;

let namesByText: ReadonlyMap<string, string> | undefined;

function latinName(text: string): string | undefined {
  namesByText ??= new Map([
    ...cffStandardStrings.slice(1, latinNames).map((name) => [glyphNameToText(name) ?? name, name] as const),
    ['\u20ac', 'Euro'],
  ]);
  return namesByText.get(text);
}

const cache = new Map<string, NamedEncoding>();

/** Undefined for other names than those of the three Latin encodings. */
export function namedEncoding(name: string | undefined): NamedEncoding | undefined {
  const make = name === undefined ? undefined : makers[name];
  if (name === undefined || !make) return undefined;
  const encoding = cache.get(name) ?? make();
  cache.set(name, encoding);
  return encoding;
}

const makers: Readonly<Record<string, () => NamedEncoding>> = {
  WinAnsiEncoding: () => {
    const decoder = new TextDecoder('windows-1252');
    return codes.map((code) => {
      if (code < 0x20) return notdef;
      if (code === 0xa0) return 'space';
      if (code === 0xad) return 'hyphen';
      return latinName(decoder.decode(Uint8Array.of(code))) ?? 'bullet';
    });
  },
  MacRomanEncoding: () => {
    const decoder = new TextDecoder('macintosh');
    return codes.map((code) => {
      if (code < 0x20) return notdef;
      if (code === 0xca) return 'space';
      if (code === 0xdb) return 'currency';
      return latinName(decoder.decode(Uint8Array.of(code))) ?? notdef;
    });
  },
  StandardEncoding: () => codes.map((code) => cffStandardStrings[standardString(code)] ?? notdef),
};

/** Codes of the standard encoding and the first of the consecutive strings that they mean. */
const standardRanges = [
  [0x20, 0x7e, 1],
  [161, 175, 96],
  [177, 180, 111],
  [182, 189, 115],
  [191, 191, 123],
  [193, 200, 124],
  [202, 203, 132],
  [205, 208, 134],
  [225, 225, 138],
  [227, 227, 139],
  [232, 235, 140],
  [241, 241, 144],
  [245, 245, 145],
  [248, 251, 146],
] as const;

/** The number of the standard string that a code of the standard encoding means. 0 for `.notdef`. */
function standardString(code: number): number {
  const range = standardRanges.find(([first, last]) => code >= first && code <= last);
  return range ? range[2] + code - range[0] : 0;
}

/** The code that the standard Macintosh encoding has for a glyph, for fonts with a Macintosh character map. */
export function macintoshCode(name: string): number | undefined {
  const text = glyphNameToText(name);
  if (text === undefined) return undefined;
  macintoshCodes ??= new Map(
    codes.map((code) => [new TextDecoder('macintosh').decode(Uint8Array.of(code)), code] as const),
  );
  return macintoshCodes.get(text);
}

let macintoshCodes: ReadonlyMap<string, number> | undefined;

export interface FontEncoding {
  /** The name in the font, or that of the encoding it is based on. */
  readonly base: string | undefined;
  /** Undefined if the font has no list of differences. */
  readonly differences: ReadonlyMap<number, string> | undefined;
  /** Whether the font has an encoding at all. */
  readonly isPresent: boolean;
}

/** Reads `Encoding` of a simple font. */
export function readEncoding(file: PdfReader, value: PdfValue): FontEncoding {
  if (value instanceof PdfName) return { base: value.value, differences: undefined, isPresent: true };
  if (!isDict(value)) return { base: undefined, differences: undefined, isPresent: value !== null };
  const list = file.array(value, 'Differences');
  return {
    base: file.name(value, 'BaseEncoding'),
    differences: list && readDifferences(file, list),
    isPresent: true,
  };
}

function readDifferences(file: PdfReader, list: readonly PdfValue[]): Map<number, string> {
  const differences = new Map<number, string>();
  let code = 0;
  for (const item of list) {
    const value = file.resolve(item);
    const name = getName(value);
    if (typeof value === 'number') code = value;
    else if (name !== undefined) differences.set(code++, name);
  }
  return differences;
}
