import { deflateSync } from 'node:zlib';
import { type PdfDict, PdfName, PdfStream, type PdfValue } from '../object.ts';

/** A stream whose dictionary has these entries besides. */
export function compressedStream(data: Uint8Array, entries: readonly [string, PdfValue][] = []): PdfStream {
  const dict: PdfDict = new Map<string, PdfValue>([['Filter', new PdfName('FlateDecode')], ...entries]);
  return new PdfStream(dict, deflateSync(data));
}
