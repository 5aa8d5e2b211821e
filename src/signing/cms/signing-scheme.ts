/** How a key signs: its digest, its padding, and what names them in a file. */

import { constants, type KeyObject, sign } from 'node:crypto';
import {
  encodeAlgorithm,
  encodeElement,
  encodeInteger,
  encodeNull,
  encodeSequence,
} from '../asn1/der-writer.ts';
import { oids } from '../asn1/object-identifiers.ts';
import {
  type DigestAlgorithm,
  digestLengths,
  digestOids,
  findDigestName,
} from '../certificates/digest-algorithms.ts';
import { SigningError } from '../signing-error.ts';

export interface SigningScheme {
  readonly digest: DigestAlgorithm;
  /** AlgorithmIdentifier in DER. */
  readonly identifier: Uint8Array;
  /** In bytes. */
  readonly maxSignatureLength: number;
  sign(data: Uint8Array): Uint8Array;
}

const rsaOids = {
  sha256: '1.2.840.113549.1.1.11',
  sha384: '1.2.840.113549.1.1.12',
  sha512: '1.2.840.113549.1.1.13',
} as const;

/** The digest that is as strong as the curve (RFC 5753, 4), and the bytes of one of its numbers. */
const curves: Readonly<Record<string, { digest: DigestAlgorithm; oid: string; bytes: number }>> = {
  prime256v1: { digest: 'sha256', oid: '1.2.840.10045.4.3.2', bytes: 32 },
  secp384r1: { digest: 'sha384', oid: '1.2.840.10045.4.3.3', bytes: 48 },
  secp521r1: { digest: 'sha512', oid: '1.2.840.10045.4.3.4', bytes: 66 },
  brainpoolP256r1: { digest: 'sha256', oid: '1.2.840.10045.4.3.2', bytes: 32 },
  brainpoolP384r1: { digest: 'sha384', oid: '1.2.840.10045.4.3.3', bytes: 48 },
  brainpoolP512r1: { digest: 'sha512', oid: '1.2.840.10045.4.3.4', bytes: 64 },
};

export interface SchemeOptions {
  /** RSA keys of no fixed padding sign with PSS instead of PKCS#1 v1.5, which more readers know. */
  readonly isPss?: boolean | undefined;
}

export function chooseSigningScheme(key: KeyObject, { isPss = false }: SchemeOptions = {}): SigningScheme {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details = {} } = key;
  const modulusBytes = Math.ceil((details.modulusLength ?? 0) / 8);
  if (type === 'rsa' && !isPss) {
    const digest = modulusBytes > 512 ? 'sha512' : 'sha256';
    return {
      digest,
      identifier: encodeAlgorithm(rsaOids[digest], encodeNull()),
      maxSignatureLength: modulusBytes,
      sign: (data) => sign(digest, data, key),
    };
  }
  if (type === 'rsa' || type === 'rsa-pss') return pssScheme(key, modulusBytes);
  const curve = curves[details.namedCurve ?? ''];
  if (type === 'ec' && curve) {
    return {
      digest: curve.digest,
      identifier: encodeAlgorithm(curve.oid),
      // Two numbers, each with a zero before it where its first bit is set.
      maxSignatureLength: 2 * (curve.bytes + 3) + 3,
      sign: (data) => sign(curve.digest, data, key),
    };
  }
  if (type === 'ed25519') {
    // RFC 8419, 3.1: the digest of the message is SHA-512.
    return {
      digest: 'sha512',
      identifier: encodeAlgorithm(oids.ed25519),
      maxSignatureLength: 64,
      sign: (data) => sign(null, data, key),
    };
  }
  throw new SigningError('unsupported', `Signatures with keys of the algorithm ${type} are not supported.`);
}

/** RSA-PSS, RFC 4056. A key may demand a digest and a length of salt. */
function pssScheme(key: KeyObject, modulusBytes: number): SigningScheme {
  const {
    hashAlgorithm = 'sha256',
    mgf1HashAlgorithm = hashAlgorithm,
    saltLength,
  } = key.asymmetricKeyDetails ?? {};
  const digest = findDigestName(hashAlgorithm);
  if (!digest || digest === 'sha1' || digest === 'sha224' || mgf1HashAlgorithm !== hashAlgorithm) {
    throw new SigningError(
      'unsupported',
      `Signatures of RSA-PSS with the digest ${hashAlgorithm} are not supported.`,
    );
  }
  const salt = Math.max(saltLength ?? 0, digestLengths[digest]);
  const digestIdentifier = encodeAlgorithm(digestOids[digest], encodeNull());
  const parameters = encodeSequence(
    encodeElement(0xa0, digestIdentifier),
    encodeElement(0xa1, encodeAlgorithm(oids.mgf1, digestIdentifier)),
    encodeElement(0xa2, encodeInteger(salt)),
  );
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: salt };
  return {
    digest,
    identifier: encodeAlgorithm(oids.rsaPss, parameters),
    maxSignatureLength: modulusBytes,
    sign: (data) => sign(digest, data, { key, ...padding }),
  };
}
