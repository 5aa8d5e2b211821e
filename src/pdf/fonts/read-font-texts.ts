/** Reads the texts that the codes of a font stand for. */
import { type PdfDict, PdfStream, type PdfValue } from '../object.ts';
import { hasUndoableFilter } from '../reading/has-undoable-filter.ts';
import type { PdfReader } from '../reading/reader.ts';
import { readToUnicode } from './to-unicode.ts';

/** Text by code; undefined if the font has no ToUnicode map, `unknown` for one that `readToUnicode` cannot read. */
export function readFontTexts(file: PdfReader, font: PdfDict): Map<number, string> | undefined | 'unknown' {
  const stream: PdfValue = file.get(font, 'ToUnicode');
  if (stream === null) return undefined;
  if (!(stream instanceof PdfStream) || !hasUndoableFilter(file, stream)) return 'unknown';
  return readToUnicode(Buffer.from(file.decode(stream)).toString('latin1')) ?? 'unknown';
}
