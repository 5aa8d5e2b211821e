/** Verifies a time-stamp token (RFC 3161): of a signature, or of a whole document (`ETSI.RFC3161`). */

import type { X509Certificate } from 'node:crypto';
import { DerError } from '../asn1/der-reader.ts';
import { readOid } from '../asn1/der-values.ts';
import { oids } from '../asn1/object-identifiers.ts';
import { type DigestOf, findDigestAlgorithm, hashBytes } from '../certificates/digest-algorithms.ts';
import { includedX509 } from '../certificates/included-x509.ts';
import type { CertificateSummary, ParsedCertificate } from '../certificates/parsed-certificate.ts';
import { readCmsData } from '../cms/cms-data.ts';
import { verifyIncluded } from '../cms/verify-included.ts';
import { verifySigner } from '../cms/verify-signer.ts';
import { errorFinding, hasError, type SignatureFinding, warningFinding } from '../findings.ts';
import { readTimestampInfo, type TimestampInfo } from './timestamp-info.ts';

export interface TimestampReport {
  /** Whether the time is the one that the authority signed for these bytes. */
  readonly intact: boolean;
  /** Undefined if the token is unreadable. */
  readonly time: Date | undefined;
  readonly nonce: string | undefined;
  /** What people call the authority. */
  readonly authority: string | undefined;
  readonly policy: string | undefined;
  readonly signer: CertificateSummary | undefined;
  /** The authority's first. */
  readonly certificates: readonly X509Certificate[];
  readonly findings: readonly SignatureFinding[];
}

/** `digestOf` hashes what was stamped: the value of a signature, or the signed bytes of a document. Never throws. */
export function verifyTimestamp(token: Uint8Array, digestOf: DigestOf): TimestampReport {
  try {
    return verifyToken(token, digestOf);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    const findings = [errorFinding('malformed', `The time stamp is unreadable: ${error.message}`)];
    const nothing = { time: undefined, nonce: undefined, authority: undefined, policy: undefined };
    return { intact: false, ...nothing, signer: undefined, certificates: [], findings };
  }
}

function verifyToken(token: Uint8Array, digestOf: DigestOf): TimestampReport {
  const data = readCmsData(token);
  const { content, contentType, signers } = data;
  const [signer, ...others] = signers;
  if (contentType !== oids.timestampInfo || !content || !signer || others.length > 0) {
    throw new DerError('it is no time stamp.');
  }
  const info = readTimestampInfo(content);
  const verified = verifySigner(signer, data, (algorithm) => hashBytes(algorithm, content));
  const { certificate } = verified;
  const findings = [
    ...data.findings,
    ...verified.findings,
    ...verifyImprint(info, digestOf),
    ...(certificate ? findPurposeProblems(certificate) : []),
    ...verifyIncluded(data.certificates, certificate ? [certificate] : []),
  ];
  return {
    intact: !hasError(findings),
    time: info.time,
    nonce: info.nonce,
    policy: info.policy,
    authority: certificate?.name,
    signer: certificate?.summarize(),
    certificates: includedX509(data.certificates, certificate),
    findings,
  };
}

function verifyImprint({ digestOid, hash }: TimestampInfo, digestOf: DigestOf): readonly SignatureFinding[] {
  const algorithm = findDigestAlgorithm(digestOid);
  if (!algorithm) {
    return [
      errorFinding('unsupported', `The time stamp is of a digest that is not supported (${digestOid}).`),
    ];
  }
  if (Buffer.compare(digestOf(algorithm), hash) !== 0) {
    return [errorFinding('timestamp_wrong', 'The time stamp is one of something else.')];
  }
  if (algorithm !== 'sha1') return [];
  return [warningFinding('weak', 'The time stamp is one of a digest of SHA-1, which can be forged.')];
}

/** RFC 3161, 2.3: the key is for time stamps and nothing else, and readers must understand that. */
function findPurposeProblems(certificate: ParsedCertificate): readonly SignatureFinding[] {
  const purposes = certificate.extension(oids.extendedKeyUsage)?.children.map(readOid) ?? [];
  const isCritical = certificate.extensions.get(oids.extendedKeyUsage)?.isCritical ?? false;
  if (purposes.length === 1 && purposes[0] === oids.timeStamping && isCritical) return [];
  const message = `The certificate of ${certificate.name} is not one of a time-stamp authority.`;
  return [errorFinding('wrong_purpose', message)];
}
