/** Stored data as a protected PDF holds it (ISO 32000-2, 7.6.3): AES-256, with the initialization vector before it. */
import { createCipheriv, randomBytes } from 'node:crypto';
import { encryptedLength } from '../pdf/index.ts';
import type { StoredData } from './stored-data.ts';

export class EncryptedData implements StoredData {
  readonly length: number;
  readonly #data: StoredData;
  readonly #key: Uint8Array;
  /** The same for each reader: the stored document and the one that is sent are equal. */
  readonly #vector = randomBytes(16);

  constructor(data: StoredData, key: Uint8Array) {
    this.#data = data;
    this.#key = key;
    this.length = encryptedLength(data.length);
  }

  async *chunks(): AsyncGenerator<Uint8Array> {
    const cipher = createCipheriv('aes-256-cbc', this.#key, this.#vector);
    yield this.#vector;
    for await (const chunk of this.#data.chunks()) yield cipher.update(chunk);
    yield cipher.final();
  }
}
