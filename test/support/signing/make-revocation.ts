/** Answers of OCSP (RFC 6960) and lists of revoked certificates (RFC 5280), as an authority would make them. */

import { createHash } from 'node:crypto';
import {
  encodeAlgorithm,
  encodeBits,
  encodeElement,
  encodeInteger,
  encodeNull,
  encodeOctets,
  encodeOid,
  encodeSequence,
} from '../../../src/signing/asn1/der-writer.ts';
import { oids } from '../../../src/signing/asn1/object-identifiers.ts';
import { digestOids } from '../../../src/signing/certificates/digest-algorithms.ts';
import { ParsedCertificate } from '../../../src/signing/certificates/parsed-certificate.ts';
import { chooseSigningScheme } from '../../../src/signing/cms/signing-scheme.ts';
import { encodeExtension, encodeTime, type MadeCertificate } from './make-certificate.ts';

const day = 86_400_000;

interface Times {
  readonly thisUpdate?: Date;
  readonly nextUpdate?: Date;
}

interface OcspOptions extends Times {
  readonly certificate: MadeCertificate;
  readonly issuer: MadeCertificate;
  /** The issuer if there is none. */
  readonly responder?: MadeCertificate;
  readonly revokedAt?: Date;
  readonly isUnknown?: boolean;
}

export function makeOcspResponse(options: OcspOptions): Uint8Array {
  const { certificate, issuer, responder, revokedAt, isUnknown = false } = options;
  const { thisUpdate, nextUpdate } = withTimes(options);
  const signer = responder ?? issuer;
  const status = revokedAt
    ? encodeElement(0xa1, encodeTime(revokedAt))
    : encodeElement(isUnknown ? 0x82 : 0x80);
  const answer = encodeSequence(
    certificateId(certificate, issuer),
    status,
    encodeTime(thisUpdate),
    encodeElement(0xa0, encodeTime(nextUpdate)),
  );
  const name = new ParsedCertificate(signer.certificate.raw).subject;
  const data = encodeSequence(encodeElement(0xa1, name), encodeTime(thisUpdate), encodeSequence(answer));
  const scheme = chooseSigningScheme(signer.key);
  const basic = encodeSequence(
    data,
    scheme.identifier,
    encodeBits(scheme.sign(data)),
    ...(responder ? [encodeElement(0xa0, encodeSequence(responder.certificate.raw))] : []),
  );
  const bytes = encodeSequence(encodeOid(oids.ocspBasic), encodeOctets(basic));
  return encodeSequence(encodeElement(0x0a, Uint8Array.of(0)), encodeElement(0xa0, bytes));
}

/** With SHA-256, which requests do not have: a reader must go by the algorithm that is named. */
function certificateId(certificate: MadeCertificate, issuer: MadeCertificate): Uint8Array {
  const { keyBytes } = new ParsedCertificate(issuer.certificate.raw);
  const hash = (bytes: Uint8Array) => encodeOctets(createHash('sha256').update(bytes).digest());
  return encodeSequence(
    encodeAlgorithm(digestOids.sha256, encodeNull()),
    hash(new ParsedCertificate(certificate.certificate.raw).issuer),
    hash(keyBytes),
    new ParsedCertificate(certificate.certificate.raw).serialNumber.encoded,
  );
}

interface ListOptions extends Times {
  readonly issuer: MadeCertificate;
  readonly revoked?: readonly { readonly certificate: MadeCertificate; readonly time: Date }[];
  /** Entries of other certificates. */
  readonly others?: number;
  /** IssuingDistributionPoint in DER. */
  readonly scope?: Uint8Array;
}

export function makeRevocationList(options: ListOptions): Uint8Array {
  const { issuer, revoked = [], others = 0, scope } = options;
  const { thisUpdate, nextUpdate } = withTimes(options);
  const scheme = chooseSigningScheme(issuer.key);
  const entries = [
    ...Array.from({ length: others }, (_, index) =>
      encodeSequence(encodeInteger(index + 1_000), encodeTime(thisUpdate)),
    ),
    ...revoked.map(({ certificate, time }) =>
      encodeSequence(
        new ParsedCertificate(certificate.certificate.raw).serialNumber.encoded,
        encodeTime(time),
      ),
    ),
  ];
  const extension = encodeExtension({ oid: oids.issuingDistributionPoint, isCritical: true, value: scope });
  const signed = encodeSequence(
    encodeInteger(1),
    scheme.identifier,
    new ParsedCertificate(issuer.certificate.raw).subject,
    encodeTime(thisUpdate),
    encodeTime(nextUpdate),
    ...(entries.length > 0 ? [encodeSequence(Buffer.concat(entries))] : []),
    ...(scope ? [encodeElement(0xa0, encodeSequence(extension))] : []),
  );
  return encodeSequence(signed, scheme.identifier, encodeBits(scheme.sign(signed)));
}

const withTimes = ({
  thisUpdate = new Date(Date.now() - day),
  nextUpdate = new Date(Date.now() + day),
}: Times) => ({ thisUpdate, nextUpdate });
