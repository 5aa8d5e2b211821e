import { promisify } from 'node:util';
import { deflate, deflateSync } from 'node:zlib';
import { type PdfDict, PdfName, PdfStream, type PdfValue } from '../object.ts';
import { effort } from './writer.ts';

const compress = promisify<Buffer, typeof effort, Buffer>(deflate);

/** In another thread. */
export const compressBeside = (data: Buffer): Promise<Buffer> => compress(data, effort);

/** A stream whose dictionary has these entries besides. */
export function compressedStream(data: Uint8Array, entries: readonly [string, PdfValue][] = []): PdfStream {
  const dict: PdfDict = new Map<string, PdfValue>([['Filter', new PdfName('FlateDecode')], ...entries]);
  return new PdfStream(dict, deflateSync(data));
}
