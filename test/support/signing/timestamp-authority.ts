/** A time-stamp authority (RFC 3161) that responds as it is asked to, also wrongly. */

import { createHash, randomBytes } from 'node:crypto';
import { readDer } from '../../../src/signing/asn1/der-reader.ts';
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
import { digestOids } from '../../../src/signing/certificates/digest-algorithms.ts';
import { ParsedCertificate } from '../../../src/signing/certificates/parsed-certificate.ts';
import { chooseSigningScheme } from '../../../src/signing/cms/signing-scheme.ts';
import type { HttpExchange } from '../../../src/signing/index.ts';
import { encodeTime, type MadeCertificate } from './make-certificate.ts';

interface AuthorityOptions {
  readonly authority: MadeCertificate;
  /** Sent with the token. */
  readonly chain?: readonly MadeCertificate[];
  readonly time?: Date;
  /** What is changed in what was asked for. */
  readonly imprint?: Uint8Array;
  readonly nonce?: Uint8Array;
  /** Changes the token when it is finished. */
  readonly tamper?: (token: Uint8Array) => Uint8Array;
  /** PKIStatusInfo instead of a token. */
  readonly refusal?: Uint8Array;
}

/** Also counts nothing and remembers nothing: a function of its request. */
export const timestampAuthority =
  (options: AuthorityOptions): HttpExchange =>
  async ({ method, headers, body }) => {
    if (method !== 'POST' || headers['content-type'] !== 'application/timestamp-query' || !body) {
      return { status: 400, body: new Uint8Array() };
    }
    return { status: 200, body: respond(body, options) };
  };

function respond(request: Uint8Array, options: AuthorityOptions): Uint8Array {
  if (options.refusal) return encodeSequence(options.refusal);
  const [, imprint, nonce, wantsCertificates] = readDer(request).children;
  if (!imprint || !nonce || wantsCertificates?.content[0] !== 0xff)
    throw new Error('The request is incomplete.');
  const [algorithm] = imprint.children;
  const info = encodeSequence(
    encodeInteger(1),
    encodeOid('1.2.3.4'),
    options.imprint && algorithm
      ? encodeSequence(algorithm.encoded, encodeOctets(options.imprint))
      : imprint.encoded,
    encodeInteger(randomBytes(8)),
    encodeTime(options.time ?? new Date()),
    options.nonce ? encodeInteger(options.nonce) : nonce.encoded,
  );
  const token = signToken(info, options);
  return encodeSequence(encodeSequence(encodeInteger(0)), options.tamper?.(token) ?? token);
}

function signToken(info: Uint8Array, { authority, chain = [] }: AuthorityOptions): Uint8Array {
  const scheme = chooseSigningScheme(authority.key);
  const hash = (bytes: Uint8Array) => createHash(scheme.digest).update(bytes).digest();
  const digest = encodeAlgorithm(digestOids[scheme.digest]);
  const attribute = (oid: string, value: Uint8Array) => encodeSequence(encodeOid(oid), encodeSetOf([value]));
  const attributes = [
    attribute(oids.contentType, encodeOid(oids.timestampInfo)),
    attribute(oids.messageDigest, encodeOctets(hash(info))),
    attribute(
      oids.signingCertificateV2,
      encodeSequence(encodeSequence(encodeSequence(digest, encodeOctets(hash(authority.certificate.raw))))),
    ),
  ];
  const { issuer, serialNumber } = new ParsedCertificate(authority.certificate.raw);
  const signer = encodeSequence(
    encodeInteger(1),
    encodeSequence(issuer, serialNumber.encoded),
    digest,
    encodeSetOf(attributes, 0xa0),
    scheme.identifier,
    encodeOctets(scheme.sign(encodeSetOf(attributes))),
  );
  const signedData = encodeSequence(
    encodeInteger(3),
    encodeSetOf([digest]),
    encodeSequence(encodeOid(oids.timestampInfo), encodeElement(0xa0, encodeOctets(info))),
    encodeSetOf(
      [authority, ...chain].map(({ certificate }) => certificate.raw),
      0xa0,
    ),
    encodeSetOf([signer]),
  );
  return encodeSequence(encodeOid(oids.signedData), encodeElement(0xa0, signedData));
}
