/** AES in CBC mode, as encrypted PDFs use it (ISO 32000-2, 7.6.3.1). */
import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';

const blockLength = 16;

/**
 * Decrypts data that starts with its initialization vector and ends with padding. Truncated data is decrypted as far
 * as it goes.
 */
export function decryptAes(key: Uint8Array, data: Uint8Array): Buffer {
  const blocks = Math.floor(data.length / blockLength) - 1;
  if (blocks < 1) return Buffer.alloc(0);
  const plain = decryptBlocks(
    key,
    data.subarray(0, blockLength),
    data.subarray(blockLength, (blocks + 1) * blockLength),
  );
  const padding = plain.at(-1) ?? 0;
  return padding >= 1 && padding <= blockLength ? plain.subarray(0, -padding) : plain;
}

/** Whole blocks, without padding. */
export function decryptBlocks(key: Uint8Array, vector: Uint8Array, data: Uint8Array): Buffer {
  const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, vector).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

/** Whole blocks, without padding. */
export function encryptBlocks(key: Uint8Array, vector: Uint8Array, data: Uint8Array): Buffer {
  // Node.js takes 15 µs longer for a key in bytes.
  const keyObject = createSecretKey(key);
  return createCipheriv(`aes-${key.length * 8}-cbc`, keyObject, vector)
    .setAutoPadding(false)
    .update(data);
}
