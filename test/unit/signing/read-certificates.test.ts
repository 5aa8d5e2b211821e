import { rootCertificates } from 'node:tls';
import { expect, it } from 'vitest';
import { readCertificates, SigningError, signDetached } from '../../../src/signing/index.ts';
import { makeCertificate } from '../../support/signing/make-certificate.ts';
import { makeIdentity } from '../../support/signing/make-identity.ts';

const first = makeCertificate({ name: 'First', purpose: 'root' }).certificate;
const second = makeCertificate({ name: 'Second', purpose: 'root' }).certificate;
const subjects = (file: Uint8Array) => readCertificates(file).map(({ subject }) => subject);

it('DER', () => {
  expect(subjects(first.raw)).toEqual(['CN=First']);
});

it('PEM, also of several with text between', () => {
  expect(subjects(Buffer.from(`# Ours\n${first}\nsecond - one:\n${second}`))).toEqual([
    'CN=First',
    'CN=Second',
  ]);
});

it('a bundle in CMS, as authorities publish issuers', async () => {
  const bundle = await signDetached(() => new Uint8Array(32), makeIdentity().identity);
  expect(subjects(bundle).toSorted()).toEqual(['CN=Ada Lovelace', 'CN=Test Issuer', 'CN=Test Root']);
  const pem = `-----BEGIN PKCS7-----\n${Buffer.from(bundle).toString('base64')}\n-----END PKCS7-----`;
  expect(subjects(Buffer.from(pem))).toHaveLength(3);
});

it('all certificates that node trusts', () => {
  expect(readCertificates(Buffer.from(rootCertificates.join('\n')))).toHaveLength(rootCertificates.length);
});

it.each([
  ['text', Buffer.from('Dear Sir or Madam'), 'There is no certificate in the file: neither PEM nor DER.'],
  ['nothing', new Uint8Array(), 'There is no certificate in the file: neither PEM nor DER.'],
  ['a damaged one', first.raw.subarray(0, -1), 'A certificate is damaged.'],
])('%s is an error', (_, file, message) => {
  expect(() => readCertificates(file)).toThrow(new SigningError('malformed', message));
});
