/** A cross-reference stream over a whole file, with the predictor that makes its rows compress well. */
import { deflateSync } from 'node:zlib';
import { type PdfDict, PdfName, PdfStream, type PdfValue } from '../object.ts';

export type WrittenPlace =
  | { readonly kind: 'plain'; readonly offset: number }
  | { readonly kind: 'packed'; readonly stream: number; readonly index: number };

/** Bytes of a row's columns: kind; offset (to a terabyte) or number of the object stream; place in the latter. */
const columnWidths = [1, 5, 2] as const;
const rowLength = 8;

/** PNG's filter "up": a row is written as its difference from the row above. */
const upFilter = 2;
const upPredictor = 12;

/** `places` by object number; missing ones are free. The trailer's entries go into the stream's dictionary. */
export function writeCrossReferenceStream(
  places: readonly (WrittenPlace | undefined)[],
  trailer: PdfDict,
): PdfStream {
  const rows = Buffer.alloc(places.length * (rowLength + 1));
  let previous = Buffer.alloc(rowLength);
  for (const [number, place] of places.entries()) {
    const row = rowOf(place);
    const start = number * (rowLength + 1);
    rows[start] = upFilter;
    for (let i = 0; i < rowLength; i++) rows[start + 1 + i] = (row[i] ?? 0) - (previous[i] ?? 0);
    previous = row;
  }
  const parameters: PdfDict = new Map([
    ['Predictor', upPredictor],
    ['Columns', rowLength],
  ]);
  const dict: PdfDict = new Map<string, PdfValue>([
    ['Type', new PdfName('XRef')],
    ['Size', places.length],
    ['W', [...columnWidths]],
    ...trailer,
    ['Filter', new PdfName('FlateDecode')],
    ['DecodeParms', parameters],
  ]);
  return new PdfStream(dict, deflateSync(rows));
}

function rowOf(place: WrittenPlace | undefined): Buffer<ArrayBuffer> {
  const row = Buffer.alloc(rowLength);
  if (place?.kind === 'plain') {
    row[0] = 1;
    row.writeUIntBE(place.offset, 1, 5);
  } else if (place) {
    row[0] = 2;
    row.writeUIntBE(place.stream, 1, 5);
    row.writeUInt16BE(place.index, 6);
  } else {
    // A free object that is never used again.
    row.writeUInt16BE(65_535, 6);
  }
  return row;
}
