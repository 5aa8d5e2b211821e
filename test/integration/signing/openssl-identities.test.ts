/** Keys in the forms in which OpenSSL writes them, today and years ago. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readIdentity, signDetached, verifyDetached } from '../../../src/signing/index.ts';
import { makeCertificate } from '../../support/signing/make-certificate.ts';
import { OpensslFolder, opensslVersion } from '../../support/signing/openssl.ts';

const password = 'sécret €';
const root = makeCertificate({ name: 'Test Root', purpose: 'root' });
const issuer = makeCertificate({ name: 'Test Issuer', purpose: 'intermediate', issuer: root });
const signer = makeCertificate({ name: 'Ada', purpose: 'signer', issuer, keyType: 'rsa2048' });

async function expectSigns(files: readonly Uint8Array[], usedPassword: string): Promise<void> {
  const identity = readIdentity(files, usedPassword);
  expect(identity.chain.map(({ subject }) => subject)).toEqual(['CN=Test Issuer', 'CN=Test Root']);
  const digestOf = (algorithm: string) => createHash(algorithm).update('text').digest();
  expect(verifyDetached(await signDetached(digestOf, identity), digestOf).intact).toBe(true);
}

function openFolder(): OpensslFolder {
  const folder = new OpensslFolder();
  folder.writeCertificate('signer', signer);
  folder.write('chain.pem', `${issuer.certificate}\n${root.certificate}`);
  return folder;
}

const supportsPbmac1 = opensslVersion !== undefined && Number(opensslVersion) >= 3.4;

describe.skipIf(opensslVersion === undefined)('OpenSSL', () => {
  it.each([
    [''],
    ['-legacy'],
    ['-legacy -descert'],
    ['-legacy -keypbe PBE-SHA1-RC2-128 -certpbe PBE-SHA1-RC2-128'],
    ['-legacy -keypbe PBE-SHA1-RC2-40 -certpbe PBE-SHA1-RC2-40'],
    ['-legacy -keypbe PBE-SHA1-2DES -certpbe PBE-SHA1-2DES'],
    ['-keypbe AES-128-CBC -certpbe AES-192-CBC -macalg sha512'],
    ['-keypbe NONE -certpbe NONE'],
    ['-nomac'],
    ['-iter 100000 -maciter'],
    ...(supportsPbmac1 ? [['-pbmac1_pbkdf2']] : []),
  ])('PKCS#12 with "%s"', async (options) => {
    using folder = openFolder();
    const place = ['-inkey', 'signer.key', '-in', 'signer.pem', '-certfile', 'chain.pem'];
    const more = options.split(' ').filter((option) => option !== '');
    folder.run('pkcs12 -export', ...place, '-passout', `pass:${password}`, ...more, '-out', 'key.p12');
    const file = readFileSync(join(folder.path, 'key.p12'));
    await expectSigns([file], password);
    const isOpen = options.includes('NONE') && options.includes('nomac');
    if (!isOpen) expect(() => readIdentity([file], 'wrong')).toThrow(/password .*is wrong/i);
  });

  it('PKCS#12 with an empty password', async () => {
    using folder = openFolder();
    const place = ['-inkey', 'signer.key', '-in', 'signer.pem', '-certfile', 'chain.pem'];
    folder.run('pkcs12 -export', ...place, '-passout', 'pass:', '-out', 'key.p12');
    await expectSigns([readFileSync(join(folder.path, 'key.p12'))], '');
  });

  it.each([
    ['pkcs8 -topk8 -scrypt'],
    ['pkcs8 -topk8 -v2 aes-256-cbc -v2prf hmacWithSHA512'],
    ['pkcs8 -topk8 -v2 aes-128-cbc -outform DER'],
    ['pkcs8 -topk8 -v1 PBE-SHA1-3DES'],
    ['pkcs8 -topk8 -v1 PBE-SHA1-RC2-40 -provider legacy -provider default'],
    ['rsa -aes256 -traditional'],
    ['rsa -des3 -traditional'],
  ])('a key of "%s"', async (command) => {
    using folder = openFolder();
    folder.run(command, '-in', 'signer.key', '-passout', `pass:${password}`, '-out', 'encrypted');
    const files = ['encrypted', 'signer.pem', 'chain.pem'].map((name) =>
      readFileSync(join(folder.path, name)),
    );
    await expectSigns(files, password);
    expect(() => readIdentity(files, 'wrong')).toThrow('The password of the private key is wrong.');
  });

  it('a key that is encrypted in a way that is not supported', () => {
    using folder = openFolder();
    const options = ['-v1', 'PBE-MD5-DES', '-provider', 'legacy', '-provider', 'default'];
    folder.run('pkcs8 -topk8', ...options, '-in', 'signer.key', '-passout', 'pass:x', '-out', 'encrypted');
    const file = readFileSync(join(folder.path, 'encrypted'));
    expect(() => readIdentity([file], 'x')).toThrow(
      'The file is encrypted in a way that is not supported (1.2.840.113549.1.5.3).',
    );
  });
});
