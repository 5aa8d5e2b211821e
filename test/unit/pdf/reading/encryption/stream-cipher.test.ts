/** Decrypting a stream in pieces gives the same bytes as decrypting it in one go. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decryptAes } from '../../../../../src/pdf/reading/encryption/aes.ts';
import { rc4 } from '../../../../../src/pdf/reading/encryption/rc4.ts';
import {
  decryptedLength,
  decryptPieces,
  encryptStream,
  type StreamCipher,
} from '../../../../../src/pdf/reading/encryption/stream-cipher.ts';

const ciphers = fc.oneof(
  fc.uint8Array({ minLength: 5, maxLength: 16 }).map((key): StreamCipher => ({ kind: 'rc4', key })),
  fc
    .constantFrom(16, 32)
    .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
    .map((key): StreamCipher => ({ kind: 'aes', key })),
);

async function* cut(data: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const size of sizes) {
    yield data.subarray(at, at + size);
    at += size;
  }
  yield data.subarray(at);
}

async function decrypt(cipher: StreamCipher, data: Uint8Array, sizes: readonly number[]) {
  const pieces: Uint8Array[] = [];
  for await (const piece of decryptPieces(cipher, cut(data, sizes))) pieces.push(piece);
  const lengthOf = decryptedLength(cipher, data.length, (offset, length) => {
    expect(offset + length).toBeLessThanOrEqual(data.length);
    return data.subarray(offset, offset + length);
  });
  return { plain: Buffer.concat(pieces), length: lengthOf };
}

const sizes = fc.array(fc.nat(40), { maxLength: 8 });

it('returns what was encrypted, wherever the pieces end', async () => {
  await fc.assert(
    fc.asyncProperty(ciphers, fc.uint8Array({ maxLength: 200 }), sizes, async (cipher, data, cuts) => {
      const { plain, length } = await decrypt(cipher, encryptStream(cipher, data), cuts);
      expect(plain.equals(data)).toBe(true);
      expect(length).toBe(data.length);
    }),
  );
});

it('reads data that is cut off or not padded as it is read at once', async () => {
  await fc.assert(
    fc.asyncProperty(ciphers, fc.uint8Array({ maxLength: 100 }), sizes, async (cipher, data, cuts) => {
      const { plain, length } = await decrypt(cipher, data, cuts);
      const expected = cipher.kind === 'aes' ? decryptAes(cipher.key, data) : rc4(cipher.key, data);
      expect(plain.equals(expected)).toBe(true);
      expect(length).toBe(expected.length);
    }),
  );
});
