/** Asks whether a certificate was revoked: OCSP, RFC 6960, 4.1. */

import { createHash } from 'node:crypto';
import { encodeAlgorithm, encodeNull, encodeOctets, encodeSequence } from '../asn1/der-writer.ts';
import { digestOids } from '../certificates/digest-algorithms.ts';
import type { ParsedCertificate } from '../certificates/parsed-certificate.ts';

/** Without a nonce: responders that prepare their answers ignore it. The answer tells its age. */
export const encodeOcspRequest = (certificate: ParsedCertificate, issuer: ParsedCertificate): Uint8Array =>
  encodeSequence(encodeSequence(encodeSequence(encodeSequence(encodeCertificateId(certificate, issuer)))));

/** CertID. SHA-1 only identifies here, and is what all responders know (RFC 5019, 2.1.1). */
function encodeCertificateId(certificate: ParsedCertificate, issuer: ParsedCertificate): Uint8Array {
  const hash = (bytes: Uint8Array) => encodeOctets(createHash('sha1').update(bytes).digest());
  return encodeSequence(
    encodeAlgorithm(digestOids.sha1, encodeNull()),
    hash(certificate.issuer),
    hash(issuer.keyBytes),
    certificate.serialNumber.encoded,
  );
}
