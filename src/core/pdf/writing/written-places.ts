/** Where each object of a new file is, and the cross-reference stream that says so (ISO 32000-2, 7.5.8). */
import { deflateSync } from 'node:zlib';
import { type PdfDict, PdfName, PdfStream, type PdfValue } from '../object.ts';

export type WrittenPlace =
  | { readonly kind: 'plain'; readonly offset: number }
  | { readonly kind: 'packed'; readonly stream: number; readonly index: number };

/** Bytes of a row's columns: kind; offset (to a terabyte) or number of the object stream; place in the latter. */
const columnWidths = [1, 5, 2] as const;
const rowLength = 8;

/** PNG's filter "up": a row is written as its difference from the row above, which makes rows compress well. */
const upFilter = 2;
const upPredictor = 12;

export class WrittenPlaces {
  /** The rows themselves: as objects a million of them would take ten times the memory. */
  #rows = Buffer.alloc(256 * rowLength);
  #count = 0;

  constructor() {
    // Number 0 is never used.
    this.reserve();
  }

  /** The next number; free until its place is set. */
  reserve(): number {
    const start = this.#count * rowLength;
    if (start === this.#rows.length) this.#rows = Buffer.concat([this.#rows, Buffer.alloc(start)]);
    // A free object that is never used again.
    this.#rows.writeUInt16BE(65_535, start + 6);
    return this.#count++;
  }

  set(number: number, place: WrittenPlace): void {
    const rows = this.#rows;
    const start = number * rowLength;
    const packed = place.kind === 'packed';
    rows[start] = packed ? 2 : 1;
    writeNumber(rows, start + 1, columnWidths[1], packed ? place.stream : place.offset);
    writeNumber(rows, start + 6, columnWidths[2], packed ? place.index : 0);
  }

  /** The trailer's entries go into the stream's dictionary. */
  stream(trailer: PdfDict): PdfStream {
    const filtered = Buffer.alloc(this.#count * (rowLength + 1));
    for (let number = 0; number < this.#count; number++) {
      const row = number * rowLength;
      const target = number * (rowLength + 1);
      filtered[target] = upFilter;
      for (let i = 0; i < rowLength; i++) {
        const above = number > 0 ? (this.#rows[row - rowLength + i] ?? 0) : 0;
        filtered[target + 1 + i] = (this.#rows[row + i] ?? 0) - above;
      }
    }
    const parameters: PdfDict = new Map([
      ['Predictor', upPredictor],
      ['Columns', rowLength],
    ]);
    const dict: PdfDict = new Map<string, PdfValue>([
      ['Type', new PdfName('XRef')],
      ['Size', this.#count],
      ['W', [...columnWidths]],
      ...trailer,
      ['Filter', new PdfName('FlateDecode')],
      ['DecodeParms', parameters],
    ]);
    return new PdfStream(dict, deflateSync(filtered));
  }
}

/** Big-endian. Buffer's own methods check more than a million objects have time for. */
function writeNumber(bytes: Buffer, start: number, length: number, value: number): void {
  let rest = value;
  for (let at = start + length - 1; at >= start; at--) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}
