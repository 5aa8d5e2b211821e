/** Keys and certificates of a PKCS#12 file (`.p12`, `.pfx`), RFC 7292, also as other programs wrote it years ago. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { type DerElement, DerError, derTags, readDer } from '../asn1/der-reader.ts';
import { readOctets, readOid, readSmallInteger } from '../asn1/der-values.ts';
import { oids } from '../asn1/object-identifiers.ts';
import { digestLengths, findDigestAlgorithm } from '../certificates/digest-algorithms.ts';
import { algorithmOid } from '../certificates/signature-algorithms.ts';
import { SigningError } from '../signing-error.ts';
import { decryptSequence, derivePbes2Key, findHmacDigest, readIterations } from './password-encryption.ts';
import { derivePkcs12Bytes, type Pkcs12Password } from './pkcs12-derivation.ts';

export interface KeyMaterial {
  /** PKCS#8 in DER. */
  readonly keys: readonly Uint8Array[];
  /** X.509 in DER. */
  readonly certificates: readonly Uint8Array[];
}

/** Whether the first field is the version 3, which only this format begins with. */
export function isPkcs12(file: DerElement): boolean {
  const [version, safe] = file.children;
  return (
    version?.tag === derTags.integer && readSmallInteger(version) === 3 && safe?.tag === derTags.sequence
  );
}

/** Throws `SigningError` for a wrong password, and `DerError` for a damaged file. */
export function readPkcs12(file: DerElement, password: string): KeyMaterial {
  const [, content, mac] = file.children;
  const safe = readData(content);
  // Without a MAC, the padding of what is encrypted shows a wrong password.
  const usedPassword = mac ? checkMac(mac, safe, password) : password;
  const keys: Uint8Array[] = [];
  const certificates: Uint8Array[] = [];
  for (const part of readDer(safe).children) {
    for (const bag of readSafe(part, usedPassword).children) readBag(bag, usedPassword, keys, certificates);
  }
  return { keys, certificates };
}

/** The bytes of a ContentInfo of type `data`. */
function readData(content: DerElement | undefined): Uint8Array {
  const [type, value] = content?.children ?? [];
  if (!type || readOid(type) !== oids.data) {
    throw new SigningError('unsupported', 'The PKCS#12 file is signed instead of protected by a password.');
  }
  return readOctets(firstChild(value));
}

function readSafe(part: DerElement, password: Pkcs12Password): DerElement {
  const [type, value] = part.children;
  const oid = type && readOid(type);
  if (oid === oids.data) return readDer(readOctets(firstChild(value)));
  if (oid !== oids.encryptedData) {
    throw new SigningError('unsupported', `The PKCS#12 file has a part of a kind not supported (${oid}).`);
  }
  const [, algorithm, encrypted] = firstChild(value).children[1]?.children ?? [];
  if (!algorithm || !encrypted) throw new DerError('An encrypted part is incomplete.');
  return decryptSequence(algorithm, readOctets(encrypted, 0x80), password);
}

function readBag(
  bag: DerElement,
  password: Pkcs12Password,
  keys: Uint8Array[],
  certificates: Uint8Array[],
): void {
  const [type, wrapped] = bag.children;
  const value = firstChild(wrapped);
  switch (type && readOid(type)) {
    case oids.keyBag:
      keys.push(value.encoded);
      break;
    case oids.shroudedKeyBag:
      keys.push(decryptKey(value, password));
      break;
    case oids.certificateBag: {
      const [kind, certificate] = value.children;
      if (kind && readOid(kind) === oids.x509Certificate)
        certificates.push(readOctets(firstChild(certificate)));
      break;
    }
    default:
    // Revocation lists and secrets are no part of an identity.
  }
}

/** EncryptedPrivateKeyInfo of PKCS#8, which is also a file of its own. */
export function decryptKey(encryptedKey: DerElement, password: Pkcs12Password): Uint8Array {
  const [algorithm, encrypted] = encryptedKey.children;
  if (!algorithm || !encrypted) throw new DerError('An encrypted key is incomplete.');
  return decryptSequence(algorithm, readOctets(encrypted), password).encoded;
}

/** Returns the password, or undefined for an empty one that the writer left out. */
function checkMac(mac: DerElement, content: Uint8Array, password: string): Pkcs12Password {
  const [info, salt, count] = mac.children;
  const [algorithm, expected] = info?.children ?? [];
  if (!algorithm || !expected || !salt) throw new DerError('The check of the password is incomplete.');
  const matches = (digest: string, key: Uint8Array) => {
    const actual = createHmac(digest, key).update(content).digest();
    const wanted = readOctets(expected);
    return actual.length === wanted.length && timingSafeEqual(actual, wanted);
  };
  const oid = algorithmOid(algorithm);
  if (oid === oids.pbmac1) {
    const [derivation, scheme] = algorithm.children[1]?.children ?? [];
    const digest = scheme && findHmacDigest(scheme);
    if (!derivation || !digest) throw unsupportedMac(oid);
    if (matches(digest, derivePbes2Key(derivation, password, digestLengths[digest]))) return password;
    throw wrongPassword(password);
  }
  const digest = findDigestAlgorithm(oid);
  // The derivation is defined for the digests that have blocks like SHA-1 (RFC 7292, appendix B.2).
  if (!digest || /^sha3|^shake/.test(digest)) throw unsupportedMac(oid);
  const iterations = count ? readIterations(count) : 1;
  const length = digestLengths[digest];
  const derivation = { purpose: 'mac', digest, salt: readOctets(salt), iterations, length } as const;
  const candidates = password === '' ? ['', undefined] : [password];
  for (const candidate of candidates) {
    if (matches(digest, derivePkcs12Bytes({ ...derivation, password: candidate }))) return candidate;
  }
  throw wrongPassword(password);
}

const wrongPassword = (password: string) =>
  new SigningError(
    'password',
    password === '' ? 'The PKCS#12 file needs its password.' : 'The password of the PKCS#12 file is wrong.',
  );

const unsupportedMac = (oid: string) =>
  new SigningError('unsupported', `The PKCS#12 file checks its password in a way not supported (${oid}).`);

function firstChild(element: DerElement | undefined): DerElement {
  const child = element?.children[0];
  if (!child) throw new DerError('A part of the file is empty.');
  return child;
}
