/**
 * Data of a stream that stays where it is until the PDF is written: in a file of the caller, in a temporary file, or in
 * memory. A document with a thousand pictures then needs no memory for them.
 */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { Failure } from '#contract/errors';

export interface StoredData {
  /** In bytes. */
  readonly length: number;
  /** Yields all of it. Each call starts again. Throws `file_unreadable` if a file has changed since. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** Returns a hash of all of it, the same only for the same data. */
export async function fingerprintOf(data: StoredData): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of data.chunks()) hash.update(chunk);
  return hash.digest('hex');
}

/** Bytes that are read at a time. */
const chunkBytes = 256 * 1024;

/** Tells whether a file still is the one that was read before. */
export interface FileIdentity {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
}

/** A part of a file that is opened again when it is written. `ranges` are the offsets that belong to it. */
export class FileData implements StoredData {
  readonly length: number;
  readonly #path: string;
  readonly #identity: FileIdentity;
  readonly #ranges: readonly ByteRange[];

  constructor(path: string, identity: FileIdentity, ranges: readonly ByteRange[]) {
    this.#path = path;
    this.#identity = identity;
    this.#ranges = ranges;
    this.length = totalLength(ranges);
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    const file = await open(this.#path, 'r').catch((cause) => this.#fail('it was removed', cause));
    try {
      const { size, mtimeMs, ino } = await file.stat();
      const was = this.#identity;
      if (size !== was.size || mtimeMs !== was.mtimeMs || ino !== was.ino) this.#fail('it was changed');
      yield* readRanges(file, this.#ranges, () => this.#fail('it was cut off'));
    } finally {
      await file.close();
    }
  }

  #fail(what: string, cause?: unknown): never {
    const message = `Cannot read ${this.#path}: ${what} while the document was made.`;
    throw new Failure('file_unreadable', message, { cause });
  }
}

/** A part of an open file, which the caller closes after its last use. */
export class OpenFileData implements StoredData {
  readonly length: number;
  readonly #file: FileHandle;
  readonly #range: ByteRange;

  constructor(file: FileHandle, range: ByteRange) {
    this.#file = file;
    this.#range = range;
    this.length = range.end - range.start;
  }

  chunks(): AsyncGenerator<Uint8Array> {
    return readRanges(this.#file, [this.#range], () => {
      throw new Failure('file_unreadable', 'A temporary file was cut off.');
    });
  }
}

export class MemoryData implements StoredData {
  readonly length: number;
  readonly #parts: readonly Uint8Array[];

  constructor(parts: readonly Uint8Array[]) {
    this.#parts = parts;
    this.length = parts.reduce((sum, { length }) => sum + length, 0);
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    yield* this.#parts;
  }
}

/** From `start` up to, but not including, `end`. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const totalLength = (ranges: readonly ByteRange[]): number =>
  ranges.reduce((sum, { start, end }) => sum + end - start, 0);

/** Ranges that are close together, like the chunks of a PNG, are read together. */
async function* readRanges(
  file: FileHandle,
  ranges: readonly ByteRange[],
  onEnd: () => never,
): AsyncGenerator<Uint8Array> {
  let block = Buffer.alloc(0);
  let blockStart = 0;
  for (const { start, end } of ranges) {
    for (let at = start; at < end; ) {
      if (at < blockStart || at >= blockStart + block.length) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, at);
        if (bytesRead === 0) onEnd();
        block = buffer.subarray(0, bytesRead);
        blockStart = at;
      }
      const piece = block.subarray(at - blockStart, Math.min(end - blockStart, block.length));
      yield piece;
      at += piece.length;
    }
  }
}
