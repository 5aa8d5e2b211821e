/** From a password to the key of a file, up to 128 bits (ISO 32000-2, 7.6.4.3 and 7.6.4.4, revisions 2 to 4). */
import { createHash } from 'node:crypto';
import { rc4 } from './rc4.ts';

/** What the encryption dictionary says. */
export interface KeyFacts {
  readonly revision: number;
  /** Bytes of the key. */
  readonly length: number;
  /** What the owner's and the user's passwords are checked by. */
  readonly owner: Buffer;
  readonly user: Buffer;
  readonly permissions: number;
  readonly encryptsMetadata: boolean;
  /** The first identifier of the file. */
  readonly fileId: Buffer;
}

/** Fills passwords up to 32 bytes (ISO 32000-2, 7.6.4.3.2). */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** From revision 3 on hashes are hashed again, to cost more. */
const hashRounds = 50;
const cipherRounds = 20;

/** The password is the user's or the owner's; undefined when it is neither. */
export function fileKey(facts: KeyFacts, password: Buffer): Buffer | undefined {
  return keyOfUser(facts, padded(password)) ?? keyOfUser(facts, userPassword(facts, padded(password)));
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

/** The user's password, padded, as the owner's leads to it. */
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
