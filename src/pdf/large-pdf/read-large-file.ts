/**
 * Reads a PDF file of any size: its pictures, attachments and large drawings stay in it until the result is written, and
 * all other steps work on what is left.
 */
import { readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createDeflate } from 'node:zlib';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { PdfError } from '../pdf-error.ts';
import { decryptedLength } from '../reading/encryption/stream-cipher.ts';
import type { LargeStream, LargeStreamLimits } from '../skimming/find-large-streams.ts';
import { type SkimmedPdf, skimPdf } from '../skimming/skim-pdf.ts';
import { hasClaims } from '../standards/claimed-standards.ts';
import type { DeferredStreams } from './deferred-streams.ts';
import { DecryptedData } from './encrypted-data.ts';
import { FileData, fingerprintOf, OpenFileData, type StoredData } from './stored-data.ts';
import { appendTo, openUnnamed } from './unnamed-file.ts';

/** Bytes of all files of a document together. Up to there, memory is faster; it takes three times as many bytes. */
const maxBytesInMemory = 32 * 1024 * 1024;
/** Smaller files have little that could stay in them. */
const minSkimmedBytes = 256 * 1024;

/** Whether `readLargeFile` is for a file of this size, of so many bytes in all files of the document. */
export const isLargeInput = (size: number, all: number): boolean =>
  all > maxBytesInMemory && size >= minSkimmedBytes;

export interface ReadLargeFileOptions {
  /** Gets the streams that stay in the file. */
  readonly deferred: DeferredStreams;
  /** Whether the result will be drawn on, or lose pages, for which the contents of pages are read. */
  readonly needsDrawings: boolean;
  /** Whether the result will be checked for a standard, even if the file claims none. */
  readonly isChecked: boolean;
  /** Whether nothing is added to the pages of this file, so that equal streams of others need not be found. Default: false. */
  readonly isAlone?: boolean;
  /** A test has smaller files. */
  readonly limits?: LargeStreamLimits | undefined;
  /** Passwords to try in turn for a file that does not open without one. */
  readonly passwords?: AsyncIterable<string> | Iterable<string> | undefined;
}

export interface LargeFile {
  /** See `skimPdf`. That of an encrypted file is encrypted too, with the same passwords. */
  readonly skeleton: Buffer;
  /** The data that stays in an encrypted file is decrypted when the result is written. */
  readonly isEncrypted: boolean;
}

/**
 * Returns the file without its large streams. Undefined for a file that has to be read whole, because it is damaged.
 * Throws `file_unreadable`, `file_unwritable` for the temporary file that compressed data goes to, and `PdfError` with
 * `encrypted` if no password opens the file.
 */
export async function readLargeFile(
  path: string,
  { deferred, needsDrawings, isChecked, isAlone = false, limits, passwords = [] }: ReadLargeFileOptions,
): Promise<LargeFile | undefined> {
  const file = await open(path, 'r').catch((error) => {
    throw fileFailure('file_unreadable', path, error);
  });
  try {
    const { size, mtimeMs, ino } = await file.stat();
    const read = (target: Buffer, at: number) => readFully(file.fd, target, at, path);
    const skimmed = await skimWith(passwords, (password) => skimPdf({ size, read }, { limits, password }));
    const { streams, header, fileKey } = skimmed;
    const isEncrypted = fileKey !== undefined;
    const isClaiming =
      isChecked ||
      (streams.some(({ kind }) => kind !== 'image') && hasClaims(skimmed.skeleton(empty(streams)), fileKey));
    // The repair that decrypts the skeleton reads fonts and scripts, which look like drawings.
    const readsDrawings = needsDrawings || isEncrypted;
    const marks = new Map<LargeStream, string>();
    for (const stream of streams) {
      if (stream.kind !== 'image' && (isClaiming || (readsDrawings && stream.kind === 'drawing'))) continue;
      const range = { start: header + stream.start, end: header + stream.end };
      const inFile = decrypted(
        new FileData(path, { size, mtimeMs, ino }, [range]),
        stream,
        (offset, length) => {
          const bytes = Buffer.alloc(length);
          read(bytes, range.start + offset);
          return bytes;
        },
      );
      const data = stream.isCompressed ? inFile : await compressed(inFile, deferred);
      // A hash needs all of the data: of a file that is alone, only what its pages show is read.
      const fingerprint = isAlone ? undefined : await fingerprintOf(data);
      marks.set(stream, deferred.addOnce({ data, fingerprint }));
    }
    return { skeleton: skimmed.skeleton(marks), isEncrypted };
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'encrypted') return undefined;
    throw error;
  } finally {
    await file.close();
  }
}

/** Throws the error of the last password. */
async function skimWith(
  passwords: NonNullable<ReadLargeFileOptions['passwords']>,
  skim: (password?: string) => SkimmedPdf,
): Promise<SkimmedPdf> {
  let failure: PdfError;
  try {
    return skim();
  } catch (error) {
    failure = assertLocked(error);
  }
  for await (const password of passwords) {
    try {
      return skim(password);
    } catch (error) {
      failure = assertLocked(error);
    }
  }
  throw failure;
}

/** Throws the error if another password cannot help. */
function assertLocked(error: unknown): PdfError {
  if (error instanceof PdfError && error.code === 'encrypted') return error;
  throw error;
}

function decrypted(
  data: StoredData,
  { cipher }: LargeStream,
  read: (offset: number, length: number) => Uint8Array,
): StoredData {
  return cipher ? new DecryptedData(data, cipher, decryptedLength(cipher, data.length, read)) : data;
}

/** Marks with which the skeleton can be read, but not finished. */
const empty = (streams: readonly LargeStream[]): Map<LargeStream, string> =>
  new Map(streams.map((stream) => [stream, '']));

function readFully(fd: number, target: Buffer, position: number, path: string): void {
  for (let at = 0; at < target.length; ) {
    const bytesRead = readSync(fd, target, at, target.length - at, position + at);
    if (bytesRead === 0) {
      throw new Failure(
        'file_unreadable',
        `Cannot read ${path}: it was cut off while the document was made.`,
      );
    }
    at += bytesRead;
  }
}

async function compressed(data: StoredData, deferred: DeferredStreams): Promise<StoredData> {
  const file = await openUnnamed();
  deferred.onClose(() => file.close());
  let end = 0;
  await pipeline(data.chunks(), createDeflate(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      await appendTo(file, chunk);
      end += chunk.length;
    }
  });
  return new OpenFileData(file, { start: 0, end });
}
