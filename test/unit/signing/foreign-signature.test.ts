/** Signatures that are valid and not like ours: other hashes, names in other types of strings, repeated attributes. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
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
import { timestampClient, verifyDetached } from '../../../src/signing/index.ts';
import { type MadeCertificate, makeCertificate } from '../../support/signing/make-certificate.ts';
import { algorithmOf, type CmsOptions, makeAttribute, makeCms } from '../../support/signing/make-cms.ts';
import { timestampAuthority } from '../../support/signing/timestamp-authority.ts';

const content = randomBytes(1_000);
const hash = (algorithm: string, bytes: Uint8Array) =>
  createHash(algorithm, algorithm === 'shake256' ? { outputLength: 64 } : undefined)
    .update(bytes)
    .digest();
const digestOf = (algorithm: string) => hash(algorithm, content);

const sha256 = '2.16.840.1.101.3.4.2.1';
const root = makeCertificate({ name: 'Test Root', purpose: 'root' });
const signer = makeCertificate({ name: 'Ada Lovelace', purpose: 'signer', issuer: root });

/** A signature of ECDSA with SHA-256, but for what is given. */
const made = (options: Partial<CmsOptions> = {}): Uint8Array =>
  makeCms({
    signer,
    sign: (attributes) => sign('sha256', attributes, signer.key),
    signatureAlgorithm: algorithmOf('1.2.840.10045.4.3.2'),
    digestAlgorithm: algorithmOf(sha256),
    digest: digestOf('sha256'),
    ...options,
  });

const keyOf = (type: 'rsa' | 'ec' | 'dsa' | 'ed448'): KeyObject => {
  if (type === 'ed448') return generateKeyPairSync('ed448').privateKey;
  if (type === 'ec') return generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
  if (type === 'dsa')
    return generateKeyPairSync('dsa', { modulusLength: 2048, divisorLength: 256 }).privateKey;
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
};

const shakeWithLength = (bits: number) => encodeAlgorithm('2.16.840.1.101.3.4.2.18', encodeInteger(bits));

describe.each([
  ['RSA with SHA3-256', 'rsa', '2.16.840.1.101.3.4.3.14', 'sha3-256', '2.16.840.1.101.3.4.2.8'],
  ['RSA with SHA3-512', 'rsa', oids.rsa, 'sha3-512', '2.16.840.1.101.3.4.2.10'],
  ['ECDSA with SHA3-384', 'ec', '2.16.840.1.101.3.4.3.11', 'sha3-384', '2.16.840.1.101.3.4.2.9'],
  ['DSA with SHA-256', 'dsa', '2.16.840.1.101.3.4.3.2', 'sha256', sha256],
  ['Ed448', 'ed448', oids.ed448, 'shake256', '2.16.840.1.101.3.4.2.12'],
  ['Ed448', 'ed448', oids.ed448, 'shake256', undefined],
] as const)('a signature of %s', (algorithm, type, signatureOid, digest, digestOid) => {
  const key = keyOf(type);
  const own = makeCertificate({ name: 'Ada Lovelace', purpose: 'signer', issuer: root, key });
  const digestAlgorithm = digestOid ? algorithmOf(digestOid) : shakeWithLength(512);
  const options = {
    signer: own,
    sign: (attributes: Uint8Array) => sign(type === 'ed448' ? null : digest, attributes, key),
    signatureAlgorithm: algorithmOf(signatureOid),
    digestAlgorithm,
    digest: digestOf(digest),
    binding: [digestAlgorithm, encodeOctets(hash(digest, own.certificate.raw))],
  };

  it('verifies, with a certificate that is bound by this hash', () => {
    expect(verifyDetached(makeCms(options), digestOf)).toMatchObject({
      intact: true,
      findings: [],
      algorithm,
      level: 'B-B',
    });
  });

  it('does not verify over other bytes', () => {
    const report = verifyDetached(makeCms({ ...options, digest: hash(digest, randomBytes(9)) }), digestOf);
    expect(report.findings).toMatchObject([{ code: 'content_changed' }]);
  });
});

it('a signature of ECDSA with two plain numbers verifies', () => {
  const plain = { key: signer.key, dsaEncoding: 'ieee-p1363' } as const;
  const cms = made({
    sign: (attributes) => sign('sha256', attributes, plain),
    signatureAlgorithm: algorithmOf('0.4.0.127.0.7.1.1.4.1.3'),
  });
  expect(verifyDetached(cms, digestOf)).toMatchObject({ intact: true, findings: [] });
});

describe('a certificate that is bound by a hash', () => {
  const unknownHash = '2.16.840.1.101.3.4.2.99';

  it('that is not known is not said to be another one', () => {
    const { intact, level, findings } = verifyDetached(
      made({ binding: [algorithmOf(unknownHash), encodeOctets(randomBytes(32))] }),
      digestOf,
    );
    expect([intact, level]).toEqual([true, undefined]);
    expect(findings).toEqual([
      {
        code: 'unsupported',
        severity: 'warning',
        message: `What binds the certificate of the signer cannot be checked: the hash ${unknownHash} is not known.`,
      },
    ]);
  });

  it('of another length of SHAKE256 than the standard has is not checked', () => {
    const binding = [shakeWithLength(256), encodeOctets(randomBytes(32))];
    expect(verifyDetached(made({ binding }), digestOf).findings).toMatchObject([{ code: 'unsupported' }]);
  });

  it('that is known and differs is another one', () => {
    const binding = [algorithmOf('2.16.840.1.101.3.4.2.8'), encodeOctets(randomBytes(32))];
    expect(verifyDetached(made({ binding }), digestOf).findings).toMatchObject([
      { code: 'certificate_replaced', severity: 'error' },
    ]);
  });
});

describe('the name of the issuer', () => {
  const named = (...parts: readonly (readonly [string, number, string])[]) =>
    encodeSequence(
      ...parts.map(([type, tag, text]) =>
        encodeSetOf([
          encodeSequence(
            encodeOid(type),
            encodeElement(tag, tag === 0x1e ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text)),
          ),
        ]),
      ),
    );
  const [utf8, printable, bmp, ia5] = [0x0c, 0x13, 0x1e, 0x16];
  const verify = (issuer: Uint8Array) => verifyDetached(made({ issuer }), digestOf);

  it('is the same in another type of string, in other letters and with other spaces', () => {
    for (const issuer of [
      named([oids.commonName, printable, 'Test Root']),
      named([oids.commonName, bmp, 'Test Root']),
      named([oids.commonName, utf8, ' TEST   root ']),
    ]) {
      const { intact, findings } = verify(issuer);
      expect(intact).toBe(true);
      // It is no part of what is signed.
      expect(findings).toMatchObject([{ code: 'nonconforming', severity: 'note' }]);
    }
  });

  it('is another one with another value, another attribute or more of them', () => {
    for (const issuer of [
      named([oids.commonName, utf8, 'Test Roots']),
      named([oids.commonName, utf8, 'TestRoot']),
      named(['2.5.4.10', utf8, 'Test Root']),
      named(['0.9.2342.19200300.100.1.25', ia5, 'Test Root']),
      named([oids.commonName, utf8, 'Test Root'], [oids.commonName, utf8, 'Test Root']),
      named([oids.commonName, 0x04, 'Test Root']),
      encodeSequence(),
      encodeSequence(encodeElement(0x1f, new Uint8Array())),
    ]) {
      expect(verify(issuer).findings.map(({ code }) => code)).toContain('certificate_missing');
    }
  });
});

describe('an attribute that is there twice', () => {
  const authorityOf = (name: string) => makeCertificate({ name, purpose: 'timestamp', issuer: root });
  const stampOf = async (authority: MadeCertificate, value: Uint8Array, time: Date) => {
    const exchange = timestampAuthority({ authority, chain: [root], time });
    return await timestampClient('http://tsa.example', exchange)({ algorithm: 'sha256', value });
  };
  const times = [new Date('2026-03-02T10:00:00Z'), new Date('2026-03-01T10:00:00Z')] as const;

  /** Ed25519 signs the same bytes alike, so that the stamps are those of the signature that is made with them. */
  async function stamped(second: (value: Uint8Array) => Uint8Array, isOneAttribute = false) {
    const key = generateKeyPairSync('ed25519').privateKey;
    const own = makeCertificate({ name: 'Ada Lovelace', purpose: 'signer', issuer: root, key });
    const options = {
      signer: own,
      sign: (attributes: Uint8Array) => sign(null, attributes, key),
      signatureAlgorithm: algorithmOf(oids.ed25519),
      digestAlgorithm: algorithmOf('2.16.840.1.101.3.4.2.3'),
      digest: digestOf('sha512'),
    };
    let value: Uint8Array = new Uint8Array();
    makeCms({
      ...options,
      unsignedAttributes: (signature) => {
        value = hash('sha256', signature);
        return [];
      },
    });
    const tokens = [
      await stampOf(authorityOf('First Authority'), value, times[0]),
      await stampOf(authorityOf('Second Authority'), second(value), times[1]),
    ];
    const unsignedAttributes = () =>
      isOneAttribute
        ? [makeAttribute(oids.signatureTimestamp, ...tokens)]
        : tokens.map((token) => makeAttribute(oids.signatureTimestamp, token));
    return verifyDetached(makeCms({ ...options, unsignedAttributes }), digestOf);
  }

  it('is verified each time, if it is a time stamp', async () => {
    for (const isOneAttribute of [true, false]) {
      const report = await stamped((value) => value, isOneAttribute);
      expect(report).toMatchObject({ intact: true, findings: [], level: 'B-T' });
      expect(report.timestamps.map(({ intact, authority }) => [authority, intact]).toSorted()).toEqual([
        ['First Authority', true],
        ['Second Authority', true],
      ]);
    }
  });

  it('is wrong where one of the time stamps is one of something else', async () => {
    const { timestamps } = await stamped(() => randomBytes(32));
    const wrong = timestamps.filter(({ intact }) => !intact);
    expect(wrong).toMatchObject([
      { authority: 'Second Authority', findings: [{ code: 'timestamp_wrong', severity: 'error' }] },
    ]);
  });

  it('is not read, if it is one that the verification goes by', () => {
    for (const type of [oids.messageDigest, oids.contentType, oids.signingCertificateV2]) {
      const value = type === oids.contentType ? encodeOid(oids.data) : encodeOctets(randomBytes(32));
      const report = verifyDetached(made({ signedAttributes: [makeAttribute(type, value)] }), digestOf);
      expect(report).toMatchObject({ intact: false, findings: [{ code: 'malformed' }] });
    }
  });

  it('does not matter, if it is one that is not read', () => {
    const unknown = makeAttribute('1.2.3.4', encodeInteger(1));
    const report = verifyDetached(made({ signedAttributes: [unknown, unknown] }), digestOf);
    expect(report).toMatchObject({ intact: true, findings: [] });
  });
});
