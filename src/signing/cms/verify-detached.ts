/** Verifies the signature of a PDF: what is in its `/Contents`, against the digest of the bytes that it covers. */

import type { X509Certificate } from 'node:crypto';
import { DerError } from '../asn1/der-reader.ts';
import { oids } from '../asn1/object-identifiers.ts';
import { type DigestAlgorithm, type DigestOf, hashBytes } from '../certificates/digest-algorithms.ts';
import { includedX509 } from '../certificates/included-x509.ts';
import type { CertificateSummary } from '../certificates/parsed-certificate.ts';
import { errorFinding, hasError, noteFinding, type SignatureFinding, warningFinding } from '../findings.ts';
import { type TimestampReport, verifyTimestamp } from '../timestamp/verify-timestamp.ts';
import { type CmsData, readCmsData, type SignerInfo } from './cms-data.ts';
import { verifyIncluded } from './verify-included.ts';
import { type VerifiedSigner, verifySigner } from './verify-signer.ts';

/** Each takes several verifications of signatures; real signatures have one or two. */
const maxTimestamps = 10;

export interface SignatureReport {
  /** Whether the key of the certificate signed exactly these bytes. It says nothing of whether to trust it. */
  readonly intact: boolean;
  readonly findings: readonly SignatureFinding[];
  /** Such as `RSA with SHA-256`. */
  readonly algorithm: string | undefined;
  readonly digest: DigestAlgorithm | undefined;
  readonly signer: CertificateSummary | undefined;
  /** The signer's first. */
  readonly certificates: readonly X509Certificate[];
  readonly hasSigningCertificate: boolean;
  /** A claim of the signer; PAdES has it in the PDF instead. */
  readonly signingTimeAttribute: Date | undefined;
  /** Most signatures have one; more are of other authorities, or were added later. */
  readonly timestamps: readonly TimestampReport[];
  /** Whether the signature has the form that PAdES demands of one without or with a time stamp. */
  readonly level: 'B-B' | 'B-T' | undefined;
}

/** Zeros may follow the signature, with which a PDF fills its space. Never throws, whatever the bytes are. */
export function verifyDetached(cms: Uint8Array, digestOf: DigestOf): SignatureReport {
  try {
    return verifySignedData(readCmsData(cms), remember(digestOf));
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return {
      intact: false,
      findings: [errorFinding('malformed', `The signature is unreadable: ${error.message}`)],
      algorithm: undefined,
      digest: undefined,
      signer: undefined,
      certificates: [],
      hasSigningCertificate: false,
      signingTimeAttribute: undefined,
      timestamps: [],
      level: undefined,
    };
  }
}

/** Hashes a file once for each algorithm, however many signers there are. */
function remember(digestOf: DigestOf): DigestOf {
  const digests = new Map<DigestAlgorithm, Uint8Array>();
  return (algorithm) => {
    const digest = digests.get(algorithm) ?? digestOf(algorithm);
    digests.set(algorithm, digest);
    return digest;
  };
}

function verifySignedData(data: CmsData, digestOf: DigestOf): SignatureReport {
  const [first, ...others] = data.signers;
  if (!first) throw new DerError('It has no signer.');
  const content = verifyContent(data, digestOf);
  const signer = verifySigner(first, data, content.digestOf);
  const more = others.map((other) => verifySigner(other, data, content.digestOf));
  const { certificate } = signer;
  const signers = [signer, ...more].flatMap((each) => each.certificate ?? []);
  const stamps = readTimestamps(first);
  const findings = [
    ...data.findings,
    ...content.findings,
    ...signer.findings,
    ...more.flatMap((each) => each.findings),
    ...(others.length > 0
      ? [
          warningFinding(
            'nonconforming',
            `There are ${others.length + 1} signers, but a PDF may have only one.`,
          ),
        ]
      : []),
    ...stamps.findings,
    ...verifyIncluded(data.certificates, signers),
  ];
  const intact = !hasError(findings);
  return {
    intact,
    findings,
    algorithm: signer.algorithm,
    digest: signer.digest,
    signer: certificate?.summarize(),
    certificates: includedX509(data.certificates, certificate),
    hasSigningCertificate: signer.hasSigningCertificate,
    signingTimeAttribute: signer.signingTime,
    timestamps: stamps.reports,
    level: intact && content.isDetached ? findLevel(signer, others.length, stamps.reports) : undefined,
  };
}

/** ETSI EN 319 142-1, 6.3. */
function findLevel(
  { hasSigningCertificate, signingTime, digest }: VerifiedSigner,
  otherSigners: number,
  timestamps: readonly TimestampReport[],
): SignatureReport['level'] {
  if (!hasSigningCertificate || signingTime || otherSigners > 0 || digest === 'sha1') return undefined;
  return timestamps.some((each) => each.intact) ? 'B-T' : 'B-B';
}

interface VerifiedContent {
  readonly isDetached: boolean;
  readonly digestOf: DigestOf;
  readonly findings: readonly SignatureFinding[];
}

/** Signatures of the kind `adbe.pkcs7.sha1` have the digest of the signed bytes as their content. */
function verifyContent({ content, contentType }: CmsData, digestOf: DigestOf): VerifiedContent {
  if (!content) {
    const isData = contentType === oids.data;
    const findings = isData
      ? []
      : [errorFinding('nonconforming', 'The signature is one of another type of content than a PDF.')];
    return { isDetached: true, digestOf, findings };
  }
  const isDigest = Buffer.compare(content, digestOf('sha1')) === 0;
  return {
    isDetached: false,
    digestOf: (algorithm) => hashBytes(algorithm, content),
    findings: isDigest
      ? [warningFinding('weak', 'The signature is made over a digest of SHA-1, which can be forged.')]
      : [errorFinding('content_changed', 'The signature is one of other bytes, which it holds itself.')],
  };
}

function readTimestamps({ unsigned, signature }: SignerInfo): {
  readonly reports: readonly TimestampReport[];
  readonly findings: readonly SignatureFinding[];
} {
  const tokens = unsigned?.findValues(oids.signatureTimestamp) ?? [];
  const unknown = (unsigned?.types ?? []).filter((type) => type !== oids.signatureTimestamp);
  const findings = unknown.map((type) =>
    noteFinding('unsupported', `The signature has an unsigned attribute that is not read (${type}).`),
  );
  if (tokens.length > maxTimestamps) {
    const message = `Only the first ${maxTimestamps} of ${tokens.length} time stamps were verified.`;
    findings.push(noteFinding('unsupported', message));
  }
  const reports = tokens
    .slice(0, maxTimestamps)
    .map(({ encoded }) => verifyTimestamp(encoded, (algorithm) => hashBytes(algorithm, signature)));
  return { reports, findings };
}
