/** Derives the key of a file from a password: of up to 128 bits (revisions 2 to 4), or of 256 bits (5 and 6). */
import { createHash } from 'node:crypto';
import { decryptBlocks } from './aes.ts';
import { hashPassword } from './hash-password.ts';
import { maxPasswordBytes } from './prepare-password.ts';
import { rc4 } from './rc4.ts';

/** Values from the encryption dictionary. */
export interface KeyFacts {
  readonly revision: number;
  /** Key length in bytes. */
  readonly length: number;
  /** Values that the owner and user passwords are checked against. */
  readonly owner: Buffer;
  readonly user: Buffer;
  readonly permissions: number;
  readonly encryptsMetadata: boolean;
  /** The first file identifier. */
  readonly fileId: Buffer;
}

/** Pads passwords to 32 bytes (ISO 32000-2, 7.6.4.3.2). */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** From revision 3 on, hashing is repeated to make it costlier. */
const hashRounds = 50;
const cipherRounds = 20;

/** The key of a file, and whether the password was the one that lifts all restrictions. */
export interface OpenedKey {
  readonly key: Buffer;
  readonly isOwner: boolean;
}

/**
 * Derives a key of up to 128 bits (ISO 32000-2, 7.6.4.3 and 7.6.4.4). Accepts the owner or the user password. Undefined
 * if it is neither.
 */
export function fileKey(facts: KeyFacts, password: Buffer): OpenedKey | undefined {
  const ofOwner = keyOfUser(facts, userPassword(facts, padded(password)));
  if (ofOwner) return { key: ofOwner, isOwner: true };
  const ofUser = keyOfUser(facts, padded(password));
  return ofUser && { key: ofUser, isOwner: false };
}

function padded(password: Buffer): Buffer {
  return Buffer.concat([password, padding]).subarray(0, padding.length);
}

function keyOfUser(facts: KeyFacts, password: Buffer): Buffer | undefined {
  const { revision, length, owner, user, permissions, encryptsMetadata, fileId } = facts;
  const bits = Buffer.alloc(4);
  bits.writeInt32LE(permissions | 0);
  const plain = revision >= 4 && !encryptsMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
  const key = hashed(Buffer.concat([password, owner.subarray(0, 32), bits, fileId, plain]), revision, length);
  if (revision === 2) return rc4(key, padding).equals(user.subarray(0, 32)) ? key : undefined;
  let check: Buffer = md5(Buffer.concat([padding, fileId]));
  for (let round = 0; round < cipherRounds; round++) check = rc4(varied(key, round), check);
  return check.equals(user.subarray(0, 16)) ? key : undefined;
}

/** The padded user password, recovered with the owner password. */
function userPassword({ revision, length, owner }: KeyFacts, ownerPassword: Buffer): Buffer {
  const key = hashed(ownerPassword, revision, length);
  let password: Buffer = owner.subarray(0, 32);
  if (revision === 2) return rc4(key, password);
  for (let round = cipherRounds - 1; round >= 0; round--) password = rc4(varied(key, round), password);
  return password;
}

function hashed(data: Buffer, revision: number, length: number): Buffer {
  let hash = md5(data);
  if (revision >= 3) for (let i = 0; i < hashRounds; i++) hash = md5(hash.subarray(0, length));
  return hash.subarray(0, length);
}

function varied(key: Buffer, round: number): Buffer {
  return Buffer.from(key.map((byte) => byte ^ round));
}

function md5(data: Uint8Array): Buffer {
  return createHash('md5').update(data).digest();
}

interface KeyFacts256 {
  readonly revision: number;
  /** Hash, salt for checking the password, salt for deriving the key. */
  readonly owner: Buffer;
  readonly user: Buffer;
  /** The file's key, encrypted for the owner or the user. */
  readonly ownerKey: Buffer;
  readonly userKey: Buffer;
}

/**
 * Derives a key of 256 bits (ISO 32000-2, 7.6.4.3.4, revision 6, and its predecessor, revision 5). Accepts the owner or
 * the user password in UTF-8. Undefined if it is neither.
 */
export function fileKey256(facts: KeyFacts256, password: Buffer): OpenedKey | undefined {
  const { revision, owner, user, ownerKey, userKey } = facts;
  const cut = password.subarray(0, maxPasswordBytes);
  const open = (check: Buffer, encrypted: Buffer, more: Buffer): Buffer | undefined => {
    const hash = (salt: Buffer) => hashPassword({ revision, password: cut, salt, user: more });
    if (!hash(check.subarray(32, 40)).equals(check.subarray(0, 32)) || encrypted.length < 32)
      return undefined;
    return decryptBlocks(hash(check.subarray(40, 48)), Buffer.alloc(16), encrypted.subarray(0, 32));
  };
  const ofOwner = open(owner, ownerKey, user.subarray(0, 48));
  if (ofOwner) return { key: ofOwner, isOwner: true };
  const ofUser = open(user, userKey, Buffer.alloc(0));
  return ofUser && { key: ofUser, isOwner: false };
}
