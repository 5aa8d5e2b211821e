/** Whether the certificates of a signature fit together: no trust yet, but changes of any of them show. */

import { readOctets } from '../asn1/der-values.ts';
import { oids } from '../asn1/object-identifiers.ts';
import { isSameName } from '../certificates/distinguished-name.ts';
import { isIssuedBy } from '../certificates/is-issued-by.ts';
import type { ParsedCertificate } from '../certificates/parsed-certificate.ts';
import { noteFinding, type SignatureFinding, warningFinding } from '../findings.ts';

/** Each takes a verification of a signature; real ones have about ten. */
const maxChecked = 40;

/** Follows the issuers from the certificates of the signers. Whether the last is trusted is for `verifyChain`. */
export function verifyIncluded(
  certificates: readonly ParsedCertificate[],
  signers: readonly ParsedCertificate[],
): readonly SignatureFinding[] {
  const findings: SignatureFinding[] = [];
  const used = new Set(signers);
  let checks = 0;
  // A set grows while it is iterated, so that each issuer is followed in its turn.
  for (const certificate of used) {
    const candidates = certificates.filter(({ subject }) => isSameName(subject, certificate.issuer));
    if (candidates.length === 0 && !claimsOwnKey(certificate)) continue;
    const issuer = candidates.find(
      (candidate) => ++checks <= maxChecked && isIssuedBy(certificate, candidate),
    );
    if (issuer) used.add(issuer);
    else {
      const message = `The certificate of ${certificate.name} is not signed by its issuer in the signature.`;
      findings.push(warningFinding('untrusted', message));
    }
  }
  const others = certificates.filter((certificate) => !used.has(certificate));
  if (others.length > 0) {
    // Responders sign answers about revocation, which may be in the signature too.
    const unknown = others.filter((other) => !other.extensions.has(oids.ocspNoCheck));
    if (unknown.length > 0) {
      const names = unknown.slice(0, 3).map(({ name }) => name);
      const message = `The signature holds certificates that it does not need: ${names.join(', ')}.`;
      findings.push(noteFinding('nonconforming', message));
    }
  }
  return findings;
}

/** Whether the certificate says that its own key signed it, so that it cannot have another issuer. */
function claimsOwnKey(certificate: ParsedCertificate): boolean {
  try {
    const own = certificate.extension(oids.subjectKeyIdentifier);
    const keyId = certificate.extension(oids.authorityKeyIdentifier)?.children[0];
    return own !== undefined && keyId?.tag === 0x80 && Buffer.compare(keyId.content, readOctets(own)) === 0;
  } catch {
    // An extension is malformed.
    return false;
  }
}
