/**
 * Where the bytes of generated PDFs are: files in a folder, rows of a table, or objects of an S3-compatible storage. What
 * is known about a document, such as its team and its expiry, is a row of `documents` in every case.
 */
import type { Readable } from 'node:stream';
import { Failure } from '#contract/errors';

/**
 * Every method throws `documents_unavailable` (the table: `database_failed`) if the storage cannot be used at the moment,
 * which says nothing about whether the bytes exist.
 */
export interface DocumentBytes {
  /** Replaces what the id had. The bytes survive a power cut, and are complete for readers, once this resolves. */
  write(id: string, content: DocumentContent): Promise<void>;
  /** Throws `file_unreadable` if there are none. */
  read(id: string): Promise<Uint8Array>;
  /** For reading in parts. The caller either streams once, or closes it. Throws like `read`. */
  open(id: string): Promise<OpenBytes>;
  /** Does nothing if there are none. */
  remove(id: string): Promise<void>;
  /** Whether it holds any document, whatever the database knows of it. */
  isUsed(): Promise<boolean>;
  /**
   * Returns, page by page, the ids of bytes that were written at least `completeMs` ago by the clock of the storage. The
   * caller looks which of them have a row. What an interrupted write left, and what has no id, is removed on the way.
   */
  leftovers(ages: LeftoverAges): AsyncIterable<readonly string[]>;
  /** Returns an address at the storage itself. Undefined for a storage that clients cannot reach. */
  signAddress?(id: string, filename: string, seconds: number): Promise<string>;
  /** Ends requests that are still running. */
  close(): void;
}

/** In milliseconds since the last change. */
export interface LeftoverAges {
  /** The age at which an unfinished write counts as given up. */
  readonly unfinishedMs: number;
  /** The age at which a complete document without a row in the database is removed. */
  readonly completeMs: number;
}

/** Bytes that are too many for memory. A storage that must have them whole accepts `maxWholeBytes`. */
export interface StreamedBytes {
  readonly length: number;
  /** Yields all of them. Each call starts again. */
  chunks(): AsyncIterable<Uint8Array>;
}

export type DocumentContent = Uint8Array | StreamedBytes;

/** The largest document, in bytes, that a storage reads into memory to store it. */
const maxWholeBytes = 256 * 1024 * 1024;

/** Returns the bytes in memory. Throws `documents_unavailable` if they are too many; `place` names the storage. */
export async function wholeBytes(content: DocumentContent, place: string): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content;
  if (content.length > maxWholeBytes) {
    const limit = `${place} takes documents of at most ${maxWholeBytes / 1024 / 1024} MB`;
    throw documentsUnavailable(`${limit}, and this one has ${Math.ceil(content.length / 1024 / 1024)} MB`);
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of content.chunks()) chunks.push(Uint8Array.from(chunk));
  return Buffer.concat(chunks, content.length);
}

export interface OpenBytes {
  /** In bytes. Undefined if the storage does not tell. */
  readonly size: number | undefined;
  /** Returns the bytes from `start` to `end`, both inclusive, a piece at a time. Closes when the stream does. */
  stream(start: number, end: number): Promise<Readable>;
  close(): Promise<void>;
}

/** Ids are 24 characters; tests and older releases may have others. */
const idForm = /^[0-9A-Za-z_-]{22,64}$/;

export const isDocumentId = (name: string): boolean => idForm.test(name);

/** An id becomes a part of a path. Throws `internal` for another form. */
export function assertDocumentId(id: string): void {
  if (!isDocumentId(id)) throw new Failure('internal', 'A document id is not one of ours.');
}

/** Returns the failure for bytes that do not exist, which is final. `place` is where they were expected. */
export const bytesMissing = (place: string, cause?: unknown): Failure =>
  new Failure('file_unreadable', `Cannot read ${place}: it does not exist.`, { cause });

/** Returns the failure of a storage that may work again. `reason` names the storage, without credentials. */
export const documentsUnavailable = (reason: string, cause?: unknown): Failure =>
  new Failure('documents_unavailable', `Documents cannot be stored or read: ${reason}.`, { cause });
