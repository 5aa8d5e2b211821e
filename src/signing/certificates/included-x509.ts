/** The certificates of a signature as node shows them. */

import type { X509Certificate } from 'node:crypto';
import type { ParsedCertificate } from './parsed-certificate.ts';

/** The signer's first. Those that OpenSSL cannot read are left out. */
export function includedX509(
  certificates: readonly ParsedCertificate[],
  signer?: ParsedCertificate,
): readonly X509Certificate[] {
  const ordered = signer ? [signer, ...certificates.filter((each) => each !== signer)] : certificates;
  return ordered.flatMap((certificate) => {
    try {
      return [certificate.x509];
    } catch {
      return [];
    }
  });
}
