/**
 * The streams of one PDF whose data is stored elsewhere. Until the PDF is finished, each holds a short text in its place,
 * so that every step works on a small file. The text cannot be guessed: a document cannot ask for data in this way.
 */
import { randomBytes } from 'node:crypto';
import type { PixelFormat } from '../pdf/index.ts';
import type { StoredData } from './stored-data.ts';

export interface DeferredStream {
  readonly data: StoredData;
  /** Differs, very likely, for other data. */
  readonly fingerprint: string;
  /** For pixels that replace a picture in another format. Default: the data has the filter of the stream. */
  readonly pixels?: PixelFormat | undefined;
}

export class DeferredStreams {
  readonly #secret = `pdfapi-${randomBytes(16).toString('hex')}-`;
  readonly #streams: DeferredStream[] = [];
  readonly #onClose: (() => Promise<void>)[] = [];

  get all(): readonly DeferredStream[] {
    return this.#streams;
  }

  /** What `findPlaceholder` needs to recognise the placeholders of this object. */
  get secret(): string {
    return this.#secret;
  }

  /** Returns the text that the stream, or a comment in its picture, has to contain. */
  add(stream: DeferredStream): string {
    this.#streams.push(stream);
    return `${this.#secret}${this.#streams.length - 1};`;
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
