/** Finds the streams of a PDF that a merge copies without looking into them, and that make up most of a large file. */
import { isDict, isNamed, type PdfDict, PdfName, PdfRef, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { isWhiteSpace } from '../reading/character-class.ts';
import type { CrossReference } from '../reading/cross-reference.ts';
import type { Decryption } from '../reading/encryption/decryption.ts';
import type { StreamCipher } from '../reading/encryption/stream-cipher.ts';
import { isWordAt } from '../reading/is-word-at.ts';
import { ObjectParser } from '../reading/object-parser.ts';
import { streamStart } from '../reading/stream-start.ts';
import type { FileSource } from './file-source.ts';

/**
 * The purpose of a stream. A check of conformance reads `jpeg2000` and `attachment`. `drawing`, the contents of pages
 * and forms, is read by code that draws over pages or drops what they do not use.
 */
type StreamKind = 'image' | 'jpeg2000' | 'attachment' | 'drawing';

export interface LargeStream {
  readonly kind: StreamKind;
  /** Offsets of the data. Both count from the header of the file. */
  readonly start: number;
  readonly end: number;
  /** Whether its data has a filter. A merge compresses data that has none. */
  readonly isCompressed: boolean;
  /** For a stream of an encrypted file. */
  readonly cipher?: StreamCipher | undefined;
  /** Where the object begins. */
  readonly object: number;
  readonly number: number;
  readonly generation: number;
  readonly dict: PdfDict;
}

/** In bytes. Smaller streams stay in the skeleton. */
export interface LargeStreamLimits {
  readonly minBytes: number;
  /** Contents that pages have in common are found by a merge, unless they are as large as this. */
  readonly minDrawingBytes: number;
}

export const largeStreamLimits: LargeStreamLimits = { minBytes: 64 * 1024, minDrawingBytes: 1024 * 1024 };

/** Longer dictionaries of such streams do not occur. */
const maxDictBytes = 16 * 1024;
/** `endstream`, and the white space before it. */
const endLength = 16;

/** In the order of their offsets. Throws `malformed` for a damaged table. */
export function findLargeStreams(
  file: FileSource,
  crossReference: CrossReference,
  limits: LargeStreamLimits,
  decryption?: Decryption,
): LargeStream[] {
  const objects: { readonly number: number; readonly offset: number }[] = [];
  for (const number of crossReference.numbers) {
    const entry = crossReference.find(number);
    if (entry.kind === 'plain' && entry.offset < file.length) objects.push({ number, offset: entry.offset });
  }
  objects.sort((a, b) => a.offset - b.offset);
  const found: LargeStream[] = [];
  for (const [i, { number, offset }] of objects.entries()) {
    const next = objects[i + 1]?.offset ?? file.length;
    if (next - offset < Math.min(limits.minBytes, limits.minDrawingBytes)) continue;
    const stream = readStream(file, crossReference, offset);
    if (stream?.number !== number || stream.end > next) continue;
    const { minBytes, minDrawingBytes } = limits;
    const least = stream.kind === 'drawing' ? minDrawingBytes : minBytes;
    if (stream.end - stream.start < least) continue;
    const cipher = decryption?.cipherOf(stream.dict, stream.number, stream.generation);
    found.push({ ...stream, cipher });
  }
  return found;
}

/** Undefined for another object, and for one that is not as its dictionary says. */
function readStream(
  file: FileSource,
  crossReference: CrossReference,
  object: number,
): LargeStream | undefined {
  const bytes = file.bytes(object, maxDictBytes);
  const parser = new ObjectParser(bytes, 0, file);
  const head = parsed(() => {
    const [number, generation] = [parser.integer(), parser.integer()];
    const value = parser.keyword('obj') ? parser.value() : null;
    return isDict(value) && parser.keyword('stream') ? { number, generation, dict: value } : undefined;
  });
  if (!head || head.number < 0 || head.generation < 0) return undefined;
  const { dict } = head;
  const at = streamStart(bytes, parser.position);
  const length = readLength(file, crossReference, dict.get('Length'));
  const kind = kindOf(dict);
  if (!kind || length === 0) return undefined;
  const start = object + at;
  const end = start + length;
  if (!hasEnd(file.bytes(end, endLength))) return undefined;
  return { ...head, kind, object, start, end, isCompressed: dict.has('Filter') };
}

function hasEnd(bytes: Buffer): boolean {
  let at = 0;
  for (let spaces = 0; spaces < 3 && isWhiteSpace(bytes[at]); spaces++) at++;
  return isWordAt(bytes, at, 'endstream');
}

/** 0 if it is not known. */
function readLength(file: FileSource, crossReference: CrossReference, length: PdfValue | undefined): number {
  if (typeof length === 'number') return Number.isInteger(length) ? length : 0;
  if (!(length instanceof PdfRef)) return 0;
  const entry = crossReference.find(length.number);
  if (entry.kind !== 'plain' || entry.offset >= file.length) return 0;
  const parser = new ObjectParser(file.bytes(entry.offset, 64), 0, file);
  const isThere =
    parser.integer() === length.number && parser.integer() === length.generation && parser.keyword('obj');
  return isThere ? parser.integer() : 0;
}

function kindOf(dict: PdfDict): StreamKind | undefined {
  // Data in other files, and filters that cannot be seen here.
  if (dict.has('F') || dict.get('Filter') instanceof PdfRef) return undefined;
  const [type, subtype] = [dict.get('Type'), dict.get('Subtype')];
  if (isNamed(subtype, 'Image')) return hasFilter(dict, 'JPXDecode') ? 'jpeg2000' : 'image';
  if (isNamed(type, 'EmbeddedFile')) return 'attachment';
  const isForm = isNamed(subtype, 'Form') && (type === undefined || isNamed(type, 'XObject'));
  return isForm || [...dict.keys()].every((key) => keysOfContents.has(key)) ? 'drawing' : undefined;
}

const keysOfContents = new Set(['Length', 'Filter', 'DecodeParms']);

function hasFilter(dict: PdfDict, name: string): boolean {
  const filter = dict.get('Filter');
  const filters = Array.isArray(filter) ? filter : [filter];
  return filters.some((each) => each instanceof PdfName && each.value === name);
}

/** Undefined for what is no object. */
function parsed<Result>(parse: () => Result): Result | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}
