/** Keys, vectors and MAC keys from passwords as PKCS#12 derives them: RFC 7292, appendix B.2. */

import { createHash } from 'node:crypto';

const purposes = { key: 1, vector: 2, mac: 3 } as const;

/** Undefined is no password at all, which some writers make of an empty one. */
export type Pkcs12Password = string | undefined;

interface Pkcs12Derivation {
  readonly purpose: keyof typeof purposes;
  /** As node names it. */
  readonly digest: string;
  readonly password: Pkcs12Password;
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly length: number;
}

export function derivePkcs12Bytes(derivation: Pkcs12Derivation): Buffer {
  const { purpose, digest, password, salt, iterations, length } = derivation;
  const hash = (bytes: Uint8Array) => createHash(digest).update(bytes).digest();
  const blockLength = digest === 'sha384' || digest === 'sha512' ? 128 : 64;
  const diversifier = Buffer.alloc(blockLength, purposes[purpose]);
  const input = Buffer.concat([
    repeatToBlocks(salt, blockLength),
    repeatToBlocks(encodePassword(password), blockLength),
  ]);
  const derived: Buffer[] = [];
  for (let have = 0; have < length; have += derived.at(-1)?.length ?? length) {
    let block = hash(Buffer.concat([diversifier, input]));
    for (let round = 1; round < iterations; round++) block = hash(block);
    derived.push(block);
    addToBlocks(input, repeatToBlocks(block, blockLength).subarray(0, blockLength));
  }
  return Buffer.concat(derived).subarray(0, length);
}

/** Two bytes a character, the most significant first, with two zeros at the end. */
function encodePassword(password: Pkcs12Password): Uint8Array {
  if (password === undefined) return new Uint8Array();
  return Buffer.from(`${password}\0`, 'utf16le').swap16();
}

/** Repeats the bytes until they fill the last of the blocks that they begin. */
function repeatToBlocks(bytes: Uint8Array, blockLength: number): Buffer {
  const filled = Math.ceil(bytes.length / blockLength) * blockLength;
  return Buffer.from(Uint8Array.from({ length: filled }, (_, index) => bytes[index % bytes.length] ?? 0));
}

/** Adds a number of one block, and one, to each block of the input. */
function addToBlocks(input: Buffer, addend: Buffer): void {
  for (let start = 0; start < input.length; start += addend.length) {
    let carry = 1;
    for (let index = addend.length - 1; index >= 0; index--) {
      const sum = (input[start + index] ?? 0) + (addend[index] ?? 0) + carry;
      input[start + index] = sum & 0xff;
      carry = sum >> 8;
    }
  }
}
