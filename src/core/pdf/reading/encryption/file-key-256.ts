/** Derives a 256-bit key from a password (ISO 32000-2, 7.6.4.3.4, revision 6, and its predecessor, revision 5). */
import { createHash } from 'node:crypto';
import { decryptBlocks, encryptBlocks } from './aes.ts';

export interface KeyFacts256 {
  readonly revision: number;
  /** Hash, salt for checking the password, salt for deriving the key. */
  readonly owner: Buffer;
  readonly user: Buffer;
  /** The file's key, encrypted for the owner or the user. */
  readonly ownerKey: Buffer;
  readonly userKey: Buffer;
}

const maxPasswordBytes = 127;
const leastRounds = 64;

/** Accepts the user or the owner password in UTF-8. Undefined if it is neither. */
export function fileKey256(facts: KeyFacts256, password: Buffer): Buffer | undefined {
  const { revision, owner, user, ownerKey, userKey } = facts;
  const cut = password.subarray(0, maxPasswordBytes);
  const open = (check: Buffer, encrypted: Buffer, more: Buffer): Buffer | undefined => {
    const hash = (salt: Buffer) => hashed(revision, cut, Buffer.concat([cut, salt, more]), more);
    if (!hash(check.subarray(32, 40)).equals(check.subarray(0, 32)) || encrypted.length < 32)
      return undefined;
    return decryptBlocks(hash(check.subarray(40, 48)), Buffer.alloc(16), encrypted.subarray(0, 32));
  };
  return open(user, userKey, Buffer.alloc(0)) ?? open(owner, ownerKey, user.subarray(0, 48));
}

/** Algorithm 2.B. */
function hashed(revision: number, password: Buffer, data: Buffer, more: Buffer): Buffer {
  let key = digest('sha256', data);
  if (revision < 6) return key;
  let last = 0;
  for (let round = 0; round < leastRounds || last > round - 32; round++) {
    const part = Buffer.concat([password, key, more]);
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => part));
    const encrypted = encryptBlocks(key.subarray(0, 16), key.subarray(16, 32), repeated);
    // The 16 bytes as a number modulo 3. Since 256 mod 3 is 1, the sum of the bytes has the same remainder.
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = digest((['sha256', 'sha384', 'sha512'] as const)[remainder] ?? 'sha256', encrypted);
    last = encrypted.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

function digest(name: 'sha256' | 'sha384' | 'sha512', data: Uint8Array): Buffer {
  return createHash(name).update(data).digest();
}
