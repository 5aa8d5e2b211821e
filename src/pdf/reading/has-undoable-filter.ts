/** Whether a stream is plain or compressed in the one way of text and fonts: its content can be written differently. */
import { isNamed, type PdfStream } from '../object.ts';
import type { PdfReader } from './reader.ts';

export function hasUndoableFilter(file: PdfReader, stream: PdfStream): boolean {
  const filter = file.get(stream.dict, 'Filter');
  return filter === null || isNamed(filter, 'FlateDecode');
}
