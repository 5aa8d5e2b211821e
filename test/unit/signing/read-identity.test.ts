import { createHash, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  encodeAlgorithm,
  encodeInteger,
  encodeOctets,
  encodeSequence,
} from '../../../src/signing/asn1/der-writer.ts';
import { oids } from '../../../src/signing/asn1/object-identifiers.ts';
import { readIdentity, signDetached, verifyDetached } from '../../../src/signing/index.ts';
import {
  type KeyType,
  type MadeCertificate,
  makeCertificate,
  makeKey,
} from '../../support/signing/make-certificate.ts';
import { makePkcs12 } from '../../support/signing/make-pkcs12.ts';

const root = makeCertificate({ name: 'Test Root', purpose: 'root' });
const issuer = makeCertificate({ name: 'Test Issuer', purpose: 'intermediate', issuer: root });
const signer = makeCertificate({ name: 'Ada', purpose: 'signer', issuer });
const other = makeCertificate({ name: 'Eve', purpose: 'signer', issuer });
const password = 'pässwörd € 🔑';

const pkcs8 = (key: KeyObject) => key.export({ format: 'der', type: 'pkcs8' });
const raw = ({ certificate }: MadeCertificate) => certificate.raw;
const pem = (...made: readonly MadeCertificate[]) =>
  Buffer.from(made.map(({ certificate }) => certificate.toString()).join('\n'));
const keyPem = (key: KeyObject) => Buffer.from(key.export({ format: 'pem', type: 'pkcs8' }));

const content = {
  keys: [pkcs8(signer.key)],
  // In no order, and with one that is not needed.
  certificates: [raw(root), raw(other), raw(signer), raw(issuer)],
};

async function expectSigns(files: readonly Uint8Array[], usedPassword?: string): Promise<void> {
  const identity = readIdentity(files, usedPassword);
  expect(identity.certificate.subject).toBe('CN=Ada');
  expect(identity.chain.map(({ subject }) => subject)).toEqual(['CN=Test Issuer', 'CN=Test Root']);
  expect(identity.warnings).toEqual([]);
  const digestOf = (algorithm: string) => createHash(algorithm).update('text').digest();
  expect(verifyDetached(await signDetached(digestOf, identity), digestOf).intact).toBe(true);
}

describe('PKCS#12', () => {
  it.each([
    ['AES and SHA-256', {}],
    ['AES without a check of the password', { mac: 'none' }],
    ['DES and SHA-1', { encryption: '3des', mac: 'sha1' }],
    ['BER', { isBer: true }],
    ['BER, DES', { isBer: true, encryption: '3des', mac: 'sha1' }],
  ] as const)('%s', async (_, options) => {
    const file = makePkcs12({ ...content, ...options, password });
    await expectSigns([file], password);
    for (const wrong of ['wrong', `${password} `]) {
      expect(() => readIdentity([file], wrong)).toThrow(
        /^(?:The password is wrong|The password of the PKCS#12 file is wrong)\.$/,
      );
    }
  });

  it('needs its password', () => {
    const file = makePkcs12({ ...content, password });
    expect(() => readIdentity([file])).toThrow('The PKCS#12 file needs its password.');
  });

  it.each([true, false])('an empty password, left out: %s', async (isPasswordMissing) => {
    await expectSigns([
      makePkcs12({ ...content, password: '', isPasswordMissing, encryption: '3des', mac: 'sha1' }),
    ]);
  });
});

describe('PEM', () => {
  it('key and certificates in one file', async () => {
    await expectSigns([Buffer.concat([keyPem(signer.key), pem(root, signer, issuer)])]);
  });

  it('key and certificates in two files, in either order', async () => {
    await expectSigns([pem(signer, issuer, root), keyPem(signer.key)]);
    await expectSigns([keyPem(signer.key), pem(signer, issuer, root)]);
  });

  it.each([
    { type: 'pkcs8', cipher: 'aes-256-cbc' },
    { type: 'pkcs8', cipher: 'aes-128-cbc' },
    { type: 'pkcs8', cipher: 'des-ede3-cbc' },
    { type: 'sec1', cipher: 'aes-256-cbc' },
    { type: 'sec1', cipher: 'des-ede3-cbc' },
  ] as const)('an encrypted key: %o', async (options) => {
    const key = signer.key.export({ format: 'pem', passphrase: password, ...options });
    const files = [Buffer.from(key), pem(signer, issuer, root)];
    await expectSigns(files, password);
    expect(() => readIdentity(files, 'wrong')).toThrow('The password of the private key is wrong.');
    expect(() => readIdentity(files)).toThrow('The private key is encrypted and needs its password.');
  });

  it('a key that is not encrypted needs no password, and ignores one', async () => {
    await expectSigns([keyPem(signer.key), pem(signer, issuer, root)], 'unused');
  });
});

it('DER: a key, encrypted or not, and certificates', async () => {
  const certificates = [raw(signer), raw(issuer), raw(root)];
  await expectSigns([pkcs8(signer.key), ...certificates]);
  const options = { format: 'der', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: password } as const;
  await expectSigns([signer.key.export(options), ...certificates], password);
});

describe('what cannot sign', () => {
  it('certificates without a key', () => {
    expect(() => readIdentity([pem(signer)])).toThrow('The file holds no private key, only certificates.');
  });

  it('a key without a certificate', () => {
    expect(() => readIdentity([keyPem(signer.key)])).toThrow(
      'The file holds a private key, but no certificate.',
    );
  });

  it('a key of another certificate', () => {
    expect(() => readIdentity([keyPem(signer.key), pem(other, issuer)])).toThrow(
      'The private key fits none of the certificates (CN=Eve; CN=Test Issuer).',
    );
  });

  it.each([
    ['rsa1024', 'The RSA key has 1024 bits, which is too weak: a signature needs at least 2048.'],
    [
      'secp256k1',
      'The private key is one of the elliptic curve secp256k1: use RSA, ECDSA with P-256, P-384 or P-521, or Ed25519.',
    ],
  ] as const)('%s', (keyType: KeyType, message: string) => {
    const weak = makeCertificate({ name: 'Weak', purpose: 'signer', issuer, key: makeKey(keyType) });
    expect(() => readIdentity([keyPem(weak.key), pem(weak)])).toThrow(message);
  });

  it.each([
    ['text', Buffer.from('Dear Sir or Madam')],
    ['nothing', new Uint8Array()],
  ])('%s', (_, file) => {
    expect(() => readIdentity([file])).toThrow(/^The file is neither PKCS#12 \(\.p12, \.pfx\) nor PEM/);
  });

  it('a damaged file', () => {
    const file = makePkcs12({ ...content, password });
    expect(() => readIdentity([file.subarray(0, -10)], password)).toThrow(
      'The file of the key is damaged: An element ends after what it is in.',
    );
  });

  it('a file that would take hours to decrypt', () => {
    const derivation = encodeSequence(encodeOctets(new Uint8Array(8)), encodeInteger(2 ** 31 - 1));
    const cipher = encodeAlgorithm('2.16.840.1.101.3.4.1.42', encodeOctets(new Uint8Array(16)));
    const scheme = encodeSequence(encodeAlgorithm(oids.pbkdf2, derivation), cipher);
    const key = encodeSequence(encodeAlgorithm(oids.pbes2, scheme), encodeOctets(new Uint8Array(64)));
    expect(() => readIdentity([key], 'x')).toThrow(
      'The file derives its key with 2147483647 iterations, more than the 20000000 supported.',
    );
  });
});

it('warns of a certificate that expired, is not valid yet, or is not for signatures', () => {
  const warningsOf = (options: Partial<Parameters<typeof makeCertificate>[0]>) => {
    const made = makeCertificate({ name: 'Ada', purpose: 'signer', issuer, ...options });
    return readIdentity([keyPem(made.key), pem(made)]).warnings;
  };
  expect(warningsOf({ notAfter: new Date('2020-05-06T00:00:00Z') })).toEqual([
    'The certificate of Ada expired on 2020-05-06.',
  ]);
  expect(warningsOf({ notBefore: new Date('2120-05-06T00:00:00Z') })).toEqual([
    'The certificate of Ada is not valid before 2120-05-06.',
  ]);
  expect(warningsOf({ purpose: 'root' })).toEqual(['The certificate of Ada is not meant for signatures.']);
});
