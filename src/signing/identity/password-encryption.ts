/** Decrypts what a password encrypted: the schemes of PKCS#12 (RFC 7292) and PBES2 (RFC 8018). */

import { createDecipheriv, pbkdf2Sync, scryptSync } from 'node:crypto';
import { type DerElement, DerError, derTags, readDer } from '../asn1/der-reader.ts';
import { readOctets, readOid, readSmallInteger } from '../asn1/der-values.ts';
import { oids } from '../asn1/object-identifiers.ts';
import type { DigestAlgorithm } from '../certificates/digest-algorithms.ts';
import { algorithmOid } from '../certificates/signature-algorithms.ts';
import { SigningError } from '../signing-error.ts';
import { derivePkcs12Bytes, type Pkcs12Password } from './pkcs12-derivation.ts';
import { decryptRc2 } from './rc2.ts';

/** Files of today use up to a million; more is a mistake or an attack. */
const maxIterations = 20_000_000;

const maxKeyLength = 128;

const maxScryptMemory = 512 * 2 ** 20;

/** Object identifiers of HMAC with each digest, which PBKDF2 uses. */
const hmacDigests: Readonly<Record<string, DigestAlgorithm>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};

interface Cipher {
  readonly name: string;
  readonly keyLength: number;
}

const ciphers: Readonly<Record<string, Cipher>> = {
  '2.16.840.1.101.3.4.1.2': { name: 'aes-128-cbc', keyLength: 16 },
  '2.16.840.1.101.3.4.1.22': { name: 'aes-192-cbc', keyLength: 24 },
  '2.16.840.1.101.3.4.1.42': { name: 'aes-256-cbc', keyLength: 32 },
  '1.2.840.113549.3.7': { name: 'des-ede3-cbc', keyLength: 24 },
};

/**
 * Decrypts a sequence. Throws a `SigningError`: `password` if the result is none, which is how a wrong password shows, or
 * `unsupported`.
 */
export function decryptSequence(
  algorithm: DerElement,
  encrypted: Uint8Array,
  password: Pkcs12Password,
): DerElement {
  const decrypted = decryptWithPassword(algorithm, encrypted, password);
  try {
    // Padding fits by chance with one wrong password of 256.
    return readDer(decrypted).expect(derTags.sequence, 'What was encrypted');
  } catch {
    throw wrongPassword();
  }
}

function decryptWithPassword(
  algorithm: DerElement,
  encrypted: Uint8Array,
  password: Pkcs12Password,
): Uint8Array {
  const oid = algorithmOid(algorithm);
  const parameters = algorithm.children[1];
  if (!parameters) throw new DerError('An encryption has no parameters.');
  if (oid === oids.pbes2) return decryptPbes2(parameters, encrypted, password ?? '');
  const [salt, count] = parameters.children;
  if (!salt || !count) throw new DerError('The parameters of an encryption are incomplete.');
  const derivation = {
    digest: 'sha1',
    password,
    salt: readOctets(salt),
    iterations: readIterations(count),
  };
  const derive = (purpose: 'key' | 'vector', length: number) =>
    derivePkcs12Bytes({ ...derivation, purpose, length });
  switch (oid) {
    case oids.pbeWithSha1And3KeyTripleDes:
      return decryptBlocks('des-ede3-cbc', derive('key', 24), derive('vector', 8), encrypted);
    case oids.pbeWithSha1And2KeyTripleDes: {
      const key = derive('key', 16);
      const threeKeys = Buffer.concat([key, key.subarray(0, 8)]);
      return decryptBlocks('des-ede3-cbc', threeKeys, derive('vector', 8), encrypted);
    }
    case oids.pbeWithSha1And128BitRc2:
      return decryptRc2Blocks(derive('key', 16), derive('vector', 8), encrypted);
    case oids.pbeWithSha1And40BitRc2:
      return decryptRc2Blocks(derive('key', 5), derive('vector', 8), encrypted);
    default:
      throw unsupported(`is encrypted in a way that is not supported (${oid})`);
  }
}

function decryptPbes2(parameters: DerElement, encrypted: Uint8Array, password: string): Uint8Array {
  const [derivation, scheme] = parameters.children;
  if (!derivation || !scheme) throw new DerError('The parameters of an encryption are incomplete.');
  const oid = algorithmOid(scheme);
  const cipher = ciphers[oid];
  const vector = scheme.children[1];
  if (!cipher || !vector) throw unsupported(`is encrypted with a cipher that is not supported (${oid})`);
  const key = derivePbes2Key(derivation, password, cipher.keyLength);
  return decryptBlocks(cipher.name, key, readOctets(vector), encrypted);
}

/** Also for the key of PBMAC1. `length` is for parameters that name none. */
export function derivePbes2Key(derivation: DerElement, password: string, length: number): Uint8Array {
  const oid = algorithmOid(derivation);
  const [salt, ...rest] = derivation.children[1]?.children ?? [];
  if (!salt) throw new DerError('The derivation of a key has no salt.');
  const secret = Buffer.from(password, 'utf8');
  const numbers = rest.filter(({ tag }) => tag === derTags.integer);
  if (oid === oids.pbkdf2) {
    const [count, keyLength] = numbers;
    if (!count) throw new DerError('The derivation of a key has no number of iterations.');
    const prf = rest.find(({ tag }) => tag === derTags.sequence);
    const digest = prf ? hmacDigests[algorithmOid(prf)] : 'sha1';
    if (!digest) throw unsupported('derives its key with a digest that is not supported');
    const bytes = keyLength ? Math.min(readSmallInteger(keyLength), maxKeyLength) : length;
    return pbkdf2Sync(secret, readOctets(salt), readIterations(count), bytes, digest);
  }
  if (oid === oids.scrypt) {
    const [cost = 0, blockSize = 0, parallelization = 0] = numbers.map((number) => readSmallInteger(number));
    try {
      const options = { cost, blockSize, parallelization, maxmem: maxScryptMemory };
      return scryptSync(secret, readOctets(salt), length, options);
    } catch (cause) {
      throw unsupported('derives its key with parameters of scrypt that are out of range', { cause });
    }
  }
  throw unsupported(`derives its key in a way that is not supported (${oid})`);
}

function decryptBlocks(
  cipher: string,
  key: Uint8Array,
  vector: Uint8Array,
  encrypted: Uint8Array,
): Uint8Array {
  try {
    const decipher = createDecipheriv(cipher, key, vector);
    return Buffer.concat([decipher.update(encrypted), decipher.final()]);
  } catch {
    throw wrongPassword();
  }
}

function decryptRc2Blocks(key: Uint8Array, vector: Uint8Array, encrypted: Uint8Array): Uint8Array {
  const decrypted = decryptRc2(key, vector, encrypted);
  if (decrypted) return decrypted;
  throw wrongPassword();
}

const wrongPassword = () => new SigningError('password', 'The password is wrong.');

/** Throws `SigningError` for numbers that would take minutes. */
export function readIterations(element: DerElement): number {
  const iterations = readSmallInteger(element);
  if (iterations >= 1 && iterations <= maxIterations) return iterations;
  throw unsupported(
    `derives its key with ${iterations} iterations, more than the ${maxIterations} supported`,
  );
}

/** The digest of an AlgorithmIdentifier of HMAC. */
export const findHmacDigest = (algorithm: DerElement): DigestAlgorithm | undefined =>
  hmacDigests[readOid(algorithm.children[0] ?? algorithm)];

const unsupported = (what: string, options?: ErrorOptions) =>
  new SigningError('unsupported', `The file ${what}.`, options);
