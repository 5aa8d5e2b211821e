/**
 * The streams of one PDF whose data is stored elsewhere. Until the PDF is finished, each holds a short text in its place,
 * so that every step works on a small file. The text cannot be guessed: a document cannot ask for data in this way.
 */
import { randomBytes } from 'node:crypto';
import type { PixelFormat } from '../writing/find-deferred.ts';
import { fingerprintOf, type StoredData } from './stored-data.ts';

export interface DeferredStream {
  readonly data: StoredData;
  /** A hash of what it was read from: the same only for the same data. Default: that of the data, if it is needed. */
  readonly fingerprint?: string | undefined;
  /** For pixels that replace a picture in another format. Default: the data has the filter of the stream. */
  readonly pixels?: PixelFormat | undefined;
}

/** The same for equal streams. Undefined if that is not known. */
const keyOf = ({ fingerprint, pixels }: DeferredStream): string | undefined =>
  fingerprint === undefined ? undefined : `${fingerprint} ${pixels ? 'pixels' : ''}`;

/** Digits of an index: a fixed number, so that one index can replace another in place. */
const digits = 7;
const digitsOf = (index: number): string => String(index).padStart(digits, '0');

export class DeferredStreams {
  readonly #secret = `pdfapi-${randomBytes(16).toString('hex')}-`;
  readonly #streams: DeferredStream[] = [];
  /** For each stream, the first that is equal. */
  readonly #sameAs: number[] = [];
  readonly #firsts = new Map<string, number>();
  readonly #onClose: (() => Promise<void>)[] = [];

  get all(): readonly DeferredStream[] {
    return this.#streams;
  }

  /** The text by which `findPlaceholder` recognises the placeholders of this object. */
  get secret(): string {
    return this.#secret;
  }

  /** Returns the text that the stream, or a comment in its picture, has to contain: another one for each call. */
  add(stream: DeferredStream): string {
    const index = this.#streams.length;
    const key = keyOf(stream) ?? String(index);
    const first = this.#firsts.get(key) ?? index;
    this.#firsts.set(key, first);
    this.#sameAs.push(first);
    this.#streams.push(stream);
    return this.#textOf(index);
  }

  /** Like `add`, but returns the text of an equal stream that was added before. */
  addOnce(stream: DeferredStream): string {
    const key = keyOf(stream);
    const first = key === undefined ? undefined : this.#firsts.get(key);
    return first === undefined ? this.add(stream) : this.#textOf(first);
  }

  #textOf(index: number): string {
    return `${this.#secret}${digitsOf(index)};`;
  }

  /**
   * Gives equal streams the same text, in place, so that the steps that follow find them equal and keep one of them. They
   * differ until then, to tell which of them the PDF has.
   */
  unite(pdf: Buffer): void {
    for (const { index, at } of this.#find(pdf)) {
      const first = this.#sameAs[index];
      if (first !== undefined) pdf.write(digitsOf(first), at, 'latin1');
    }
  }

  /** Hashes the data of the streams in the PDF that were added without a fingerprint. */
  async hashUsed(pdf: Buffer): Promise<void> {
    for (const { index } of this.#find(pdf)) {
      const stream = this.#streams[index];
      if (!stream || stream.fingerprint !== undefined) continue;
      this.#streams[index] = { ...stream, fingerprint: await fingerprintOf(stream.data) };
    }
  }

  /** Finds the texts in a PDF. `at`: where their digits begin. */
  #find(pdf: Buffer): readonly { readonly index: number; readonly at: number }[] {
    const found = [];
    for (let next = pdf.indexOf(this.#secret, 0, 'latin1'); next >= 0; ) {
      const at = next + this.#secret.length;
      found.push({ index: Number(pdf.toString('latin1', at, at + digits)), at });
      next = pdf.indexOf(this.#secret, at, 'latin1');
    }
    return found;
  }

  /** Adds what `close` has to do. */
  onClose(work: () => Promise<void>): void {
    this.#onClose.push(work);
  }

  /** Removes temporary files. Safe to call twice. */
  async close(): Promise<void> {
    await Promise.all(this.#onClose.splice(0).map((work) => work()));
  }
}
