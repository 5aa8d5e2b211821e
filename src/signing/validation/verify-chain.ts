/** Whether a certificate can be trusted: a path to a trusted one, at a time, and none on it revoked. */

import type { X509Certificate } from 'node:crypto';
import { DerError } from '../asn1/der-reader.ts';
import { ParsedCertificate } from '../certificates/parsed-certificate.ts';
import { errorFinding, hasError, noteFinding, type SignatureFinding, warningFinding } from '../findings.ts';
import { findPath } from './certificate-path.ts';
import { findStatus, type RevocationEvidence, readEvidence } from './find-status.ts';
import { type ChainPurpose, findPathProblems } from './path-rules.ts';
import { wasRevoked } from './revocation-status.ts';

export interface ChainOptions {
  /** Certificates that are trusted as they are. */
  readonly trusted: readonly X509Certificate[];
  /** Others, in which issuers may be. */
  readonly others?: readonly X509Certificate[];
  /** When the certificates had to be valid: the time of the signature where it is proven, or else now. */
  readonly time: Date;
  readonly purpose: ChainPurpose;
  /** DER, of OCSP and of lists of revoked certificates. */
  readonly ocsps?: readonly Uint8Array[];
  readonly crls?: readonly Uint8Array[];
}

interface RevocationReport {
  /** The name by which people know the owner of the certificate. */
  readonly name: string;
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly source: 'ocsp' | 'crl' | undefined;
  readonly revokedAt: Date | undefined;
}

export interface ChainReport {
  /** Whether a trusted certificate leads to this one, and nothing speaks against it. */
  readonly trusted: boolean;
  /** The certificate, its issuer, and so on, as far as they are known. */
  readonly chain: readonly X509Certificate[];
  /** One report for each certificate of the chain but the trusted one. */
  readonly revocation: readonly RevocationReport[];
  readonly findings: readonly SignatureFinding[];
}

/** More are those of another document, or an attack. */
const maxOthers = 500;

/** Never throws, whatever the certificates and the evidence are. */
export function verifyChain(certificate: X509Certificate, options: ChainOptions): ChainReport {
  try {
    return verify(new ParsedCertificate(certificate.raw), options);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    const findings = [errorFinding('malformed', `A certificate is unreadable: ${error.message}`)];
    return { trusted: false, chain: [certificate], revocation: [], findings };
  }
}

function verify(certificate: ParsedCertificate, options: ChainOptions): ChainReport {
  const { trusted, others = [], time, purpose, ocsps = [], crls = [] } = options;
  const path = findPath(certificate, trusted.flatMap(parse), others.slice(0, maxOthers).flatMap(parse));
  const { certificates, isComplete } = path;
  const last = certificates.at(-1) ?? certificate;
  const evidence = readEvidence(ocsps, crls);
  const checked = isComplete ? certificates.slice(0, -1) : certificates;
  const statuses = checked.map((each, index) =>
    findRevocation(each, certificates[index + 1], evidence, time),
  );
  const findings = [
    ...(isComplete ? [] : [errorFinding('untrusted', describeEnd(last))]),
    ...findPathProblems(certificates, isComplete, purpose, time),
    ...statuses.flatMap((status) => status.findings),
  ];
  return {
    trusted: !hasError(findings),
    chain: certificates.map(({ x509 }) => x509),
    revocation: statuses.map(({ report }) => report),
    findings,
  };
}

/** Certificates in a form that is not read are no issuers. */
function parse({ raw }: X509Certificate): readonly ParsedCertificate[] {
  try {
    return [new ParsedCertificate(raw)];
  } catch (error) {
    if (error instanceof DerError) return [];
    throw error;
  }
}

const describeEnd = (last: ParsedCertificate): string =>
  last.isSelfIssued
    ? `The chain ends with ${last.name}, which is not trusted.`
    : `The issuer of ${last.name} is not known: ${last.summarize().issuer}.`;

function findRevocation(
  certificate: ParsedCertificate,
  issuer: ParsedCertificate | undefined,
  evidence: RevocationEvidence,
  time: Date,
): { readonly report: RevocationReport; readonly findings: readonly SignatureFinding[] } {
  const { name } = certificate;
  const found = issuer && findStatus(certificate, issuer, evidence, time);
  if (!found) {
    // Without an issuer, the chain itself is what is wrong.
    const message = `Nothing says whether the certificate of ${name} was revoked.`;
    const findings = issuer ? [warningFinding('revocation_unknown', message)] : [];
    return { report: { name, status: 'unknown', source: undefined, revokedAt: undefined }, findings };
  }
  const { source, revokedAt } = found;
  const when = revokedAt ? ` on ${revokedAt.toISOString()}` : '';
  if (wasRevoked(found, time)) {
    const findings = [errorFinding('revoked', `The certificate of ${name} was revoked${when}.`)];
    return { report: { name, status: 'revoked', source, revokedAt }, findings };
  }
  const message = `The certificate of ${name} was revoked${when}, after the time that counts here.`;
  const findings = found.status === 'revoked' ? [noteFinding('revoked', message)] : [];
  return { report: { name, status: 'good', source, revokedAt }, findings };
}
