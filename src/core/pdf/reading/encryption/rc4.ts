/**
 * The stream cipher of old encrypted files (ISO 32000-2, 7.6.3.1), which current OpenSSL no longer offers by default.
 */

/** Encryption and decryption are the same operation. */
export function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = new Uint8Array(256);
  for (let i = 0; i < 256; i++) state[i] = i;
  const swap = (i: number, j: number) => {
    const kept = at(state, i);
    state[i] = at(state, j);
    state[j] = kept;
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(state, i) + at(key, i % key.length)) & 255;
    swap(i, j);
  }
  const out = Buffer.allocUnsafeSlow(data.length);
  for (let n = 0, i = 0, j = 0; n < data.length; n++) {
    i = (i + 1) & 255;
    j = (j + at(state, i)) & 255;
    swap(i, j);
    out[n] = at(data, n) ^ at(state, (at(state, i) + at(state, j)) & 255);
  }
  return out;
}

function at(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}
