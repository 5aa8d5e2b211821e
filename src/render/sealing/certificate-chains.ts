/** Judges the chains of certificates of a file's signatures, with the evidence that the file holds. */
import { X509Certificate } from 'node:crypto';
import type { SignatureEvidence } from '#pdf/signing/add-evidence';
import { readCertificates, type SignatureFinding, verifyChain } from '#signing';

interface JudgedChain {
  /** Undefined if no certificates are trusted. */
  readonly trusted: boolean | undefined;
  /** Whether the file holds evidence that each certificate below the last was valid. */
  readonly isProven: boolean;
  readonly findings: readonly SignatureFinding[];
}

export interface CertificateChains {
  /** The signer's certificate comes first. `time`: when it is proven to have signed; otherwise now counts. */
  judge(
    certificates: readonly X509Certificate[],
    context: { readonly time: Date | undefined; readonly purpose: 'document' | 'timestamp' },
  ): JudgedChain;
}

/** Throws `SigningError` if a trusted certificate cannot be read. */
export function openChains(
  { certificates: known, ocsps, crls }: SignatureEvidence,
  trustedFiles: readonly Uint8Array[] | undefined,
): CertificateChains {
  const trusted = trustedFiles?.flatMap((file) => readCertificates(file));
  const stored = known.flatMap((der) => parse(der));
  return {
    judge(certificates, { time = new Date(), purpose }) {
      const [signer] = certificates;
      if (!signer) return { trusted: trusted && false, isProven: false, findings: [] };
      const others = [...certificates, ...stored];
      const verify = (roots: readonly X509Certificate[]) =>
        verifyChain(signer, { trusted: roots, others, time, purpose, ocsps, crls });
      const isProven = ocsps.length + crls.length > 0 && provesAll(verify(others.filter(isRoot)).revocation);
      if (!trusted) return { trusted: undefined, isProven, findings: [] };
      const report = verify(trusted);
      return { trusted: report.trusted, isProven, findings: report.findings };
    },
  };
}

const provesAll = (statuses: readonly { readonly status: string }[]): boolean =>
  statuses.length > 0 && statuses.every(({ status }) => status === 'good');

const isRoot = (certificate: X509Certificate): boolean => certificate.issuer === certificate.subject;

/** Damaged certificates are no issuers. */
function parse(der: Uint8Array): X509Certificate[] {
  try {
    return [new X509Certificate(der)];
  } catch {
    return [];
  }
}
