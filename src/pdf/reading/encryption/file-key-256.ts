/** Derives a 256-bit key from a password (ISO 32000-2, 7.6.4.3.4, revision 6, and its predecessor, revision 5). */
import { decryptBlocks } from './aes.ts';
import type { OpenedKey } from './file-key.ts';
import { hashPassword } from './hash-password.ts';
import { maxPasswordBytes } from './prepare-password.ts';

export interface KeyFacts256 {
  readonly revision: number;
  /** Hash, salt for checking the password, salt for deriving the key. */
  readonly owner: Buffer;
  readonly user: Buffer;
  /** The file's key, encrypted for the owner or the user. */
  readonly ownerKey: Buffer;
  readonly userKey: Buffer;
}

/** Accepts the owner or the user password in UTF-8. Undefined if it is neither. */
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
