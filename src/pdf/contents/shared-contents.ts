/**
 * Writes content that pages have in common once, such as a logo, a frame or the small print. Chromium repeats it on
 * every page, operator by operator. It is most of a letter, and up to nine tenths of a document are the same for
 * every recipient.
 *
 * Contents are held back until later ones arrive, to find what they share. The amount held back is bounded.
 */
import { hash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { isNamed, type PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { effort, type PdfWriter } from '../writing/writer.ts';
import { cutContent } from './cut-content.ts';

/** Bytes as stored in the file. Shorter contents have too little to share. */
const minContentBytes = 3000;

/** Uncompressed bytes that may be held back. */
const maxWaitingBytes = 16 * 2 ** 20;

/**
 * Uncompressed bytes of contents from one file: a minimum, and a multiple of the file size. Contents beyond that are
 * copied.
 */
const maxPerFile = { atLeast: 16 * 2 ** 20, timesItsSize: 32 };

/** Bytes that a stream takes besides its data: its dictionary, its cross-reference entry and the references to it. */
const costOfAStream = 80;

interface Piece {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

interface Waiting {
  readonly ref: PdfRef;
  readonly raw: Buffer;
  readonly packed: Uint8Array;
  readonly pieces: readonly Piece[];
}

/** How often a piece occurs, and the run that starts with it. */
interface Known {
  times: number;
  /** The written run that starts with this piece. */
  run?: Run;
}

/** Consecutive pieces that always occur together. */
interface Run {
  readonly ref: PdfRef;
  readonly keys: readonly string[];
}

export class SharedContents {
  readonly #writer: PdfWriter;
  readonly #wholes = new Map<string, PdfRef>();
  readonly #known = new Map<string, Known>();
  readonly #waiting: Waiting[] = [];
  /** Bytes that may still be uncompressed. */
  readonly #left = new WeakMap<PdfReader, number>();
  /** Hashes by stream, because a hostile file can name one large stream on each of its pages. */
  readonly #keys = new WeakMap<PdfStream, string>();
  #waitingBytes = 0;

  constructor(writer: PdfWriter) {
    this.#writer = writer;
  }

  /**
   * Takes over the page's contents and updates the page's reference. Returns false if they must be copied unchanged.
   */
  take(file: PdfReader, page: PdfDict): boolean {
    const contents = page.get('Contents');
    if (contents instanceof PdfRef && contents.owner === this.#writer) return true;
    const streams = findStreams(file, contents);
    if (!streams) return false;
    const key = streams.map((stream) => this.#getKey(stream)).join();
    let ref = this.#wholes.get(key);
    if (!ref) {
      const raw = this.#unpacked(file, streams);
      if (!raw) return false;
      const cuts = cutContent(raw.toString('latin1'));
      if (!cuts || cuts.length < 2) return false;
      ref = this.#writer.reserve();
      this.#wholes.set(key, ref);
      this.#wait(ref, raw, streams, cuts);
    }
    page.set('Contents', ref);
    return true;
  }

  /** Writes everything that is still held back. */
  write(): void {
    for (const waiting of this.#waiting.splice(0)) this.#writeContent(waiting);
    this.#waitingBytes = 0;
  }

  #unpacked(file: PdfReader, streams: readonly PdfStream[]): Buffer | undefined {
    const { atLeast, timesItsSize } = maxPerFile;
    let left = this.#left.get(file) ?? atLeast + timesItsSize * file.bytes.length;
    const parts: Buffer[] = [];
    for (const stream of streams) {
      const part = left > 0 ? unpacked(stream, left) : undefined;
      left -= part?.length ?? left;
      this.#left.set(file, left);
      if (!part) return undefined;
      parts.push(...(parts.length > 0 ? [lineEnd] : []), part);
    }
    return parts.length === 1 ? parts[0] : Buffer.concat(parts);
  }

  #getKey(stream: PdfStream): string {
    const key = this.#keys.get(stream) ?? hashKey(stream.data);
    this.#keys.set(stream, key);
    return key;
  }

  #wait(ref: PdfRef, raw: Buffer, streams: readonly PdfStream[], cuts: readonly number[]): void {
    const pieces: Piece[] = [];
    let start = 0;
    for (const end of cuts) {
      const key = hashKey(raw.subarray(start, end));
      const known = this.#known.get(key);
      if (known) known.times++;
      else this.#known.set(key, { times: 1 });
      pieces.push({ key, start, end });
      start = end;
    }
    const [only] = streams;
    const isPacked = streams.length === 1 && only?.dict.has('Filter');
    // A copy, so that the source document can be garbage-collected.
    const packed = isPacked ? Uint8Array.from(only?.data ?? []) : deflateSync(raw, effort);
    this.#waiting.push({ ref, raw, packed, pieces });
    this.#waitingBytes += raw.length;
    while (this.#waitingBytes > maxWaitingBytes) {
      const oldest = this.#waiting.shift();
      if (!oldest) break;
      this.#waitingBytes -= oldest.raw.length;
      this.#writeContent(oldest);
    }
  }

  #writeContent(waiting: Waiting): void {
    const { ref, raw, packed, pieces } = waiting;
    const parts: PdfRef[] = [];
    let isShared = false;
    let own = 0;
    const writeOwn = (end: number) => {
      if (end > own) parts.push(this.#writeStream(deflateSync(raw.subarray(own, end), effort)));
    };
    for (let i = 0; i < pieces.length; ) {
      const run = this.#runAt(waiting, i);
      const [first, last] = [pieces[i], pieces[i + (run?.keys.length ?? 1) - 1]];
      if (run && first && last) {
        writeOwn(first.start);
        parts.push(run.ref);
        own = last.end;
        isShared = true;
      }
      i += run?.keys.length ?? 1;
    }
    if (isShared) {
      writeOwn(raw.length);
      this.#writer.write(ref, parts);
    } else {
      this.#writeStream(packed, ref);
    }
    // Nothing can refer to part of a stream that is already written.
    for (const { key } of pieces) if (this.#known.get(key)?.times === 1) this.#known.delete(key);
  }

  /** The shared run that starts at this piece. A new run is written now if it saves bytes. */
  #runAt({ raw, packed, pieces }: Waiting, at: number): Run | undefined {
    const first = pieces[at];
    const known = first && this.#known.get(first.key);
    if (!first || !known || known.times < 2) return undefined;
    if (known.run)
      return known.run.keys.every((key, i) => pieces[at + i]?.key === key) ? known.run : undefined;
    let end = at + 1;
    for (; end < pieces.length; end++) {
      const next = this.#known.get(pieces[end]?.key ?? '');
      if (next?.times !== known.times || next.run) break;
    }
    const last = pieces[end - 1] ?? first;
    const size = ((last.end - first.start) * packed.length) / raw.length;
    // Each use splits the surrounding content in two.
    const saved = (known.times - 1) * (size - costOfAStream) - costOfAStream;
    if (size < 2 * costOfAStream || saved <= 0) return undefined;
    const ref = this.#writeStream(deflateSync(raw.subarray(first.start, last.end), effort));
    known.run = { ref, keys: pieces.slice(at, end).map(({ key }) => key) };
    return known.run;
  }

  #writeStream(packed: Uint8Array, ref = this.#writer.reserve()): PdfRef {
    this.#writer.write(ref, new PdfStream(new Map([['Filter', new PdfName('FlateDecode')]]), packed));
    return ref;
  }
}

const lineEnd = Buffer.from('\n');

const hashKey = (bytes: Uint8Array): string => hash('sha1', bytes, 'base64');

/** Undefined if the contents are too small or not in a readable form. */
function findStreams(file: PdfReader, contents: PdfValue | undefined): PdfStream[] | undefined {
  const resolved = file.resolve(contents);
  const items = Array.isArray(resolved) ? resolved : [resolved];
  if (items.length > maxStreams) return undefined;
  const streams: PdfStream[] = [];
  let size = 0;
  for (const item of items) {
    const stream = file.resolve(item);
    if (!(stream instanceof PdfStream) || !isPlain(stream.dict)) return undefined;
    streams.push(stream);
    size += stream.data.length;
  }
  return size >= minContentBytes ? streams : undefined;
}

/** Chromium never writes a page with more streams than this. */
const maxStreams = 64;

/** Bytes to inflate at a time. */
const maxChunkBytes = 2 ** 20;

function isPlain(dict: PdfDict): boolean {
  for (const [key, value] of dict) {
    if (key !== 'Length' && !(key === 'Filter' && isNamed(value, 'FlateDecode'))) return false;
  }
  return true;
}

function unpacked({ dict, data }: PdfStream, left: number): Buffer | undefined {
  if (!dict.has('Filter')) return data.length <= left ? Buffer.from(data) : undefined;
  try {
    // Usually large enough for one chunk.
    const chunkSize = Math.min(8 * data.length, maxChunkBytes);
    return inflateSync(data, { maxOutputLength: left, chunkSize });
  } catch {
    // Damaged or too large. It is copied unchanged, and readers handle it as they do in the source.
    return undefined;
  }
}
