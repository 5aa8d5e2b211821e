/**
 * The rows of a batch in one piece of memory, which crosses to another thread without being copied. As 100,000 objects,
 * they would hold the receiving thread for a third of a second.
 */
import type { JobError, NewJobRow } from '#store/jobs/job-records';

export interface PackedRows {
  /** The JSON of all rows, one after the other: of their data, or of the `JobError` of those that could not be read. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The end of each row in `bytes`. */
  readonly ends: Uint32Array<ArrayBuffer>;
  /** 1 for each row that could not be read, 0 for the others. */
  readonly unread: Uint8Array<ArrayBuffer>;
  readonly filenames: readonly string[];
}

/**
 * Collects rows.
 *
 * @example
 * const rows = new RowPacker();
 * rows.add('{"total":1}', '1.pdf');
 * const packed = rows.pack();
 */
export class RowPacker {
  readonly #texts: Buffer[] = [];
  readonly #unread: number[] = [];
  readonly #filenames: string[] = [];

  get count(): number {
    return this.#texts.length;
  }

  /** Adds a row, given as the JSON of its data. */
  add(json: string, filename: string): void {
    this.#push(json, filename, 0);
  }

  /** Adds a row that could not be read. */
  addUnread(error: JobError, filename: string): void {
    this.#push(JSON.stringify(error), filename, 1);
  }

  #push(json: string, filename: string, unread: 0 | 1): void {
    this.#texts.push(Buffer.from(json));
    this.#filenames.push(filename);
    this.#unread.push(unread);
  }

  pack(): PackedRows {
    let end = 0;
    const ends = Uint32Array.from(this.#texts, ({ length }) => {
      end += length;
      return end;
    });
    const bytes = new Uint8Array(end);
    for (const [index, text] of this.#texts.entries()) bytes.set(text, (ends[index] ?? 0) - text.length);
    return { bytes, ends, unread: Uint8Array.from(this.#unread), filenames: this.#filenames };
  }
}

export const transferOfRows = ({ bytes, ends, unread }: PackedRows): ArrayBuffer[] => [
  bytes.buffer,
  ends.buffer,
  unread.buffer,
];

export const unpackRows = ({ bytes, ends, unread, filenames }: PackedRows): NewJobRow[] =>
  filenames.map((filename, index) => {
    const json = bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]);
    return unread[index] === 1 ? { filename, error: json } : { filename, input: json };
  });
