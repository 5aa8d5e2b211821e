/** The position of each object in a new file, and the cross-reference stream that lists them (ISO 32000-2, 7.5.8). */
import { deflateSync } from 'node:zlib';
import { type PdfDict, PdfName, PdfStream, type PdfValue } from '../object.ts';

export type ObjectOffset =
  | { readonly kind: 'plain'; readonly offset: number }
  | { readonly kind: 'packed'; readonly stream: number; readonly index: number };

/** Column widths in bytes: kind; offset (up to a terabyte) or number of the object stream; index in that stream. */
const columnWidths = [1, 5, 2] as const;
const rowLength = 8;

/** The PNG filter "up" stores each row as the difference from the previous row, which compresses well. */
const upFilter = 2;
const upPredictor = 12;

export class ObjectOffsets {
  /** Packed rows. A million of them as objects would take ten times the memory. */
  #rows = Buffer.alloc(256 * rowLength);
  #count = 0;

  constructor() {
    // Number 0 is never used.
    this.reserve();
  }

  /** Reserves the next number, which stays free until its position is set. */
  reserve(): number {
    const start = this.#count * rowLength;
    if (start === this.#rows.length) this.#rows = Buffer.concat([this.#rows, Buffer.alloc(start)]);
    return this.#count++;
  }

  set(number: number, place: ObjectOffset): void {
    const rows = this.#rows;
    const start = number * rowLength;
    const packed = place.kind === 'packed';
    rows[start] = packed ? 2 : 1;
    writeNumber(rows, start + 1, columnWidths[1], packed ? place.stream : place.offset);
    writeNumber(rows, start + 6, columnWidths[2], packed ? place.index : 0);
  }

  /** The trailer's entries go into the stream's dictionary. */
  stream(trailer: PdfDict): PdfStream {
    // Columns are as narrow as possible, because every reader decompresses the table first.
    const used = Buffer.alloc(rowLength);
    for (let at = 0; at < this.#count * rowLength; at++) {
      const column = at % rowLength;
      used[column] = (used[column] ?? 0) | (this.#rows[at] ?? 0);
    }
    const second = getWidth(used.subarray(1, 6));
    const third = getWidth(used.subarray(6, 8));
    const columns = [0, ...range(6 - second, 6), ...range(8 - third, 8)];
    const filtered = Buffer.alloc(this.#count * (columns.length + 1));
    for (let number = 0; number < this.#count; number++) {
      const row = number * rowLength;
      const target = number * (columns.length + 1);
      filtered[target] = upFilter;
      for (const [i, column] of columns.entries()) {
        const above = number > 0 ? (this.#rows[row - rowLength + column] ?? 0) : 0;
        filtered[target + 1 + i] = (this.#rows[row + column] ?? 0) - above;
      }
    }
    const parameters: PdfDict = new Map([
      ['Predictor', upPredictor],
      ['Columns', columns.length],
    ]);
    const dict: PdfDict = new Map<string, PdfValue>([
      ['Type', new PdfName('XRef')],
      ['Size', this.#count],
      ['W', [1, second, third]],
      ...trailer,
      ['Filter', new PdfName('FlateDecode')],
      ['DecodeParms', parameters],
    ]);
    return new PdfStream(dict, deflateSync(filtered));
  }
}

/** The width without leading bytes that are 0 in every row; at least one. */
function getWidth(column: Uint8Array): number {
  const first = column.findIndex((byte) => byte !== 0);
  return first < 0 ? 1 : column.length - first;
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, i) => start + i);
}

/** Big-endian. The checks in Buffer's own methods are too slow for more than a million objects. */
function writeNumber(bytes: Buffer, start: number, length: number, value: number): void {
  let rest = value;
  for (let at = start + length - 1; at >= start; at--) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
}
