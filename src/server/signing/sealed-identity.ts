/**
 * A signing identity as it is stored: AES-256-GCM over its key and its certificates, bound to its team and its name. Its
 * password is needed once, when it is added, so that no server runs the iterations that a file of a key asks for.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { Failure } from '#contract/errors';
import type { SigningIdentity } from '#signing';

/** All of it can be sent to a thread. */
export interface IdentityFiles {
  /** PKCS#8 in DER. */
  readonly key: Uint8Array;
  /** In DER; the first one is that of the key. */
  readonly certificates: readonly Uint8Array[];
}

interface Owner {
  readonly teamId: number;
  readonly name: string;
}

const version = 1;
/** The first bytes of the SHA-256 of the key that encrypts, which tell whether another key is needed. */
const keyIdBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + keyIdBytes + nonceBytes + tagBytes;

export function sealIdentity(identity: SigningIdentity, owner: Owner, key: Uint8Array): Uint8Array {
  const plain = Buffer.from(
    JSON.stringify({
      key: identity.key.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      certificates: [identity.certificate, ...identity.chain].map(({ raw }) => raw.toString('base64')),
    }),
  );
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(owner));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  plain.fill(0);
  return Buffer.concat([Uint8Array.of(version), idOf(key), nonce, cipher.getAuthTag(), encrypted]);
}

/** Whether `key` encrypted this identity. */
export const isSealedWith = (sealed: Uint8Array, key: Uint8Array): boolean =>
  Buffer.from(sealed)
    .subarray(1, 1 + keyIdBytes)
    .equals(idOf(key));

/** Throws `internal` for another key, and for bytes that were changed or belong to another team or name. */
export function openIdentity(sealed: Uint8Array, owner: Owner, key: Uint8Array): IdentityFiles {
  const bytes = Buffer.from(sealed);
  if (bytes[0] !== version || bytes.length <= headerBytes) throw unreadable(owner, 'it is damaged');
  if (!isSealedWith(bytes, key)) {
    throw unreadable(owner, 'it was encrypted by another key than that of this server');
  }
  const nonceAt = 1 + keyIdBytes;
  const tagAt = nonceAt + nonceBytes;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(nonceAt, tagAt), {
    authTagLength: tagBytes,
  })
    .setAAD(boundTo(owner))
    .setAuthTag(bytes.subarray(tagAt, headerBytes));
  let plain: Buffer;
  try {
    plain = Buffer.concat([decipher.update(bytes.subarray(headerBytes)), decipher.final()]);
  } catch (cause) {
    throw unreadable(owner, 'it was changed, or belongs to another team or name', cause);
  }
  const files = JSON.parse(plain.toString()) as { key: string; certificates: string[] };
  plain.fill(0);
  return {
    key: Buffer.from(files.key, 'base64'),
    certificates: files.certificates.map((each) => Buffer.from(each, 'base64')),
  };
}

const boundTo = ({ teamId, name }: Owner): Buffer => Buffer.from(`pdfapi signing identity ${teamId} ${name}`);

const idOf = (key: Uint8Array): Buffer => createHash('sha256').update(key).digest().subarray(0, keyIdBytes);

const unreadable = ({ teamId, name }: Owner, reason: string, cause?: unknown): Failure =>
  new Failure('internal', `The signing identity ${name} of team ${teamId} cannot be read: ${reason}.`, {
    cause,
  });
