/**
 * The entries by which a file protected with AES-256 recognises its passwords (the standard security handler, V 5, R 6:
 * ISO 32000-2, 7.6.4.4). The passwords cannot be read from them.
 */
import { createCipheriv, randomBytes } from 'node:crypto';
import type { Permission, Protection } from '#contract/api/protection';
import { encryptBlocks } from '../reading/encryption/aes.ts';
import { hashPassword } from '../reading/encryption/hash-password.ts';
import { normalizePassword } from '../reading/encryption/prepare-password.ts';

/** Plain values, so that it can be sent to a thread. */
export interface FileProtection {
  /** Encrypts the content. It opens the file without a password. */
  readonly key: Uint8Array;
  /** `/U`, `/UE`, `/O`, `/OE` and `/Perms` of the encryption dictionary. */
  readonly user: Uint8Array;
  readonly userKey: Uint8Array;
  readonly owner: Uint8Array;
  readonly ownerKey: Uint8Array;
  readonly sealedPermissions: Uint8Array;
  /** `/P`. */
  readonly permissions: number;
}

/**
 * Bits of `/P` (ISO 32000-2, table 22). Adding annotations includes filling in fields, and printing includes printing
 * in high quality.
 */
const permissionBits: Readonly<Record<Permission, number>> = {
  print: (1 << 2) | (1 << 11),
  copy: 1 << 4,
  annotate: (1 << 5) | (1 << 8),
  fill: 1 << 8,
  access: 1 << 9,
  assemble: 1 << 10,
};

/** Changing the content otherwise, which no permission alone allows. */
const change = 1 << 3;

/** Bits that are always set: 7, 8, and 13 to 32. */
const reserved = 0b1111_1111_1111_1111_1111_0000_1100_0000 | 0;

const allPermissions = Object.values(permissionBits).reduce((bits, bit) => bits | bit, reserved | change);

const noBytes = new Uint8Array();

/** Its key and salts are random: each file should have its own. The passwords must be valid: `findPasswordProblem`. */
export function createFileProtection({
  userPassword = '',
  ownerPassword = randomBytes(32).toString('base64'),
  permissions,
}: Protection): FileProtection {
  const bits = permissions
    ? permissions.reduce((sum, name) => sum | permissionBits[name], reserved | permissionBits.access)
    : allPermissions;
  const key = randomBytes(32);
  const user = seal(userPassword, key, noBytes);
  const owner = seal(ownerPassword, key, user.check);
  return {
    key,
    user: user.check,
    userKey: user.sealedKey,
    owner: owner.check,
    ownerKey: owner.sealedKey,
    sealedPermissions: sealPermissions(bits, key),
    permissions: bits,
  };
}

/** Returns what checks the password (algorithms 8 and 9), and the file's key encrypted with it. */
function seal(text: string, key: Uint8Array, user: Uint8Array) {
  const password = Buffer.from(normalizePassword(text), 'utf8');
  const [checkSalt, keySalt] = [randomBytes(8), randomBytes(8)];
  const hash = (salt: Uint8Array) => hashPassword({ revision: 6, password, salt, user });
  return {
    check: Buffer.concat([hash(checkSalt), checkSalt, keySalt]),
    sealedKey: encryptBlocks(hash(keySalt), Buffer.alloc(16), key),
  };
}

/** Algorithm 10: without the key, the permissions cannot be changed unnoticed. */
function sealPermissions(bits: number, key: Uint8Array): Buffer {
  const block = Buffer.alloc(16, 0xff);
  block.writeInt32LE(bits);
  // Metadata is encrypted (T).
  block.write('Tadb', 8, 'latin1');
  randomBytes(4).copy(block, 12);
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]);
}
