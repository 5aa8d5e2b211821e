/** The rules of RFC 5280, 6.1 for each certificate of a path, except for the signatures. */

import { derTags } from '../asn1/der-reader.ts';
import { hasNamedBit, readDerBoolean, readOid, readSmallInteger } from '../asn1/der-values.ts';
import { oids } from '../asn1/object-identifiers.ts';
import type { ParsedCertificate } from '../certificates/parsed-certificate.ts';
import { readSignatureAlgorithm } from '../certificates/signature-algorithms.ts';
import { errorFinding, type SignatureFinding, warningFinding } from '../findings.ts';
import { findNameProblems } from './name-constraints.ts';

export type ChainPurpose = 'document' | 'timestamp';

/** The purposes of keys that readers of PDFs accept for signatures. */
const documentPurposes: readonly string[] = [
  oids.anyPurpose,
  oids.emailProtection,
  oids.documentSigning,
  oids.adobeDocumentSigning,
  oids.microsoftDocumentSigning,
];

/** Policies are not compared: a PDF asks for none. */
const understood: readonly string[] = [
  oids.keyUsage,
  oids.basicConstraints,
  oids.extendedKeyUsage,
  oids.subjectAlternativeName,
  oids.nameConstraints,
  oids.certificatePolicies,
  oids.policyMappings,
  oids.policyConstraints,
  oids.inhibitAnyPolicy,
  oids.crlDistributionPoints,
  oids.subjectKeyIdentifier,
  oids.authorityKeyIdentifier,
  oids.authorityInformation,
  oids.qualifiedStatements,
  oids.ocspNoCheck,
];

const digitalSignature = 0;
const nonRepudiation = 1;
const certificateSigning = 5;
const minRsaBits = 2048;

/** `path` begins with the certificate of the signer; the last one may be trusted. Throws `DerError`. */
export function findPathProblems(
  path: readonly ParsedCertificate[],
  isComplete: boolean,
  purpose: ChainPurpose,
  time: Date,
): readonly SignatureFinding[] {
  const [leaf, ...issuers] = path;
  if (!leaf) return [];
  return [
    ...findLeafProblems(leaf, purpose),
    ...issuers.flatMap((issuer, index) => findIssuerProblems(issuer, path.slice(0, index + 1))),
    ...path.flatMap((certificate, index) => [
      ...findValidityProblems(certificate, time, isComplete && index === path.length - 1),
      ...findCriticalProblems(certificate),
      // The signature of a trusted certificate is not what makes it trusted.
      ...(isComplete && index === path.length - 1 ? [] : findWeakSignature(certificate)),
    ]),
  ];
}

function findLeafProblems(leaf: ParsedCertificate, purpose: ChainPurpose): readonly SignatureFinding[] {
  const usage = leaf.extension(oids.keyUsage);
  const maySign = !usage || hasNamedBit(usage, digitalSignature) || hasNamedBit(usage, nonRepudiation);
  const purposes = readPurposes(leaf);
  const findings: SignatureFinding[] = [];
  if (!maySign) {
    findings.push(
      errorFinding('wrong_purpose', `The certificate of ${leaf.name} is not meant for signatures.`),
    );
  }
  if (purpose === 'timestamp' && !purposes?.includes(oids.timeStamping)) {
    const message = `The certificate of ${leaf.name} is not one of a time-stamp authority.`;
    findings.push(errorFinding('wrong_purpose', message));
  }
  if (purpose === 'document' && purposes && !purposes.some((each) => documentPurposes.includes(each))) {
    const message = `The certificate of ${leaf.name} is meant for other things than documents.`;
    findings.push(warningFinding('wrong_purpose', message));
  }
  return findings;
}

const readPurposes = (certificate: ParsedCertificate): readonly string[] | undefined =>
  certificate.extension(oids.extendedKeyUsage)?.children.map(readOid);

function findIssuerProblems(
  issuer: ParsedCertificate,
  below: readonly ParsedCertificate[],
): readonly SignatureFinding[] {
  const [first, second] = issuer.extension(oids.basicConstraints)?.children ?? [];
  const isAuthority = first?.tag === derTags.boolean && readDerBoolean(first);
  const usage = issuer.extension(oids.keyUsage);
  const mayIssue = isAuthority && (!usage || hasNamedBit(usage, certificateSigning));
  // How many issuers may follow, without counting those that renewed their own key.
  const maxBelow = second ? readSmallInteger(second) : Number.POSITIVE_INFINITY;
  const issuersBelow = below.slice(1).filter(({ isSelfIssued }) => !isSelfIssued).length;
  return [
    ...(mayIssue
      ? []
      : [errorFinding('untrusted', `The certificate of ${issuer.name} must not issue other certificates.`)]),
    ...(issuersBelow <= maxBelow
      ? []
      : [errorFinding('untrusted', `The certificate of ${issuer.name} allows fewer issuers below it.`)]),
    ...findNameProblems(issuer, below),
  ];
}

function findValidityProblems(
  { name, notBefore, notAfter }: ParsedCertificate,
  time: Date,
  isTrusted: boolean,
): readonly SignatureFinding[] {
  const at = time.toISOString();
  if (notBefore > time) {
    const message = `The certificate of ${name} was not valid yet at ${at}, before ${notBefore.toISOString()}.`;
    return [errorFinding('not_yet_valid', message)];
  }
  if (notAfter >= time) return [];
  const message = `The certificate of ${name} had expired at ${at}, on ${notAfter.toISOString()}.`;
  // A certificate is trusted for its key, for as long as it is in the list of trusted ones.
  return [isTrusted ? warningFinding('expired', message) : errorFinding('expired', message)];
}

const findCriticalProblems = ({ name, extensions }: ParsedCertificate): readonly SignatureFinding[] =>
  [...extensions]
    .filter(([oid, { isCritical }]) => isCritical && !understood.includes(oid))
    .map(([oid]) =>
      errorFinding(
        'unsupported',
        `The certificate of ${name} has a condition that is not understood (${oid}).`,
      ),
    );

function findWeakSignature(certificate: ParsedCertificate): readonly SignatureFinding[] {
  const { name } = certificate;
  const findings: SignatureFinding[] = [];
  if (readSignatureAlgorithm(certificate.signatureAlgorithm)?.digest === 'sha1') {
    findings.push(
      warningFinding('weak', `The certificate of ${name} is signed with SHA-1, which can be forged.`),
    );
  }
  const bits = readKeyBits(certificate);
  if (bits < minRsaBits) {
    findings.push(warningFinding('weak', `The RSA key of ${name} has only ${bits} bits.`));
  }
  return findings;
}

/** Infinite for keys that are not RSA. */
function readKeyBits(certificate: ParsedCertificate): number {
  try {
    return certificate.publicKey.asymmetricKeyDetails?.modulusLength ?? Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
