/** Verifies a time-stamp token (RFC 3161): of a signature, or of a whole document (`ETSI.RFC3161`). */

import type { X509Certificate } from 'node:crypto';
import { DerError, derTags, readDer } from '../asn1/der-reader.ts';
import { readOctets, readOid, readSerial, readSmallInteger, readTime } from '../asn1/der-values.ts';
import { oids } from '../asn1/object-identifiers.ts';
import { type DigestOf, findDigestAlgorithm, hashBytes } from '../certificates/digest-algorithms.ts';
import { includedX509 } from '../certificates/included-x509.ts';
import type { CertificateSummary, ParsedCertificate } from '../certificates/parsed-certificate.ts';
import { algorithmOid } from '../certificates/signature-algorithms.ts';
import { readCmsData } from '../cms/cms-data.ts';
import { verifyIncluded } from '../cms/verify-included.ts';
import { verifySigner } from '../cms/verify-signer.ts';
import { errorFinding, hasError, type SignatureFinding, warningFinding } from '../findings.ts';

export interface TimestampReport {
  /** Whether the time is the one that the authority signed for these bytes. */
  readonly intact: boolean;
  /** Undefined if the token is unreadable. */
  readonly time: Date | undefined;
  readonly nonce: string | undefined;
  /** The name by which people know the authority. */
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

/** The content of a time-stamp token: TSTInfo (RFC 3161, 2.4.2). */
interface TimestampInfo {
  readonly policy: string;
  readonly digestOid: string;
  readonly hash: Uint8Array;
  readonly time: Date;
  /** Hexadecimal; undefined if the request had none. */
  readonly nonce: string | undefined;
}

/** Throws `DerError`. */
function readTimestampInfo(bytes: Uint8Array): TimestampInfo {
  const fields = readDer(bytes).expect(derTags.sequence, 'The time stamp').children;
  const [version, policy, imprint, serial, time, ...rest] = fields;
  if (!version || !policy || !imprint || !serial || !time)
    throw new DerError('The time stamp is incomplete.');
  if (readSmallInteger(version) !== 1) throw new DerError('The time stamp is of an unknown version.');
  const [algorithm, hash] = imprint.expect(derTags.sequence, 'The imprint').children;
  if (!algorithm || !hash) throw new DerError('The time stamp names no hash.');
  const nonce = rest.find(({ tag }) => tag === derTags.integer);
  return {
    policy: readOid(policy),
    digestOid: algorithmOid(algorithm),
    hash: readOctets(hash),
    time: readTime(time.expect(derTags.generalizedTime, 'The time')),
    nonce: nonce && readSerial(nonce),
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
