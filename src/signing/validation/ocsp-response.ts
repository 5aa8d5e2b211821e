/** Reads the answers of a responder about certificates (OCSP: RFC 6960, 4.2). */

import { type DerElement, DerError, derTags, readDer } from '../asn1/der-reader.ts';
import { readBits, readOctets, readOid, readSerial, readSmallInteger, readTime } from '../asn1/der-values.ts';
import { oids } from '../asn1/object-identifiers.ts';
import { findDigestAlgorithm, hashBytes } from '../certificates/digest-algorithms.ts';
import { isIssuedBy } from '../certificates/is-issued-by.ts';
import { ParsedCertificate } from '../certificates/parsed-certificate.ts';
import { algorithmOid, isSignedBy, readSignatureAlgorithm } from '../certificates/signature-algorithms.ts';
import type { CertificateStatus } from './revocation-status.ts';

export interface OcspResponse {
  readonly producedAt: Date;
  readonly signedPart: Uint8Array;
  readonly algorithm: DerElement;
  readonly signature: Uint8Array;
  /** The certificates that the responder sent along. */
  readonly certificates: readonly ParsedCertificate[];
  readonly answers: readonly OcspAnswer[];
}

interface OcspAnswer extends CertificateStatus {
  readonly certificateId: DerElement;
}

const maxAnswers = 100;
const maxCertificates = 10;

const refusals: Readonly<Record<number, string>> = {
  1: 'the request is malformed',
  2: 'it has an error',
  3: 'it is busy',
  5: 'the request must be signed',
  6: 'it does not know the certificate',
};

/** Throws `DerError` for what is no answer, also if the responder says why. */
export function readOcspResponse(bytes: Uint8Array): OcspResponse {
  const [status, wrapped] = readDer(bytes).expect(derTags.sequence, 'The answer').children;
  if (!status) throw new DerError('The answer is empty.');
  const code = readSmallInteger(status, derTags.enumerated);
  if (code !== 0) throw new DerError(`the responder says that ${refusals[code] ?? `its status is ${code}`}.`);
  const [type, octets] = wrapped?.children[0]?.children ?? [];
  if (!type || !octets || readOid(type) !== oids.ocspBasic)
    throw new DerError('The answer is of an unknown kind.');
  const [data, algorithm, signature, certificates] = readDer(readOctets(octets)).children;
  if (!data || !algorithm || !signature) throw new DerError('The answer is incomplete.');
  const fields = data.expect(derTags.sequence, 'The answer').children.filter(({ tag }) => tag !== 0xa0);
  const [responder, producedAt, answers] = fields;
  if (!responder || !producedAt || !answers) throw new DerError('The answer is incomplete.');
  return {
    producedAt: readTime(producedAt),
    signedPart: data.encoded,
    algorithm,
    signature: readBits(signature),
    certificates: (certificates?.children[0]?.children ?? [])
      .slice(0, maxCertificates)
      .map(({ encoded }) => new ParsedCertificate(encoded)),
    answers: answers.children.slice(0, maxAnswers).map(readAnswer),
  };
}

function readAnswer(element: DerElement): OcspAnswer {
  const [certificateId, status, thisUpdate, ...rest] = element.children;
  if (!certificateId || !status || !thisUpdate) throw new DerError('An answer is incomplete.');
  const nextUpdate = rest.find(({ tag }) => tag === 0xa0)?.children[0];
  const [revokedAt] = status.tag === 0xa1 ? status.children : [];
  return {
    certificateId,
    // [2] is unknown to the responder.
    status: status.tag === 0x80 ? 'good' : status.tag === 0xa1 ? 'revoked' : 'unknown',
    revokedAt: revokedAt && readTime(revokedAt),
    thisUpdate: readTime(thisUpdate),
    nextUpdate: nextUpdate && readTime(nextUpdate),
  };
}

/** The answer about this certificate; undefined if there is none. */
export const findOcspAnswer = (
  response: OcspResponse,
  certificate: ParsedCertificate,
  issuer: ParsedCertificate,
): OcspAnswer | undefined =>
  response.answers.find(({ certificateId: { children } }) => {
    const [algorithm, nameHash, keyHash, serial] = children;
    const name = algorithm && findDigestAlgorithm(algorithmOid(algorithm));
    if (!name || !nameHash || !keyHash || !serial || readSerial(serial) !== certificate.serial) return false;
    const isHash = (hash: DerElement, bytes: Uint8Array) =>
      Buffer.compare(readOctets(hash), hashBytes(name, bytes)) === 0;
    // The name as the certificate has it (RFC 6960, 4.1.1), which the issuer's own may be written otherwise than.
    return isHash(nameHash, certificate.issuer) && isHash(keyHash, issuer.keyBytes);
  });

/**
 * The certificate that signed the answer: the issuer's own, or one that the issuer made for this (RFC 6960, 4.2.2.2).
 * Undefined if neither did.
 */
export function findResponder(
  response: OcspResponse,
  issuer: ParsedCertificate,
): ParsedCertificate | undefined {
  const algorithm = readSignatureAlgorithm(response.algorithm);
  if (!algorithm) return undefined;
  return [issuer, ...response.certificates].find((candidate) => {
    try {
      const { signedPart: data, signature } = response;
      if (!isSignedBy({ algorithm, key: candidate.publicKey, data, signature })) return false;
    } catch {
      // A key that OpenSSL cannot use.
      return false;
    }
    return candidate === issuer || isDelegate(candidate, issuer, response.producedAt);
  });
}

function isDelegate(certificate: ParsedCertificate, issuer: ParsedCertificate, time: Date): boolean {
  if (Buffer.compare(certificate.der, issuer.der) === 0) return true;
  const purposes = certificate.extension(oids.extendedKeyUsage)?.children.map(readOid) ?? [];
  const isValid = certificate.notBefore <= time && time <= certificate.notAfter;
  return isValid && purposes.includes(oids.ocspSigning) && isIssuedBy(certificate, issuer);
}
