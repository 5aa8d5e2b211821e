/** Writes PKCS#12 files as other programs do: OpenSSL today, Windows and Firefox of years ago. */

import { createCipheriv, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import {
  encodeAlgorithm,
  encodeElement,
  encodeInteger,
  encodeNull,
  encodeOctets,
  encodeOid,
  encodeSequence,
} from '../../../src/signing/asn1/der-writer.ts';
import { oids } from '../../../src/signing/asn1/object-identifiers.ts';
import { digestOids } from '../../../src/signing/certificates/digest-algorithms.ts';
import { derivePkcs12Bytes } from '../../../src/signing/identity/pkcs12-derivation.ts';

interface Pkcs12Options {
  readonly keys: readonly Uint8Array[];
  readonly certificates: readonly Uint8Array[];
  readonly password: string;
  /** AES with PBKDF2, or three keys of DES with the derivation of PKCS#12. */
  readonly encryption?: 'aes' | '3des';
  readonly mac?: 'sha256' | 'sha1' | 'none';
  /** As some programs understand an empty password. */
  readonly isPasswordMissing?: boolean;
  /** Lengths that are not known at the beginning, and strings in pieces, as Firefox writes them. */
  readonly isBer?: boolean;
}

const iterations = 1_000;

export function makePkcs12(options: Pkcs12Options): Uint8Array {
  const { keys, certificates, mac = 'sha256', isBer = false } = options;
  const octets = (bytes: Uint8Array) => (isBer ? berOctets(bytes) : encodeOctets(bytes));
  const data = (content: Uint8Array) =>
    encodeSequence(encodeOid(oids.data), encodeElement(0xa0, octets(content)));
  const keyBags = keys.map((key) => bag(oids.shroudedKeyBag, encryptedInfo(key, options)));
  const certificateBags = certificates.map((certificate) =>
    bag(
      oids.certificateBag,
      encodeSequence(encodeOid(oids.x509Certificate), encodeElement(0xa0, encodeOctets(certificate))),
    ),
  );
  const { algorithm, encrypted } = encrypt(encodeSequence(...certificateBags), options);
  const encryptedContent = isBer ? berPieces(0xa0, encrypted) : encodeElement(0x80, encrypted);
  const encryptedData = encodeSequence(
    encodeInteger(0),
    encodeSequence(encodeOid(oids.data), algorithm, encryptedContent),
  );
  const safe = encodeSequence(
    encodeSequence(encodeOid(oids.encryptedData), encodeElement(0xa0, encryptedData)),
    data(encodeSequence(...keyBags)),
  );
  const parts = [encodeInteger(3), data(safe), ...(mac === 'none' ? [] : [macData(safe, mac, options)])];
  return isBer ? berSequence(parts) : encodeSequence(...parts);
}

const bag = (type: string, value: Uint8Array) => encodeSequence(encodeOid(type), encodeElement(0xa0, value));

function encryptedInfo(key: Uint8Array, options: Pkcs12Options): Uint8Array {
  const { algorithm, encrypted } = encrypt(key, options);
  return encodeSequence(algorithm, encodeOctets(encrypted));
}

const usedPassword = ({ password, isPasswordMissing }: Pkcs12Options) =>
  isPasswordMissing ? undefined : password;

function encrypt(content: Uint8Array, options: Pkcs12Options) {
  const salt = randomBytes(8);
  if (options.encryption === '3des') {
    const derivation = { digest: 'sha1', password: usedPassword(options), salt, iterations };
    const key = derivePkcs12Bytes({ ...derivation, purpose: 'key', length: 24 });
    const cipher = createCipheriv(
      'des-ede3-cbc',
      key,
      derivePkcs12Bytes({ ...derivation, purpose: 'vector', length: 8 }),
    );
    return {
      algorithm: encodeAlgorithm(
        oids.pbeWithSha1And3KeyTripleDes,
        encodeSequence(encodeOctets(salt), encodeInteger(iterations)),
      ),
      encrypted: Buffer.concat([cipher.update(content), cipher.final()]),
    };
  }
  const vector = randomBytes(16);
  const key = pbkdf2Sync(usedPassword(options) ?? '', salt, iterations, 32, 'sha256');
  const cipher = createCipheriv('aes-256-cbc', key, vector);
  const prf = encodeAlgorithm('1.2.840.113549.2.9', encodeNull());
  const derivation = encodeSequence(encodeOctets(salt), encodeInteger(iterations), prf);
  return {
    algorithm: encodeAlgorithm(
      oids.pbes2,
      encodeSequence(
        encodeAlgorithm(oids.pbkdf2, derivation),
        encodeAlgorithm('2.16.840.1.101.3.4.1.42', encodeOctets(vector)),
      ),
    ),
    encrypted: Buffer.concat([cipher.update(content), cipher.final()]),
  };
}

function macData(content: Uint8Array, digest: 'sha256' | 'sha1', options: Pkcs12Options): Uint8Array {
  const salt = randomBytes(8);
  const length = digest === 'sha1' ? 20 : 32;
  const password = usedPassword(options);
  const key = derivePkcs12Bytes({ purpose: 'mac', digest, password, salt, iterations, length });
  const value = createHmac(digest, key).update(content).digest();
  const info = encodeSequence(encodeAlgorithm(digestOids[digest], encodeNull()), encodeOctets(value));
  return encodeSequence(info, encodeOctets(salt), encodeInteger(iterations));
}

const endOfContents = Uint8Array.of(0, 0);

const berSequence = (parts: readonly Uint8Array[]) =>
  Buffer.concat([Uint8Array.of(0x30, 0x80), ...parts, endOfContents]);

const berOctets = (bytes: Uint8Array) => berPieces(0x24, bytes);

function berPieces(tag: number, bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += 100) {
    pieces.push(encodeOctets(bytes.subarray(start, start + 100)));
  }
  return Buffer.concat([Uint8Array.of(tag, 0x80), ...pieces, endOfContents]);
}
