/** Decrypts the data of a stream piece by piece, for streams that are too large for memory (ISO 32000-2, 7.6.3). */
import { createDecipheriv, randomBytes } from 'node:crypto';
import { blockLength, decryptBlocks, encryptPadded, paddingOf } from './aes.ts';
import { Rc4, rc4 } from './rc4.ts';

/** How the data of one stream is encrypted. */
export interface StreamCipher {
  readonly kind: 'rc4' | 'aes';
  readonly key: Uint8Array;
}

/** Returns the data as the stream would hold it. */
export function encryptStream({ kind, key }: StreamCipher, data: Uint8Array): Buffer {
  if (kind === 'rc4') return rc4(key, data);
  const vector = randomBytes(blockLength);
  return Buffer.concat([vector, encryptPadded(key, vector, data)]);
}

/**
 * The length of the decrypted data, in bytes, of a stream that holds so many. `read` returns the bytes of the stream from an
 * offset on.
 */
export function decryptedLength(
  { kind, key }: StreamCipher,
  length: number,
  read: (offset: number, length: number) => Uint8Array,
): number {
  if (kind === 'rc4') return length;
  const blocks = Math.floor(length / blockLength) - 1;
  if (blocks < 1) return 0;
  const end = read((blocks - 1) * blockLength, 2 * blockLength);
  const last = decryptBlocks(key, end.subarray(0, blockLength), end.subarray(blockLength));
  return blocks * blockLength - paddingOf(last);
}

/** Yields what `decryptAes` or `rc4` returns for all pieces together. */
export async function* decryptPieces(
  { kind, key }: StreamCipher,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (kind === 'aes') {
    yield* decryptAesPieces(key, pieces);
    return;
  }
  const cipher = new Rc4(key);
  for await (const piece of pieces) yield cipher.update(piece);
}

async function* decryptAesPieces(
  key: Uint8Array,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let head = Buffer.alloc(0);
  let decipher: ReturnType<typeof createDecipheriv> | undefined;
  /** The last block so far, which may end with padding. */
  let last = Buffer.alloc(0);
  for await (const piece of pieces) {
    let data = piece;
    if (!decipher) {
      head = Buffer.concat([head, piece]);
      if (head.length < blockLength) continue;
      const vector = head.subarray(0, blockLength);
      decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, vector).setAutoPadding(false);
      data = head.subarray(blockLength);
    }
    // The rest of a block that is cut off stays in the decipher.
    const plain = decipher.update(data);
    if (plain.length === 0) continue;
    yield last;
    yield plain.subarray(0, -blockLength);
    last = Buffer.from(plain.subarray(-blockLength));
  }
  yield last.subarray(0, last.length - paddingOf(last));
}
