/** The attribute that binds a signature to one certificate, in its older form too: RFC 2634, 5.4, and RFC 5035, 3. */

import { type DerElement, DerError, derTags } from '../asn1/der-reader.ts';
import { readOctets, readSerial } from '../asn1/der-values.ts';
import { oids } from '../asn1/object-identifiers.ts';
import { type DigestAlgorithm, hashBytes } from '../certificates/digest-algorithms.ts';
import type { ParsedCertificate } from '../certificates/parsed-certificate.ts';
import { algorithmOid, findDigest } from '../certificates/signature-algorithms.ts';
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
  const parts = [...id.expect(derTags.sequence, 'The identifier of a certificate').children];
  const named = parts[0]?.tag === derTags.sequence ? parts.shift() : undefined;
  const algorithm = v2 ? (named ? findDigest(named) : 'sha256') : 'sha1';
  if (named && !algorithm) {
    const message = `What binds the certificate of the signer cannot be checked: the hash ${algorithmOid(named)} is not known.`;
    return { isBound: false, findings: [warningFinding('unsupported', message)] };
  }
  const [hash, issuerAndSerial] = parts;
  if (hash && algorithm && isCertificate(certificate, algorithm, hash, issuerAndSerial)) {
    return { isBound: true, findings: [] };
  }
  const message = 'The certificate is not the one that the signature was made with.';
  return { isBound: false, findings: [errorFinding('certificate_replaced', message)] };
}

function isCertificate(
  certificate: ParsedCertificate,
  algorithm: DigestAlgorithm,
  hash: DerElement,
  issuerAndSerial: DerElement | undefined,
): boolean {
  if (Buffer.compare(readOctets(hash), hashBytes(algorithm, certificate.der)) !== 0) return false;
  const serial = issuerAndSerial?.children[1];
  return !serial || readSerial(serial) === certificate.serial;
}
