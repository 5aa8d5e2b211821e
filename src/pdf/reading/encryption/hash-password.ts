/** The hash of a password that 256-bit encryption uses (ISO 32000-2, algorithm 2.B; revision 5 has its first step only). */
import { hash } from 'node:crypto';
import { encryptBlocks } from './aes.ts';

const leastRounds = 64;
const repetitions = 64;
const digests = ['sha256', 'sha384', 'sha512'] as const;

export interface HashedPassword {
  readonly revision: number;
  /** In UTF-8, at most 127 bytes. */
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  /** For the owner password: the 48 bytes of `/U`. Empty for the user password. */
  readonly user: Uint8Array;
}

/** Returns 32 bytes. Takes about a millisecond. */
export function hashPassword({ revision, password, salt, user }: HashedPassword): Buffer {
  let key = hash('sha256', Buffer.concat([password, salt, user]), 'buffer');
  if (revision < 6) return key;
  let last = 0;
  for (let round = 0; round < leastRounds || last > round - 32; round++) {
    const part = Buffer.concat([password, key, user]);
    const repeated = Buffer.allocUnsafe(part.length * repetitions).fill(part);
    const encrypted = encryptBlocks(key.subarray(0, 16), key.subarray(16, 32), repeated);
    // The 16 bytes as a number modulo 3. Since 256 mod 3 is 1, the sum of the bytes has the same remainder.
    let sum = 0;
    for (let i = 0; i < 16; i++) sum += encrypted[i] ?? 0;
    key = hash(digests[sum % 3] ?? 'sha256', encrypted, 'buffer');
    last = encrypted.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}
