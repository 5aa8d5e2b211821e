/** The attribute that binds a signature to one certificate, in its older form too: RFC 2634, 5.4, and RFC 5035, 3. */

import { createHash } from 'node:crypto';
import { type DerElement, DerError, derTags } from '../asn1/der-reader.ts';
import { readOctets, readSerial } from '../asn1/der-values.ts';
import { oids } from '../asn1/object-identifiers.ts';
import { findDigestAlgorithm } from '../certificates/digest-algorithms.ts';
import type { ParsedCertificate } from '../certificates/parsed-certificate.ts';
import { algorithmOid } from '../certificates/signature-algorithms.ts';
import { errorFinding, type SignatureFinding, warningFinding } from '../findings.ts';
import type { AttributeSet } from './attribute-set.ts';

interface CertificateBinding {
  readonly isBound: boolean;
  readonly findings: readonly SignatureFinding[];
}

/** Throws `DerError` if the attribute is malformed. */
export function verifyBinding(attributes: AttributeSet, certificate: ParsedCertificate): CertificateBinding {
  const v2 = attributes.findValue(oids.signingCertificateV2);
  const attribute = v2 ?? attributes.findValue(oids.signingCertificate);
  if (!attribute) {
    const message = 'The signature does not bind the certificate of the signer, which PAdES demands.';
    return { isBound: false, findings: [warningFinding('certificate_not_bound', message)] };
  }
  // The first one is the signer's; others are of its chain.
  const [id] =
    attribute.expect(derTags.sequence, 'The binding of the certificate').children[0]?.children ?? [];
  if (!id) throw new DerError('The binding of the certificate is empty.');
  if (isCertificate(id, certificate, v2 === undefined)) return { isBound: true, findings: [] };
  const message = 'The certificate is not the one that the signature was made with.';
  return { isBound: false, findings: [errorFinding('certificate_replaced', message)] };
}

function isCertificate(id: DerElement, certificate: ParsedCertificate, isV1: boolean): boolean {
  const parts = [...id.expect(derTags.sequence, 'The identifier of a certificate').children];
  const named = parts[0]?.tag === derTags.sequence ? parts.shift() : undefined;
  const standard = isV1 ? 'sha1' : 'sha256';
  const algorithm = named && !isV1 ? findDigestAlgorithm(algorithmOid(named)) : standard;
  const [hash, issuerAndSerial] = parts;
  if (!hash || !algorithm) return false;
  const actual = createHash(algorithm).update(certificate.der).digest();
  if (Buffer.compare(readOctets(hash), actual) !== 0) return false;
  const serial = issuerAndSerial?.children[1];
  return !serial || readSerial(serial) === certificate.serial;
}
