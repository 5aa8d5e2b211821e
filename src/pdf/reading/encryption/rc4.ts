/**
 * The stream cipher of old encrypted files (ISO 32000-2, 7.6.3.1), which current OpenSSL no longer offers by default.
 */

/** Encrypts or decrypts data that arrives in pieces: both are the same operation. */
export class Rc4 {
  readonly #state = new Uint8Array(256);
  #i = 0;
  #j = 0;

  constructor(key: Uint8Array) {
    const state = this.#state;
    for (let i = 0; i < 256; i++) state[i] = i;
    for (let i = 0, j = 0; i < 256; i++) {
      j = (j + at(state, i) + at(key, i % key.length)) & 255;
      swap(state, i, j);
    }
  }

  /** Returns the next piece of the result, as long as the data. */
  update(data: Uint8Array): Buffer {
    const state = this.#state;
    const out = Buffer.allocUnsafeSlow(data.length);
    let [i, j] = [this.#i, this.#j];
    for (let n = 0; n < data.length; n++) {
      i = (i + 1) & 255;
      j = (j + at(state, i)) & 255;
      swap(state, i, j);
      out[n] = at(data, n) ^ at(state, (at(state, i) + at(state, j)) & 255);
    }
    this.#i = i;
    this.#j = j;
    return out;
  }
}

/** Encrypts or decrypts all of the data. */
export const rc4 = (key: Uint8Array, data: Uint8Array): Buffer => new Rc4(key).update(data);

function swap(state: Uint8Array, i: number, j: number): void {
  const kept = at(state, i);
  state[i] = at(state, j);
  state[j] = kept;
}

function at(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}
