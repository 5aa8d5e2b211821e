/** Which bytes a signature covers, and whether it covers what it must (ISO 32000-2, 12.8.1). */
import { type PdfDict, type PdfRef, PdfString } from '../object.ts';
import { ObjectParser } from '../reading/object-parser.ts';
import type { PdfReader } from '../reading/reader.ts';

interface SignedRange {
  /** The two parts of the file that the signature covers, in this order. */
  readonly parts: readonly [Uint8Array, Uint8Array];
  /** Where the revision ends that was signed. */
  readonly end: number;
}

export type RangeResult = { readonly range: SignedRange } | { readonly problem: string };

/** Bytes that may follow `%%EOF` of a revision: an end of line. */
const endOfRevision = /%%EOF[\r\n ]*$/;

/**
 * Checks that the range begins with the file, that its only gap is exactly the text of this signature, and that it ends
 * with a revision of the file. Anything else lets an attacker place content that is not covered. `holder`: the object that
 * holds the signature dictionary.
 */
export function readSignedRange(
  file: PdfReader,
  signature: PdfDict,
  holder: PdfRef | undefined,
): RangeResult {
  const { bytes } = file;
  const numbers = file.array(signature, 'ByteRange')?.map((item) => file.resolve(item));
  if (!numbers) return { problem: 'it does not say which bytes it covers (ByteRange)' };
  if (numbers.length !== 4 || !numbers.every((each) => Number.isSafeInteger(each) && Number(each) >= 0)) {
    return { problem: 'its ByteRange is not four numbers' };
  }
  const [start = -1, length = 0, second = 0, secondLength = 0] = numbers as number[];
  const end = second + secondLength;
  if (start !== 0) return { problem: 'it does not cover the beginning of the file' };
  if (second < length || end > bytes.length) return { problem: 'its ByteRange lies outside the file' };
  const problem = findGapProblem(file, signature, { holder, from: length, to: second });
  if (problem !== undefined) return { problem };
  if (!endOfRevision.test(bytes.toString('latin1', Math.max(second, end - 16), end))) {
    return { problem: 'what it covers does not end with a revision of the file (%%EOF)' };
  }
  return { range: { parts: [bytes.subarray(0, length), bytes.subarray(second, end)], end } };
}

/** The gap must be the hexadecimal text of `/Contents` with its brackets, within the object of this signature. */
function findGapProblem(
  file: PdfReader,
  signature: PdfDict,
  { holder, from, to }: { readonly holder: PdfRef | undefined; readonly from: number; readonly to: number },
): string | undefined {
  const { bytes } = file;
  const gap = bytes.toString('latin1', from, to);
  if (!/^<[0-9A-Fa-f\s]*>$/.test(gap)) return 'the gap in its ByteRange holds more than the signature';
  const contents = file.string(signature, 'Contents');
  const text = Buffer.from(gap.replace(/[^0-9A-Fa-f]/g, ''), 'hex').toString('latin1');
  if (!contents || contents.bytes !== text) return 'the gap in its ByteRange is not its own signature';
  // Another object may have the same text: the signature's own must be where the gap is.
  const place = holder && placeOf(file, holder);
  if (!place) return 'its signature is not in an object of its own';
  if (place.start > from || place.end < to) return 'the gap in its ByteRange is in another object';
  return undefined;
}

/** Where an object begins and ends in the file. Undefined for one that is packed with others or is not there. */
function placeOf(
  file: PdfReader,
  { number }: PdfRef,
): { readonly start: number; readonly end: number } | undefined {
  const entry = file.structure.crossReference.find(number);
  if (entry.kind !== 'plain') return undefined;
  const parser = new ObjectParser(file.bytes, entry.offset, file);
  if (parser.integer() !== number || parser.integer() < 0 || !parser.keyword('obj')) return undefined;
  parser.value();
  return { start: entry.offset, end: parser.position };
}

/** The bytes of a signature: CMS, then the zeros that fill the room that was left for it. */
export const contentsOf = (file: PdfReader, signature: PdfDict): Uint8Array | undefined => {
  const contents = file.get(signature, 'Contents');
  return contents instanceof PdfString ? Buffer.from(contents.bytes, 'latin1') : undefined;
};
