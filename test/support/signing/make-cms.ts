/** Signatures in CMS (RFC 5652) as other programs make them: with other algorithms, names and attributes than ours. */

import { createHash } from 'node:crypto';
import {
  encodeAlgorithm,
  encodeElement,
  encodeInteger,
  encodeOctets,
  encodeOid,
  encodeSequence,
  encodeSetOf,
} from '../../../src/signing/asn1/der-writer.ts';
import { oids } from '../../../src/signing/asn1/object-identifiers.ts';
import { ParsedCertificate } from '../../../src/signing/certificates/parsed-certificate.ts';
import type { MadeCertificate } from './make-certificate.ts';

export interface CmsOptions {
  readonly signer: MadeCertificate;
  /** Signs the attributes. */
  readonly sign: (attributes: Uint8Array) => Uint8Array;
  /** AlgorithmIdentifiers in DER. */
  readonly signatureAlgorithm: Uint8Array;
  readonly digestAlgorithm: Uint8Array;
  /** Of the content. */
  readonly digest: Uint8Array;
  /** ESSCertIDv2, by default with SHA-256. */
  readonly binding?: readonly Uint8Array[];
  /** The name of the issuer as the signature writes it. */
  readonly issuer?: Uint8Array;
  readonly signedAttributes?: readonly Uint8Array[];
  /** May depend on the value of the signature, as time stamps do. */
  readonly unsignedAttributes?: (signature: Uint8Array) => readonly Uint8Array[];
}

export const makeAttribute = (type: string, ...values: readonly Uint8Array[]): Uint8Array =>
  encodeSequence(encodeOid(type), encodeSetOf(values));

export function makeCms(options: CmsOptions): Uint8Array {
  const { signer, digest, digestAlgorithm, signatureAlgorithm, sign, signedAttributes = [] } = options;
  const { raw } = signer.certificate;
  const parsed = new ParsedCertificate(raw);
  const binding = options.binding ?? [encodeOctets(createHash('sha256').update(raw).digest())];
  const attributes = [
    makeAttribute(oids.contentType, encodeOid(oids.data)),
    makeAttribute(oids.messageDigest, encodeOctets(digest)),
    makeAttribute(oids.signingCertificateV2, encodeSequence(encodeSequence(encodeSequence(...binding)))),
    ...signedAttributes,
  ];
  const signature = sign(encodeSetOf(attributes));
  const unsigned = options.unsignedAttributes?.(signature) ?? [];
  const signerInfo = encodeSequence(
    encodeInteger(1),
    encodeSequence(options.issuer ?? parsed.issuer, parsed.serialNumber.encoded),
    digestAlgorithm,
    encodeSetOf(attributes, 0xa0),
    signatureAlgorithm,
    encodeOctets(signature),
    ...(unsigned.length > 0 ? [encodeSetOf(unsigned, 0xa1)] : []),
  );
  const signedData = encodeSequence(
    encodeInteger(1),
    encodeSetOf([digestAlgorithm]),
    encodeSequence(encodeOid(oids.data)),
    encodeSetOf([raw], 0xa0),
    encodeSetOf([signerInfo]),
  );
  return encodeSequence(encodeOid(oids.signedData), encodeElement(0xa0, signedData));
}

/** AlgorithmIdentifier without parameters. */
export const algorithmOf = (oid: string): Uint8Array => encodeAlgorithm(oid);
