/** Stored data of protected PDFs (ISO 32000-2, 7.6.3). */
import { createCipheriv, randomBytes } from 'node:crypto';
import { encryptedLength } from '../protection/protect-pdf.ts';
import { decryptPieces, type StreamCipher } from '../reading/encryption/stream-cipher.ts';
import type { StoredData } from './stored-data.ts';

/** As a protected PDF holds it: AES-256, with the initialization vector before it. */
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

/** The decrypted data of a stream of a protected PDF. */
export class DecryptedData implements StoredData {
  readonly length: number;
  readonly #data: StoredData;
  readonly #cipher: StreamCipher;

  /** `length`: of the decrypted data, in bytes. */
  constructor(data: StoredData, cipher: StreamCipher, length: number) {
    this.#data = data;
    this.#cipher = cipher;
    this.length = length;
  }

  chunks(): AsyncIterable<Uint8Array> {
    return decryptPieces(this.#cipher, this.#data.chunks());
  }
}
