/** The SHA-256 of documents, as their pieces pass by. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { StreamedBytes } from './document-bytes.ts';

/**
 * Bytes that are hashed within one turn of the event loop, which takes 1 to 6 ms. `subtle.digest` hashes in another thread,
 * but copies everything first: 100 MB take 330 ms at once.
 */
const stepBytes = 1024 * 1024;

export async function sha256Of(bytes: Uint8Array): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += stepBytes) {
    if (at > 0) await setImmediate();
    hash.update(bytes.subarray(at, at + stepBytes));
  }
  return hash.digest();
}

/** The same content, whose hash is known once its chunks were read to their end. */
export class HashingContent implements StreamedBytes {
  readonly length: number;
  readonly #content: StreamedBytes;
  #sha256: Uint8Array | undefined;

  constructor(content: StreamedBytes) {
    this.#content = content;
    this.length = content.length;
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    for await (const chunk of this.#content.chunks()) {
      hash.update(chunk);
      yield chunk;
    }
    this.#sha256 = hash.digest();
  }

  /** Throws an error before. */
  get sha256(): Uint8Array {
    if (!this.#sha256) throw new Error('The content was not read to its end.');
    return this.#sha256;
  }
}
