/** Whether one certificate signed another. */

import { isSameName } from './distinguished-name.ts';
import type { ParsedCertificate } from './parsed-certificate.ts';
import { isSignedBy, readSignatureAlgorithm } from './signature-algorithms.ts';

/** By name and signature. Whether the issuer may issue certificates is another question. */
export function isIssuedBy(certificate: ParsedCertificate, issuer: ParsedCertificate): boolean {
  if (!isSameName(certificate.issuer, issuer.subject)) return false;
  try {
    const algorithm = readSignatureAlgorithm(certificate.signatureAlgorithm);
    const { signedPart: data, signature } = certificate;
    return algorithm !== undefined && isSignedBy({ algorithm, key: issuer.publicKey, data, signature });
  } catch {
    // A key that OpenSSL cannot use, or malformed parameters.
    return false;
  }
}
