/** SignedData of CMS (RFC 5652, 5) as it is in a file: read, not judged. */

import { type DerElement, DerError, derTags, readFirstDer } from '../asn1/der-reader.ts';
import { readOctets, readOid, readSerial, readSmallInteger } from '../asn1/der-values.ts';
import { oids } from '../asn1/object-identifiers.ts';
import { ParsedCertificate } from '../certificates/parsed-certificate.ts';
import { algorithmOid } from '../certificates/signature-algorithms.ts';
import { noteFinding, type SignatureFinding, warningFinding } from '../findings.ts';
import { AttributeSet } from './attribute-set.ts';

/** The largest number of certificates seen in a signature is about ten. */
const maxCertificates = 100;
const maxSigners = 10;

export interface SignerInfo {
  readonly version: number;
  /** The certificate by its issuer and number, or by the identifier of its key. */
  readonly certificateId:
    | { readonly issuer: Uint8Array; readonly serial: string }
    | { readonly keyId: Uint8Array };
  readonly digestAlgorithm: DerElement;
  readonly attributes: AttributeSet | undefined;
  readonly signatureAlgorithm: DerElement;
  readonly signature: Uint8Array;
  readonly unsigned: AttributeSet | undefined;
}

export interface CmsData {
  readonly contentType: string;
  /** Undefined if the content is somewhere else, as in a PDF. */
  readonly content: Uint8Array | undefined;
  readonly certificates: readonly ParsedCertificate[];
  readonly signers: readonly SignerInfo[];
  readonly findings: readonly SignatureFinding[];
}

/**
 * Reads SignedData at the beginning of the bytes; zeros may follow, with which a PDF fills the space for a signature.
 * Throws `DerError`.
 */
export function readCmsData(bytes: Uint8Array): CmsData {
  const whole = readFirstDer(bytes).expect(derTags.sequence, 'The signature');
  const [type, wrapped, ...more] = whole.children;
  if (!type || !wrapped || more.length > 0 || readOid(type) !== oids.signedData) {
    throw new DerError('The data are no signature in the form of CMS.');
  }
  const [signedData] = wrapped.expect(0xa0, 'The content').children;
  const [version, digests, content, ...rest] =
    signedData?.expect(derTags.sequence, 'The signed data').children ?? [];
  const signers = rest.pop();
  if (!version || !digests || !content || !signers) throw new DerError('The signed data are incomplete.');
  const [contentType, wrappedContent] = content.expect(derTags.sequence, 'The content').children;
  if (!contentType || content.children.length > 2) throw new DerError('The content is malformed.');
  const octets = wrappedContent?.expect(0xa0, 'The content').children[0];
  const infos = signers.expect(derTags.set, 'The list of signers').children;
  if (infos.length > maxSigners) throw new DerError(`There are more than ${maxSigners} signers.`);
  const { certificates, findings } = readCertificates(rest);
  const read = infos.map(readSignerInfo);
  const listed = digests.expect(derTags.set, 'The list of digests').children.map(algorithmOid);
  const isListed = read.every(({ digestAlgorithm }) => listed.includes(algorithmOid(digestAlgorithm)));
  return {
    contentType: readOid(contentType),
    content: octets && readOctets(octets),
    certificates,
    signers: read,
    findings: [
      ...findings,
      ...(isListed ? [] : [warningFinding('nonconforming', 'The list of digests lacks that of a signer.')]),
      ...([1, 3, 4, 5].includes(readSmallInteger(version))
        ? []
        : [warningFinding('nonconforming', 'The signature is of an unknown version of CMS.')]),
      ...(bytes.subarray(whole.end).some((byte) => byte !== 0)
        ? [warningFinding('nonconforming', 'Bytes other than zero follow the signature in its space.')]
        : []),
    ],
  };
}

function readCertificates(optional: readonly DerElement[]): Pick<CmsData, 'certificates' | 'findings'> {
  const certificates: ParsedCertificate[] = [];
  const findings: SignatureFinding[] = [];
  for (const { tag, children } of optional) {
    // [1] is revocation lists, which PDFs have elsewhere.
    if (tag !== 0xa0 && tag !== 0xa1) throw new DerError('The signed data have an unknown part.');
    if (tag === 0xa1) continue;
    if (children.length > maxCertificates)
      throw new DerError(`There are more than ${maxCertificates} certificates.`);
    for (const child of children) {
      try {
        certificates.push(new ParsedCertificate(child.encoded));
      } catch (error) {
        if (!(error instanceof DerError)) throw error;
        findings.push(
          noteFinding('unsupported', `A certificate in the signature is unreadable: ${error.message}`),
        );
      }
    }
  }
  return { certificates, findings };
}

function readSignerInfo(element: DerElement): SignerInfo {
  const [version, certificateId, digestAlgorithm, ...rest] = element.expect(
    derTags.sequence,
    'A signer',
  ).children;
  const attributes = rest[0]?.tag === 0xa0 ? rest.shift() : undefined;
  const [signatureAlgorithm, signature, unsigned, ...more] = rest;
  if (
    !version ||
    !certificateId ||
    !digestAlgorithm ||
    !signatureAlgorithm ||
    !signature ||
    more.length > 0
  ) {
    throw new DerError('A signer is incomplete.');
  }
  return {
    version: readSmallInteger(version),
    certificateId: readCertificateId(certificateId),
    digestAlgorithm: digestAlgorithm.expect(derTags.sequence, 'A digest'),
    attributes: attributes && new AttributeSet(attributes),
    signatureAlgorithm,
    signature: readOctets(signature),
    unsigned: unsigned && new AttributeSet(unsigned.expect(0xa1, 'The unsigned attributes')),
  };
}

function readCertificateId(element: DerElement): SignerInfo['certificateId'] {
  if ((element.tag & ~0x20) === 0x80) return { keyId: readOctets(element, 0x80) };
  const [issuer, serial] = element.expect(derTags.sequence, 'The identifier of a certificate').children;
  if (!issuer || !serial) throw new DerError('The identifier of a certificate is incomplete.');
  return { issuer: issuer.encoded, serial: readSerial(serial) };
}
