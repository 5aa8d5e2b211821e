/** Finds the way from a certificate through its issuers to one that is trusted. */

import { isSameName } from '../certificates/distinguished-name.ts';
import { isIssuedBy } from '../certificates/is-issued-by.ts';
import type { ParsedCertificate } from '../certificates/parsed-certificate.ts';

export interface CertificatePath {
  /** The certificate, its issuer, and so on. */
  readonly certificates: readonly ParsedCertificate[];
  /** Whether the last one is trusted. */
  readonly isComplete: boolean;
}

const maxLength = 10;

/** Each is a verification of a signature. Bundles of thousands of issuers of one name are an attack. */
const maxChecks = 60;

/** The first complete path, or else the longest of those that were followed. */
export function findPath(
  certificate: ParsedCertificate,
  trusted: readonly ParsedCertificate[],
  others: readonly ParsedCertificate[],
): CertificatePath {
  let checks = 0;
  let longest: readonly ParsedCertificate[] = [certificate];
  const same = (a: ParsedCertificate, b: ParsedCertificate) => Buffer.compare(a.der, b.der) === 0;
  const follow = (path: readonly ParsedCertificate[]): readonly ParsedCertificate[] | undefined => {
    const last = path.at(-1) ?? certificate;
    if (trusted.some((each) => same(each, last))) return path;
    if (path.length > longest.length) longest = path;
    if (path.length >= maxLength) return undefined;
    const isNamed = ({ subject }: ParsedCertificate) => isSameName(subject, last.issuer);
    for (const candidate of [...trusted.filter(isNamed), ...others.filter(isNamed)]) {
      if (path.some((each) => same(each, candidate))) continue;
      if (++checks > maxChecks) return undefined;
      if (!isIssuedBy(last, candidate)) continue;
      const found = follow([...path, candidate]);
      if (found) return found;
    }
    return undefined;
  };
  const found = follow([certificate]);
  return { certificates: found ?? longest, isComplete: found !== undefined };
}
