/** Verifies one signer of SignedData: the digest of the content, the signature, and which certificate it binds. */

import { constants, type KeyObject, publicDecrypt } from 'node:crypto';
import { DerError, derTags } from '../asn1/der-reader.ts';
import { readOctets, readOid, readTime } from '../asn1/der-values.ts';
import { encodeAlgorithm, encodeNull, encodeOctets, encodeSequence } from '../asn1/der-writer.ts';
import { oids } from '../asn1/object-identifiers.ts';
import { type DigestAlgorithm, type DigestOf, digestOids } from '../certificates/digest-algorithms.ts';
import { isSameName } from '../certificates/distinguished-name.ts';
import type { ParsedCertificate } from '../certificates/parsed-certificate.ts';
import {
  algorithmOid,
  describeAlgorithm,
  findDigest,
  isSignedBy,
  readSignatureAlgorithm,
  type SignatureAlgorithm,
} from '../certificates/signature-algorithms.ts';
import { errorFinding, noteFinding, type SignatureFinding, warningFinding } from '../findings.ts';
import type { AttributeSet } from './attribute-set.ts';
import type { CmsData, SignerInfo } from './cms-data.ts';
import { verifyBinding } from './verify-binding.ts';

export interface VerifiedSigner {
  /** Such as `RSA with SHA-256`. */
  readonly algorithm: string | undefined;
  readonly digest: DigestAlgorithm | undefined;
  readonly certificate: ParsedCertificate | undefined;
  readonly hasSigningCertificate: boolean;
  readonly signingTime: Date | undefined;
  readonly findings: readonly SignatureFinding[];
}

const minRsaBits = 2048;
const minCurveBits = 224;

/** Never throws but `DerError`, for malformed parts. */
export function verifySigner(signer: SignerInfo, data: CmsData, digestOf: DigestOf): VerifiedSigner {
  const { attributes } = signer;
  const certificate = findCertificate(signer, data.certificates);
  const digest = findDigest(signer.digestAlgorithm);
  const scheme = readSignatureAlgorithm(signer.signatureAlgorithm);
  const findings = [
    ...findFormProblems(signer, data.contentType),
    ...findWeakness(scheme, digest, certificate),
  ];
  const time = attributes?.findValue(oids.signingTime);
  const binding = attributes && certificate ? verifyBinding(attributes, certificate) : undefined;
  findings.push(...(binding?.findings ?? []));
  if (certificate && isNamedOtherwise(signer, certificate)) {
    const message =
      'The signature writes the name of the issuer in another form than the certificate of the signer.';
    findings.push(noteFinding('nonconforming', message));
  }
  if (!certificate) {
    findings.push(
      errorFinding('certificate_missing', 'The certificate of the signer is not in the signature.'),
    );
  }
  if (!digest || !scheme) {
    const oid = algorithmOid(digest ? signer.signatureAlgorithm : signer.digestAlgorithm);
    findings.push(
      errorFinding('unsupported', `The signature uses an algorithm that is not supported (${oid}).`),
    );
  } else {
    findings.push(...verifyContent(attributes, digestOf(digest)));
    const key = certificate && findKey(certificate);
    if (certificate && !key) {
      findings.push(
        errorFinding('unsupported', 'The key of the certificate is of a kind that is not supported.'),
      );
    }
    if (key && !isSignatureRight(signer, { scheme, digest, key }, digestOf)) {
      findings.push(
        errorFinding('signature_wrong', 'The signature does not fit the certificate of the signer.'),
      );
    }
  }
  return {
    algorithm: scheme && describeAlgorithm(scheme, scheme.digest ?? digest),
    digest,
    certificate,
    hasSigningCertificate: binding?.isBound ?? false,
    signingTime: time && readTime(time),
    findings,
  };
}

function findCertificate(
  { certificateId: id }: SignerInfo,
  certificates: readonly ParsedCertificate[],
): ParsedCertificate | undefined {
  return certificates.find((certificate) => {
    if ('issuer' in id) {
      return certificate.serial === id.serial && isSameName(certificate.issuer, id.issuer);
    }
    const keyId = certificate.extension(oids.subjectKeyIdentifier);
    return keyId !== undefined && Buffer.compare(readOctets(keyId), id.keyId) === 0;
  });
}

/** The name is not signed, so that a change of it must be seen even where it means the same. */
const isNamedOtherwise = ({ certificateId }: SignerInfo, { issuer }: ParsedCertificate): boolean =>
  'issuer' in certificateId && Buffer.compare(certificateId.issuer, issuer) !== 0;

/** Undefined for keys that OpenSSL cannot use. */
function findKey(certificate: ParsedCertificate): KeyObject | undefined {
  try {
    return certificate.publicKey;
  } catch {
    return undefined;
  }
}

function verifyContent(
  attributes: AttributeSet | undefined,
  digest: Uint8Array,
): readonly SignatureFinding[] {
  // Without attributes, the signature is one of the content itself.
  if (!attributes) return [];
  const value = attributes.findValue(oids.messageDigest);
  if (!value) return [errorFinding('content_changed', 'The signature names no digest of what it signs.')];
  if (Buffer.compare(readOctets(value), digest) === 0) return [];
  return [errorFinding('content_changed', 'The signed bytes were changed after they were signed.')];
}

interface UsedAlgorithms {
  readonly scheme: SignatureAlgorithm;
  readonly digest: DigestAlgorithm;
  readonly key: KeyObject;
}

function isSignatureRight(
  { attributes, signature }: SignerInfo,
  { scheme, digest, key }: UsedAlgorithms,
  digestOf: DigestOf,
): boolean {
  if (attributes) {
    const used = scheme.digest ?? digest;
    return isSignedBy({ algorithm: scheme, digest: used, key, data: attributes.signedBytes, signature });
  }
  return scheme.kind === 'rsa' && isRsaOfDigest(key, signature, digest, digestOf(digest));
}

/** PKCS#1 v1.5 over a digest of bytes that are not at hand: the form of signatures of the 1990s. */
function isRsaOfDigest(
  key: KeyObject,
  signature: Uint8Array,
  algorithm: DigestAlgorithm,
  digest: Uint8Array,
): boolean {
  if (key.asymmetricKeyType !== 'rsa') return false;
  const expected = encodeSequence(encodeAlgorithm(digestOids[algorithm], encodeNull()), encodeOctets(digest));
  try {
    const padding = constants.RSA_PKCS1_PADDING;
    return Buffer.compare(publicDecrypt({ key, padding }, signature), expected) === 0;
  } catch {
    return false;
  }
}

function findFormProblems(signer: SignerInfo, contentType: string): readonly SignatureFinding[] {
  const { attributes, version, certificateId, digestAlgorithm, signatureAlgorithm } = signer;
  const findings: SignatureFinding[] = [];
  const nonconforming = (message: string) => findings.push(warningFinding('nonconforming', message));
  if (version !== ('issuer' in certificateId ? 1 : 3)) nonconforming('The version of the signer is wrong.');
  const [, parameters, ...more] = digestAlgorithm.children;
  const isEmpty = !parameters || (parameters.tag === derTags.null && parameters.content.length === 0);
  const mayHave = algorithmOid(digestAlgorithm) === oids.shake256WithLength;
  if ((!isEmpty && !mayHave) || more.length > 0)
    nonconforming('The digest has parameters, though it has none.');
  const scheme = readSignatureAlgorithm(signatureAlgorithm);
  const [, schemeParameters] = signatureAlgorithm.children;
  if (scheme && scheme.kind !== 'rsa-pss' && schemeParameters) {
    const isNull = schemeParameters.tag === derTags.null && schemeParameters.content.length === 0;
    if (!isNull) nonconforming('The algorithm of the signature has parameters, though it has none.');
  }
  if (scheme?.digest && scheme.digest !== findDigest(digestAlgorithm)) {
    nonconforming('The content and the signature have different digests.');
  }
  if (!attributes) {
    nonconforming('The signature has no signed attributes, which PAdES demands.');
    return findings;
  }
  const type = attributes.findValue(oids.contentType);
  if (!type) nonconforming('The signature does not name the type of its content.');
  else if (readOid(type) !== contentType) {
    findings.push(errorFinding('content_changed', 'The signature is one of content of another type.'));
  }
  const protection = attributes.findValue(oids.algorithmProtection);
  if (protection && !isProtecting(protection.children, signer)) {
    findings.push(errorFinding('signature_wrong', 'The algorithms are not those that the signer named.'));
  }
  return findings;
}

/** RFC 6211: the algorithms as signed attribute, the one of the signature under the tag 1 of the context. */
function isProtecting(
  named: SignerInfo['digestAlgorithm']['children'],
  { digestAlgorithm, signatureAlgorithm }: SignerInfo,
): boolean {
  const [digest, signature] = named;
  if (!digest || !signature) throw new DerError('The protection of algorithms is incomplete.');
  return (
    algorithmOid(digest) === algorithmOid(digestAlgorithm) &&
    signature.tag === 0xa1 &&
    Buffer.compare(signature.content, signatureAlgorithm.content) === 0
  );
}

function findWeakness(
  scheme: SignatureAlgorithm | undefined,
  digest: DigestAlgorithm | undefined,
  certificate: ParsedCertificate | undefined,
): readonly SignatureFinding[] {
  const findings: SignatureFinding[] = [];
  if (digest === 'sha1' || scheme?.digest === 'sha1') {
    findings.push(warningFinding('weak', 'The signature uses SHA-1, which can be forged.'));
  }
  const details = certificate && findKey(certificate)?.asymmetricKeyDetails;
  if (details?.modulusLength && details.modulusLength < minRsaBits) {
    findings.push(
      warningFinding('weak', `The RSA key of the signer has only ${details.modulusLength} bits.`),
    );
  }
  const curveBits = Number(/\d{3}/.exec(details?.namedCurve ?? '')?.[0] ?? minCurveBits);
  if (curveBits < minCurveBits) {
    findings.push(warningFinding('weak', `The elliptic curve of the signer has only ${curveBits} bits.`));
  }
  return findings;
}
