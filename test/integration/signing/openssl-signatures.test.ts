/** Signatures of this project verified by OpenSSL, and signatures of OpenSSL verified by this project. */

import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signDetached, timestampClient, verifyDetached } from '../../../src/signing/index.ts';
import { makeCertificate } from '../../support/signing/make-certificate.ts';
import { makeIdentity } from '../../support/signing/make-identity.ts';
import { fetchExchange, OpensslFolder, opensslVersion, serveReplies } from '../../support/signing/openssl.ts';

const content = randomBytes(50_000);
const digestOf = (algorithm: string) => createHash(algorithm).update(content).digest();

// OpenSSL 3.0 and 3.1 do not verify Ed25519 in CMS (RFC 8419).
const verifiesEd25519 = opensslVersion !== undefined && Number(opensslVersion.slice(2)) >= 2;

describe.skipIf(opensslVersion === undefined)('OpenSSL', () => {
  it.each([
    ['rsa2048', false],
    ['rsa2048', true],
    ['rsa4096', false],
    ['pss', false],
    ['p256', false],
    ['p384', false],
    ['p521', false],
    ...(verifiesEd25519 ? ([['ed25519', false]] as const) : []),
  ] as const)('verifies a signature of %s, PSS %s', async (keyType, isPss) => {
    using folder = new OpensslFolder();
    const { identity, root } = makeIdentity(keyType);
    const verify = () => {
      const place = ['-in', 'cms', '-content', 'content', '-CAfile', 'root.pem', '-purpose', 'any'];
      folder.run('cms -verify -cades -binary -inform DER', ...place, '-out', 'out');
    };
    folder.write('content', content);
    folder.writeCertificate('root', root);
    folder.write('cms', await signDetached(digestOf, identity, { isPss }));
    verify();
    expect(readFileSync(join(folder.path, 'out')).equals(content)).toBe(true);
    folder.write('content', randomBytes(50_000));
    expect(verify).toThrow(/digest failure|verification failure/i);
  });

  it.each([
    ['rsa2048', ['-cades'], { algorithm: 'RSA with SHA-256', hasSigningCertificate: true }],
    ['rsa2048', ['-cades', '-md', 'sha512'], { algorithm: 'RSA with SHA-512', digest: 'sha512' }],
    ['rsa2048', ['-keyopt', 'rsa_padding_mode:pss'], { algorithm: 'RSA-PSS with SHA-256' }],
    ['rsa2048', ['-noattr'], { algorithm: 'RSA with SHA-256', level: undefined }],
    ['rsa2048', ['-keyid', '-md', 'sha384'], { algorithm: 'RSA with SHA-384' }],
    ['p384', ['-cades', '-md', 'sha384'], { algorithm: 'ECDSA with SHA-384', digest: 'sha384' }],
    ['p256', ['-cades'], { algorithm: 'ECDSA with SHA-256' }],
  ] as const)('makes signatures of %s with %j, which verify', (keyType, options, expected) => {
    using folder = new OpensslFolder();
    const root = makeCertificate({ name: 'Test Root', purpose: 'root' });
    const signer = makeCertificate({ name: 'Ada', purpose: 'signer', issuer: root, keyType });
    folder.writeCertificate('signer', signer);
    folder.write('content', content);
    const place = ['-in', 'content', '-signer', 'signer.pem', '-inkey', 'signer.key'];
    const cms = folder.run('cms -sign -binary -outform DER', ...place, ...options);
    const report = verifyDetached(cms, digestOf);
    expect(report).toMatchObject({ intact: true, signer: { name: 'Ada' }, ...expected });
    expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const changed = verifyDetached(cms, (algorithm) => createHash(algorithm).update('other').digest());
    expect(changed.intact).toBe(false);
  });

  it('makes signatures of two signers, of which both are verified', () => {
    using folder = new OpensslFolder();
    const root = makeCertificate({ name: 'Test Root', purpose: 'root' });
    for (const name of ['ada', 'eve']) {
      folder.writeCertificate(name, makeCertificate({ name, purpose: 'signer', issuer: root }));
    }
    folder.write('content', content);
    const signers = ['ada', 'eve'].flatMap((name) => ['-signer', `${name}.pem`, '-inkey', `${name}.key`]);
    const cms = folder.run('cms -sign -binary -cades -outform DER -in content', ...signers);
    const report = verifyDetached(cms, digestOf);
    expect(report).toMatchObject({ intact: true, level: undefined });
    expect(report.findings.map(({ message }) => message)).toContain(
      'There are 2 signers, but a PDF may have only one.',
    );
    // The signature of the second one ends the data.
    const changed = Buffer.from(cms);
    changed[cms.length - 10] = (changed.at(-10) ?? 0) ^ 1;
    expect(verifyDetached(changed, digestOf).intact).toBe(false);
  });

  it('makes signatures of a digest, as PDFs of the 1990s have them', () => {
    using folder = new OpensslFolder();
    folder.writeCertificate(
      'signer',
      makeCertificate({ name: 'Ada', purpose: 'signer', keyType: 'rsa2048' }),
    );
    folder.write('digest', digestOf('sha1'));
    const place = ['-in', 'digest', '-signer', 'signer.pem', '-inkey', 'signer.key'];
    const cms = folder.run('cms -sign -binary -nodetach -outform DER', ...place);
    const report = verifyDetached(cms, digestOf);
    expect(report).toMatchObject({ intact: true, level: undefined });
    expect(report.findings.map(({ code }) => code)).toContain('weak');
    const changed = verifyDetached(cms, (algorithm) => createHash(algorithm).update('other').digest());
    expect(changed).toMatchObject({ intact: false, findings: [{ code: 'content_changed' }, {}] });
  });

  it('is a time-stamp authority, whose tokens it verifies itself', async () => {
    using folder = new OpensslFolder();
    const { identity, root } = makeIdentity();
    const stamping = makeCertificate({
      name: 'OpenSSL',
      purpose: 'timestamp',
      issuer: root,
      keyType: 'rsa2048',
    });
    folder.writeCertificate('root', root);
    folder.writeCertificate('tsa', stamping);
    folder.write('serial', '01\n');
    const settings = ['serial = serial', 'signer_cert = tsa.pem', 'signer_key = tsa.key', 'certs = root.pem'];
    const policies = [
      'signer_digest = sha256',
      'default_policy = 1.2.3.4',
      'digests = sha256, sha384, sha512',
    ];
    folder.write('ts.cnf', ['[tsa]', ...settings, ...policies].join('\n'));
    let queries = 0;
    await using server = await serveReplies((body) => {
      queries++;
      folder.write('query', body);
      folder.run('ts -reply -config ts.cnf -section tsa -queryfile query -out reply');
      return readFileSync(join(folder.path, 'reply'));
    });
    const before = Date.now();
    const timestamp = timestampClient(server.url, fetchExchange);
    const cms = await signDetached(digestOf, identity, { timestamp });
    expect(queries).toBe(1);
    const report = verifyDetached(cms, digestOf);
    expect(report).toMatchObject({ intact: true, findings: [], level: 'B-T' });
    expect(report.timestamps[0]).toMatchObject({
      intact: true,
      findings: [],
      authority: 'OpenSSL',
      policy: '1.2.3.4',
    });
    // Whole seconds.
    expect(report.timestamps[0]?.time?.getTime()).toBeGreaterThan(before - 2_000);
    folder.run('ts -verify -queryfile query -in reply -CAfile root.pem');
    folder.write('content', content);
    folder.write('cms', cms);
    const place = [
      '-in',
      'cms',
      '-content',
      'content',
      '-CAfile',
      'root.pem',
      '-purpose',
      'any',
      '-out',
      'out',
    ];
    folder.run('cms -verify -cades -binary -inform DER', ...place);
  });

  it('refuses a digest as time-stamp authority, which the error says', async () => {
    using folder = new OpensslFolder();
    const { identity, root } = makeIdentity();
    folder.writeCertificate('tsa', makeCertificate({ name: 'OpenSSL', purpose: 'timestamp', issuer: root }));
    folder.write('serial', '01\n');
    const settings = [
      'serial = serial',
      'signer_cert = tsa.pem',
      'signer_key = tsa.key',
      'signer_digest = sha256',
    ];
    folder.write('ts.cnf', ['[tsa]', ...settings, 'default_policy = 1.2.3.4', 'digests = sha512'].join('\n'));
    await using server = await serveReplies((body) => {
      folder.write('query', body);
      folder.run('ts -reply -config ts.cnf -section tsa -queryfile query -out reply');
      return readFileSync(join(folder.path, 'reply'));
    });
    const timestamp = timestampClient(server.url, fetchExchange);
    await expect(signDetached(digestOf, identity, { timestamp })).rejects.toThrow(
      /gave no time stamp: rejected, it does not know the digest algorithm, "/,
    );
  });
});
