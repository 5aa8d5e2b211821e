/** A key with its certificates, put together from what files hold, and checked. */

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { hasNamedBit } from '../asn1/der-values.ts';
import { oids } from '../asn1/object-identifiers.ts';
import { ParsedCertificate } from '../certificates/parsed-certificate.ts';
import { SigningError } from '../signing-error.ts';
import type { KeyMaterial } from './read-pkcs12.ts';

/** A key with its certificates. */
export interface SigningIdentity {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
  /** The issuer of the certificate, the issuer of that, and so on: as many as the files hold. */
  readonly chain: readonly X509Certificate[];
  /** Sentences on what readers of the signatures may object to. */
  readonly warnings: readonly string[];
}

/** The common name in the certificate, which may be empty. */
export const signerName = ({ certificate }: SigningIdentity): string =>
  new ParsedCertificate(certificate.raw).name;

const minRsaBits = 2048;
const maxChainLength = 10;
const curves = [
  'prime256v1',
  'secp384r1',
  'secp521r1',
  'brainpoolP256r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
];

/** Throws `SigningError` if no key fits a certificate, or the one that does cannot sign. */
export function assembleIdentity({ keys, certificates }: KeyMaterial): SigningIdentity {
  if (keys.length === 0) {
    throw new SigningError('identity', 'The file holds no private key, only certificates.');
  }
  const parsedKeys = keys.map(parseKey);
  const all = certificates.map(parseCertificateFile);
  if (all.length === 0)
    throw new SigningError('identity', 'The file holds a private key, but no certificate.');
  for (const key of parsedKeys) {
    const certificate = all.find((each) => each.checkPrivateKey(key));
    if (!certificate) continue;
    assertSigns(key);
    const chain = findChain(certificate, all);
    return { key, certificate, chain, warnings: findWarnings(certificate) };
  }
  const names = all.map(({ subject }) => subject?.replaceAll('\n', ', ') ?? '').join('; ');
  throw new SigningError(
    'identity',
    `The private key fits none of the certificates (${names.slice(0, 300)}).`,
  );
}

function parseKey(der: Uint8Array): KeyObject {
  try {
    return createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' });
  } catch (cause) {
    throw new SigningError('unsupported', 'The private key is damaged, or of a kind that is not supported.', {
      cause,
    });
  }
}

function parseCertificateFile(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch (cause) {
    throw new SigningError('malformed', 'A certificate in the file is damaged.', { cause });
  }
}

function assertSigns({ asymmetricKeyType: type, asymmetricKeyDetails: details = {} }: KeyObject): void {
  if (type === 'rsa' || type === 'rsa-pss') {
    const { modulusLength = 0 } = details;
    if (modulusLength >= minRsaBits) return;
    throw new SigningError(
      'unsupported',
      `The RSA key has ${modulusLength} bits, which is too weak: a signature needs at least ${minRsaBits}.`,
    );
  }
  if (type === 'ed25519') return;
  if (type === 'ec' && curves.includes(details.namedCurve ?? '')) return;
  const what = type === 'ec' ? `the elliptic curve ${details.namedCurve}` : `the algorithm ${type}`;
  throw new SigningError(
    'unsupported',
    `The private key is one of ${what}: use RSA, ECDSA with P-256, P-384 or P-521, or Ed25519.`,
  );
}

function findChain(
  certificate: X509Certificate,
  all: readonly X509Certificate[],
): readonly X509Certificate[] {
  const chain: X509Certificate[] = [];
  let last = certificate;
  while (chain.length < maxChainLength) {
    const issuer = all.find((each) => each !== last && isIssuedBy(last, each));
    if (!issuer || chain.includes(issuer) || issuer === certificate) break;
    chain.push(issuer);
    last = issuer;
  }
  return chain;
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

function findWarnings(certificate: X509Certificate): readonly string[] {
  const parsed = new ParsedCertificate(certificate.raw);
  const { notBefore, notAfter, name } = parsed;
  const usage = parsed.extension(oids.keyUsage);
  // Digital signature, or the non-repudiation that qualified certificates have instead.
  const maySign = !usage || hasNamedBit(usage, 0) || hasNamedBit(usage, 1);
  const now = Date.now();
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return [
    ...(notAfter.getTime() < now ? [`The certificate of ${name} expired on ${day(notAfter)}.`] : []),
    ...(notBefore.getTime() > now
      ? [`The certificate of ${name} is not valid before ${day(notBefore)}.`]
      : []),
    ...(maySign ? [] : [`The certificate of ${name} is not meant for signatures.`]),
  ];
}
