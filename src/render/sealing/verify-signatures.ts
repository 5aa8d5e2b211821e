/** Verifies the signatures of a PDF: their cryptography, what they cover, and what was changed after them. */
import { permittedChanges } from '#contract/api/permitted-changes';
import { readStoredEvidence } from '#pdf/signing/add-evidence';
import { type PdfSignature, readSignatures } from '#pdf/signing/read-signatures';
import type { CertificationLevel } from '#pdf/signing/signature-dictionary';
import {
  createDigest,
  type DigestAlgorithm,
  type SignatureReport,
  type TimestampReport,
  verifyDetached,
  verifyTimestamp,
} from '#signing';
import { type CertificateChains, openChains } from './certificate-chains.ts';
import { judgeChanges } from './judge-changes.ts';
import type { SealFinding, SignatureCheck, VerifiedSignature } from './verified-signature.ts';

/** The kinds of signature that hold CMS over the bytes of the file (ISO 32000-2, table 260). */
const cmsKinds: ReadonlySet<string> = new Set([
  'ETSI.CAdES.detached',
  'adbe.pkcs7.detached',
  'adbe.pkcs7.sha1',
]);

const timestampKind = 'ETSI.RFC3161';

export interface VerifySignaturesOptions {
  /** Certificates in PEM or DER that are trusted. Without them, no certificate is judged. */
  readonly trusted?: readonly Uint8Array[] | undefined;
}

/** Throws `PdfError` for a file that cannot be read, and `SigningError` for a trusted certificate that cannot. */
export function verifySignatures(pdf: Uint8Array, { trusted }: VerifySignaturesOptions = {}): SignatureCheck {
  const { signatures, unsigned, certification } = readSignatures(pdf);
  const chains = openChains(readStoredEvidence(pdf), trusted);
  return { signatures: signatures.map((signature) => verify(signature, certification, chains)), unsigned };
}

type Cryptography = Pick<
  VerifiedSignature,
  'signer' | 'issuer' | 'fingerprint' | 'algorithm' | 'level' | 'timestamp' | 'trusted'
> & { readonly findings: readonly SealFinding[] };

function verify(
  signature: PdfSignature,
  certification: CertificationLevel | undefined,
  chains: CertificateChains,
): VerifiedSignature {
  const { field, page, subFilter, coversFile, date, reason, location, name, changes, lockLevel, problem } =
    signature;
  const { findings: cryptographic, ...facts } = verifyCryptography(signature, chains);
  const findings: SealFinding[] = [
    ...(problem === undefined ? [] : [uncovered(`It does not protect the document: ${problem}.`)]),
    ...cryptographic,
    ...(changes ? judgeChanges(changes, { certification, lockLevel }) : []),
    ...(changes || problem !== undefined
      ? []
      : [uncovered('What was changed after it cannot be found out: the signed revision cannot be read.')]),
  ];
  return {
    field,
    page,
    kind: subFilter === timestampKind ? 'timestamp' : 'signature',
    valid: !findings.some(({ severity }) => severity === 'error'),
    coversFile,
    ...facts,
    date,
    certifies: signature.certification && permittedChanges[signature.certification - 1],
    reason,
    location,
    name,
    findings,
  };
}

const unknown: Omit<Cryptography, 'findings'> = {
  signer: undefined,
  issuer: undefined,
  fingerprint: undefined,
  algorithm: undefined,
  level: undefined,
  timestamp: undefined,
  trusted: undefined,
};

function verifyCryptography(
  { subFilter, contents, signed }: PdfSignature,
  chains: CertificateChains,
): Cryptography {
  if (!contents || contents.every((byte) => byte === 0)) {
    return {
      ...unknown,
      findings: [{ code: 'malformed', severity: 'error', message: 'The signature is empty.' }],
    };
  }
  const digestOf = (algorithm: DigestAlgorithm): Uint8Array => {
    const hash = createDigest(algorithm);
    for (const part of signed ?? []) hash.update(part);
    return hash.digest();
  };
  if (subFilter === timestampKind) return ofTimestamp(verifyTimestamp(contents, digestOf), chains);
  if (cmsKinds.has(subFilter)) return ofSignature(verifyDetached(contents, digestOf), subFilter, chains);
  const message = `Signatures of the kind ${subFilter || '(none)'} cannot be verified.`;
  return { ...unknown, findings: [{ code: 'unsupported', severity: 'error', message }] };
}

function ofSignature(report: SignatureReport, subFilter: string, chains: CertificateChains): Cryptography {
  const { signer, algorithm, timestamps, certificates, findings } = report;
  // The earliest proven time is the one at which the signature existed.
  const [earliest] = timestamps
    .filter(({ intact }) => intact)
    .toSorted((a, b) => Number(a.time) - Number(b.time));
  const timestamp = earliest ?? timestamps[0];
  const chain = chains.judge(certificates, { time: earliest?.time, purpose: 'document' });
  const stamps = timestamps.map(({ certificates: its, intact, time }) =>
    chains.judge(its, { time: intact ? time : undefined, purpose: 'timestamp' }),
  );
  const isLongTerm = report.level === 'B-T' && chain.isProven && stamps.every(({ isProven }) => isProven);
  return {
    signer: signer?.name,
    issuer: signer?.issuer,
    fingerprint: signer?.fingerprint,
    algorithm,
    level: subFilter === 'ETSI.CAdES.detached' ? (isLongTerm ? 'B-LT' : report.level) : undefined,
    timestamp: timestamp && { time: timestamp.time, authority: timestamp.authority },
    trusted: chain.trusted,
    findings: [
      ...findings,
      ...timestamps.flatMap((each) => each.findings),
      ...chain.findings,
      ...stamps.flatMap((each) => each.findings),
    ],
  };
}

function ofTimestamp(
  { signer, time, authority, certificates, findings }: TimestampReport,
  chains: CertificateChains,
): Cryptography {
  const chain = chains.judge(certificates, { time, purpose: 'timestamp' });
  return {
    ...unknown,
    signer: signer?.name,
    issuer: signer?.issuer,
    fingerprint: signer?.fingerprint,
    timestamp: { time, authority },
    trusted: chain.trusted,
    findings: [...findings, ...chain.findings],
  };
}

const uncovered = (message: string): SealFinding => ({ code: 'not_covered', severity: 'error', message });
