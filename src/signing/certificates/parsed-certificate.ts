/** Reads the parts of an X.509 certificate (RFC 5280) that node does not show: names and extensions as bytes. */

import { createHash, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { type DerElement, DerError, derTags, readDer } from '../asn1/der-reader.ts';
import { readBits, readDerBoolean, readOctets, readOid, readSerial, readTime } from '../asn1/der-values.ts';
import { describeName, findCommonName, isSameName } from './distinguished-name.ts';

export interface CertificateExtension {
  readonly isCritical: boolean;
  readonly value: Uint8Array;
}

/** As JSON and people see a certificate. */
export interface CertificateSummary {
  readonly subject: string;
  /** The name by which people know the owner. */
  readonly name: string;
  readonly issuer: string;
  /** Hexadecimal. */
  readonly serial: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** SHA-256 of the certificate in hexadecimal. */
  readonly fingerprint: string;
}

export class ParsedCertificate {
  readonly der: Uint8Array;
  readonly signedPart: Uint8Array;
  readonly signatureAlgorithm: DerElement;
  readonly signature: Uint8Array;
  readonly serial: string;
  readonly serialNumber: DerElement;
  /** Names in DER; see `isSameName`. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly keyInfo: DerElement;
  readonly extensions: ReadonlyMap<string, CertificateExtension>;
  readonly #issuer: DerElement;
  readonly subjectName: DerElement;
  #key: KeyObject | undefined;
  #x509: X509Certificate | undefined;

  /** Throws `DerError` for bytes that are no certificate. */
  constructor(der: Uint8Array) {
    const whole = readDer(der).expect(derTags.sequence, 'A certificate');
    const [signed, algorithm, signature] = whole.children;
    if (!signed || !algorithm || !signature) throw new DerError('A certificate is incomplete.');
    const fields = [...signed.expect(derTags.sequence, 'A certificate').children];
    // The version comes first, unless it is 1.
    if (fields[0]?.tag === 0xa0) fields.shift();
    const [serial, innerAlgorithm, issuer, validity, subject, keyInfo, ...rest] = fields;
    if (!serial || !innerAlgorithm || !issuer || !validity || !subject || !keyInfo) {
      throw new DerError('A certificate is incomplete.');
    }
    if (Buffer.compare(innerAlgorithm.encoded, algorithm.encoded) !== 0) {
      throw new DerError('A certificate names two algorithms of its signature.');
    }
    const [notBefore, notAfter] = validity.children;
    if (!notBefore || !notAfter) throw new DerError('A certificate has no time of validity.');
    this.der = der;
    this.signedPart = signed.encoded;
    this.signatureAlgorithm = algorithm;
    this.signature = readBits(signature);
    this.serial = readSerial(serial);
    this.serialNumber = serial;
    this.issuer = issuer.encoded;
    this.subject = subject.encoded;
    this.notBefore = readTime(notBefore);
    this.notAfter = readTime(notAfter);
    this.keyInfo = keyInfo;
    this.extensions = readExtensions(rest.find(({ tag }) => tag === 0xa3)?.children[0]);
    this.#issuer = issuer;
    this.subjectName = subject;
  }

  /** Throws for keys that node cannot use. */
  get publicKey(): KeyObject {
    this.#key ??= createPublicKey({ key: Buffer.from(this.keyInfo.encoded), format: 'der', type: 'spki' });
    return this.#key;
  }

  get x509(): X509Certificate {
    this.#x509 ??= new X509Certificate(this.der);
    return this.#x509;
  }

  get name(): string {
    return findCommonName(this.subjectName) ?? '';
  }

  get isSelfIssued(): boolean {
    return isSameName(this.issuer, this.subject);
  }

  /** The key's bytes without its algorithm, which identifiers of keys are hashes of. */
  get keyBytes(): Uint8Array {
    const [, bits] = this.keyInfo.children;
    if (!bits) throw new DerError('A certificate has no key.');
    return readBits(bits);
  }

  /** The value of an extension as an element; undefined if the certificate has none. */
  extension(oid: string): DerElement | undefined {
    const found = this.extensions.get(oid);
    return found && readDer(found.value);
  }

  summarize(): CertificateSummary {
    return {
      subject: describeName(this.subjectName),
      name: this.name,
      issuer: describeName(this.#issuer),
      serial: this.serial,
      notBefore: this.notBefore,
      notAfter: this.notAfter,
      fingerprint: createHash('sha256').update(this.der).digest('hex'),
    };
  }
}

/** Also for the extensions of lists of revoked certificates, and of answers about one. */
export function readExtensions(list: DerElement | undefined): ReadonlyMap<string, CertificateExtension> {
  const extensions = new Map<string, CertificateExtension>();
  for (const { children } of list?.expect(derTags.sequence, 'A list of extensions').children ?? []) {
    const [oid, middle, last = middle] = children;
    if (!oid || !middle || !last) throw new DerError('An extension is incomplete.');
    const name = readOid(oid);
    if (extensions.has(name)) throw new DerError('A certificate has an extension twice.');
    extensions.set(name, {
      isCritical: middle !== last && readDerBoolean(middle),
      value: readOctets(last),
    });
  }
  return extensions;
}
