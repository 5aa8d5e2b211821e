/** Makes certificates of every kind that signatures need, at the time of the test, so that no key is ever committed. */

import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import {
  encodeBits,
  encodeBoolean,
  encodeElement,
  encodeInteger,
  encodeOctets,
  encodeOid,
  encodeSequence,
  encodeSetOf,
} from '../../../src/signing/asn1/der-writer.ts';
import { oids } from '../../../src/signing/asn1/object-identifiers.ts';
import { chooseSigningScheme } from '../../../src/signing/cms/signing-scheme.ts';

export type KeyType =
  | 'rsa2048'
  | 'rsa4096'
  | 'rsa1024'
  | 'pss'
  | 'p256'
  | 'p384'
  | 'p521'
  | 'ed25519'
  | 'secp256k1';

/** What the certificate is for. */
type Purpose = 'root' | 'intermediate' | 'signer' | 'timestamp' | 'ocsp';

export interface MadeCertificate {
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
}

interface CertificateOptions {
  readonly name: string;
  readonly purpose: Purpose;
  /** Itself if there is none. */
  readonly issuer?: MadeCertificate;
  /** The type of string of the issuer's name, by default UTF8String. */
  readonly issuerStringTag?: number;
  readonly keyType?: KeyType;
  /** Instead of a new one. */
  readonly key?: KeyObject;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  readonly serial?: Uint8Array;
  readonly ocspUrl?: string;
  readonly issuerUrl?: string;
  readonly crlUrl?: string;
  /** Instead of, or beside those of the purpose. */
  readonly extensions?: readonly MadeExtension[];
}

interface MadeExtension {
  readonly oid: string;
  readonly isCritical?: boolean;
  /** DER; undefined leaves the extension out. */
  readonly value: Uint8Array | undefined;
}

const day = 86_400_000;

/** The same again for the same type within a file: RSA keys take long to find. */
const generated = new Map<string, KeyObject>();

export function makeKey(type: KeyType): KeyObject {
  switch (type) {
    case 'p256':
      return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    case 'p384':
      return generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
    case 'p521':
      return generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey;
    case 'secp256k1':
      return generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey;
    case 'ed25519':
      return generateKeyPairSync('ed25519').privateKey;
    default: {
      const known = generated.get(type) ?? makeRsaKey(type);
      generated.set(type, known);
      return known;
    }
  }
}

function makeRsaKey(type: KeyType): KeyObject {
  if (type !== 'pss') return generateKeyPairSync('rsa', { modulusLength: Number(type.slice(3)) }).privateKey;
  const hash = { hashAlgorithm: 'sha384', mgf1HashAlgorithm: 'sha384' };
  return generateKeyPairSync('rsa-pss', { modulusLength: 2048, ...hash }).privateKey;
}

export function makeCertificate(options: CertificateOptions): MadeCertificate {
  const { name, issuer, keyType = 'p256' } = options;
  const key = options.key ?? makeKey(keyType);
  const keyInfo = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const signingKey = issuer?.key ?? key;
  const scheme = chooseSigningScheme(signingKey);
  const subject = encodeName(name);
  const now = Date.now();
  const signed = encodeSequence(
    encodeElement(0xa0, encodeInteger(2)),
    encodeInteger(options.serial ?? Uint8Array.of(1, ...randomBytes(12))),
    scheme.identifier,
    issuer ? encodeName(commonName(issuer), options.issuerStringTag) : subject,
    encodeSequence(
      encodeTime(options.notBefore ?? new Date(now - 30 * day)),
      encodeTime(options.notAfter ?? new Date(now + 365 * day)),
    ),
    subject,
    keyInfo,
    encodeElement(0xa3, encodeSequence(...allExtensions(options, keyInfo, issuer).map(encodeExtension))),
  );
  const der = encodeSequence(signed, scheme.identifier, encodeBits(scheme.sign(signed)));
  return { certificate: new X509Certificate(der), key };
}

function allExtensions(
  { purpose, ocspUrl, issuerUrl, crlUrl, extensions = [] }: CertificateOptions,
  keyInfo: Uint8Array,
  issuer: MadeCertificate | undefined,
): readonly MadeExtension[] {
  const keyId = keyIdentifier(keyInfo);
  const issuerInfo = issuer && createPublicKey(issuer.key).export({ format: 'der', type: 'spki' });
  const issuerKeyId = issuerInfo ? keyIdentifier(issuerInfo) : keyId;
  const isAuthority = purpose === 'root' || purpose === 'intermediate';
  const places = [
    ...(ocspUrl ? [encodeSequence(encodeOid(oids.ocsp), encodeUrl(ocspUrl))] : []),
    ...(issuerUrl ? [encodeSequence(encodeOid(oids.issuersOfCertificate), encodeUrl(issuerUrl))] : []),
  ];
  const point = crlUrl && encodeSequence(encodeElement(0xa0, encodeElement(0xa0, encodeUrl(crlUrl))));
  const purposes = { timestamp: oids.timeStamping, ocsp: oids.ocspSigning } as const;
  const extended = purpose === 'timestamp' || purpose === 'ocsp' ? purposes[purpose] : undefined;
  const standard: readonly MadeExtension[] = [
    { oid: oids.subjectKeyIdentifier, value: encodeOctets(keyId) },
    { oid: oids.authorityKeyIdentifier, value: encodeSequence(encodeElement(0x80, issuerKeyId)) },
    {
      oid: oids.basicConstraints,
      isCritical: true,
      value: isAuthority ? encodeSequence(encodeBoolean(true)) : undefined,
    },
    // Signs certificates and lists of revoked ones, or digital signature and non-repudiation.
    {
      oid: oids.keyUsage,
      isCritical: true,
      value: isAuthority
        ? encodeElement(0x03, Uint8Array.of(1, 0x06))
        : encodeElement(0x03, Uint8Array.of(6, 0xc0)),
    },
    {
      oid: oids.extendedKeyUsage,
      isCritical: true,
      value: extended && encodeSequence(encodeOid(extended)),
    },
    { oid: oids.authorityInformation, value: places.length > 0 ? encodeSequence(...places) : undefined },
    { oid: oids.crlDistributionPoints, value: point ? encodeSequence(point) : undefined },
    { oid: oids.ocspNoCheck, value: purpose === 'ocsp' ? encodeElement(0x05) : undefined },
  ];
  const replaced = new Set(extensions.map(({ oid }) => oid));
  return [...standard.filter(({ oid }) => !replaced.has(oid)), ...extensions];
}

export function encodeExtension({ oid, isCritical = false, value }: MadeExtension): Uint8Array {
  if (!value) return new Uint8Array();
  const critical = isCritical ? [encodeBoolean(true)] : [];
  return encodeSequence(encodeOid(oid), ...critical, encodeOctets(value));
}

const encodeUrl = (url: string) => encodeElement(0x86, Buffer.from(url));

const keyIdentifier = (keyInfo: Uint8Array) => createHash('sha1').update(keyInfo).digest();

const commonName = ({ certificate }: MadeCertificate) => /^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? '';

export const encodeName = (name: string, stringTag = 0x0c): Uint8Array =>
  encodeSequence(
    encodeSetOf([encodeSequence(encodeOid(oids.commonName), encodeElement(stringTag, Buffer.from(name)))]),
  );

/** GeneralizedTime without fractions of a second. */
export const encodeTime = (time: Date): Uint8Array =>
  encodeElement(0x18, Buffer.from(`${time.toISOString().replace(/\D/g, '').slice(0, 14)}Z`));
