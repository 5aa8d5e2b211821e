/** A finished PDF of which some data is stored elsewhere, such as in files of pictures. It is read from front to back. */
import { Failure } from '#contract/errors';
import type { StoredData } from './stored-data.ts';

/** Data to insert into the bytes at an offset. */
interface Gap {
  readonly at: number;
  readonly data: StoredData;
}

/** A PDF in memory, or one that is too large for it. */
export type PdfContent = Uint8Array | LargePdf;

export interface InMemoryLimit {
  /** Default: 1 GB. */
  readonly maxBytes?: number;
  /** The hint of the error: how to get a larger PDF. */
  readonly advice?: string;
}

/** The largest PDF that a caller without another way to take it gets in memory. */
const defaultMaxBytes = 1024 * 1024 * 1024;

export class LargePdf {
  /** In bytes, with all data. */
  readonly length: number;
  readonly #bytes: Uint8Array;
  readonly #gaps: readonly Gap[];
  readonly #onClose: () => Promise<void>;

  /** The gaps are in the order of their offsets. */
  constructor(bytes: Uint8Array, gaps: readonly Gap[], onClose: () => Promise<void>) {
    this.#bytes = bytes;
    this.#gaps = gaps;
    this.#onClose = onClose;
    this.length = gaps.reduce((sum, { data }) => sum + data.length, bytes.length);
  }

  /** Yields the file. Each call starts again. Throws `file_unreadable` if a picture has changed since. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    let from = 0;
    for (const { at, data } of this.#gaps) {
      if (at > from) yield this.#bytes.subarray(from, at);
      yield* data.chunks();
      from = at;
    }
    if (from < this.#bytes.length) yield this.#bytes.subarray(from);
  }

  /** Releases temporary files. Safe to call twice. */
  async close(): Promise<void> {
    await this.#onClose();
  }
}

/** Returns the PDF in memory, and closes it. Throws `memory_limit` if it is too large for that. */
export async function toBytes(
  pdf: PdfContent,
  { maxBytes = defaultMaxBytes, advice }: InMemoryLimit = {},
): Promise<Uint8Array> {
  if (!(pdf instanceof LargePdf)) return pdf;
  try {
    if (pdf.length > maxBytes) {
      const [size, limit] = [pdf.length, maxBytes].map((each) => `${Math.ceil(each / 1024 / 1024)} MB`);
      const message = `The PDF has ${size}; here it is needed in memory, where ${limit} are the most.`;
      throw new Failure('memory_limit', message, { hint: advice });
    }
    const bytes = Buffer.allocUnsafeSlow(pdf.length);
    let at = 0;
    for await (const chunk of pdf.chunks()) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  } finally {
    await pdf.close();
  }
}
