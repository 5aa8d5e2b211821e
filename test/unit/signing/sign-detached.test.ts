import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readDer } from '../../../src/signing/asn1/der-reader.ts';
import { encodeElement } from '../../../src/signing/asn1/der-writer.ts';
import {
  maxSignedDataLength,
  type SigningIdentity,
  signDetached,
  verifyDetached,
} from '../../../src/signing/index.ts';
import { makeCertificate } from '../../support/signing/make-certificate.ts';
import { makeIdentity } from '../../support/signing/make-identity.ts';

const content = randomBytes(10_000);
const digestOf = (algorithm: string) => createHash(algorithm).update(content).digest();

describe.each([
  ['rsa2048', false, 'RSA with SHA-256', 'sha256'],
  ['rsa2048', true, 'RSA-PSS with SHA-256', 'sha256'],
  ['rsa4096', false, 'RSA with SHA-256', 'sha256'],
  ['pss', false, 'RSA-PSS with SHA-384', 'sha384'],
  ['p256', false, 'ECDSA with SHA-256', 'sha256'],
  ['p384', false, 'ECDSA with SHA-384', 'sha384'],
  ['p521', false, 'ECDSA with SHA-512', 'sha512'],
  ['ed25519', false, 'Ed25519', 'sha512'],
] as const)('%s, PSS %s', (keyType, isPss, algorithm, digest) => {
  const { identity } = makeIdentity(keyType);

  it('signs what verifies, at level B-B', async () => {
    const report = verifyDetached(await signDetached(digestOf, identity, { isPss }), digestOf);
    expect(report).toMatchObject({
      intact: true,
      findings: [],
      algorithm,
      digest,
      hasSigningCertificate: true,
      signingTimeAttribute: undefined,
      timestamps: [],
      level: 'B-B',
      signer: {
        subject: 'CN=Ada Lovelace',
        name: 'Ada Lovelace',
        issuer: 'CN=Test Issuer',
        serial: identity.certificate.serialNumber.toLowerCase(),
        notAfter: new Date(identity.certificate.validTo),
        fingerprint: identity.certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
      },
    });
    const names = report.certificates.map(({ subject }) => subject);
    expect(names[0]).toBe('CN=Ada Lovelace');
    expect(names.toSorted()).toEqual(['CN=Ada Lovelace', 'CN=Test Issuer', 'CN=Test Root']);
  });

  it('never exceeds the size that was said before', async () => {
    const max = maxSignedDataLength(identity, { isPss, hasTimestamp: false });
    for (let round = 0; round < 20; round++) {
      const { length } = await signDetached(digestOf, identity, { isPss });
      expect(length).toBeLessThanOrEqual(max);
      expect(max - length).toBeLessThan(12);
    }
  });

  it('notices that the signed bytes were changed', async () => {
    const cms = await signDetached(digestOf, identity, { isPss });
    const changed = Buffer.from(content);
    changed[5_000] = (changed[5_000] ?? 0) ^ 1;
    const report = verifyDetached(cms, (each) => createHash(each).update(changed).digest());
    expect(report.intact).toBe(false);
    expect(report.findings).toEqual([
      {
        code: 'content_changed',
        severity: 'error',
        message: 'The signed bytes were changed after they were signed.',
      },
    ]);
  });
});

it('zeros may follow the signature, but nothing else', async () => {
  const cms = await signDetached(digestOf, makeIdentity().identity);
  const filled = Buffer.concat([cms, new Uint8Array(1_000)]);
  expect(verifyDetached(filled, digestOf)).toMatchObject({ intact: true, findings: [] });
  filled[cms.length + 500] = 1;
  expect(verifyDetached(filled, digestOf).findings).toMatchObject([{ code: 'nonconforming' }]);
});

it('a signature in BER, with lengths that are not known at the beginning, verifies', async () => {
  const [type, wrapped] = readDer(await signDetached(digestOf, makeIdentity().identity)).children;
  const parts = wrapped?.children[0]?.children ?? [];
  const indefinite = (tag: number, ...content: readonly Uint8Array[]) =>
    Buffer.concat([Uint8Array.of(tag, 0x80), ...content, Uint8Array.of(0, 0)]);
  const signedData = indefinite(0x30, ...parts.map(({ encoded }) => encoded));
  const cms = indefinite(0x30, type?.encoded ?? new Uint8Array(), indefinite(0xa0, signedData));
  expect(verifyDetached(cms, digestOf)).toMatchObject({ intact: true, findings: [], level: 'B-B' });
  expect(verifyDetached(cms.subarray(0, -2), digestOf)).toMatchObject({ findings: [{ code: 'malformed' }] });
});

it('the certificate cannot be replaced by another one of the same key', async () => {
  const { identity, issuer } = makeIdentity();
  const serial = Buffer.from(identity.certificate.serialNumber, 'hex');
  const other = makeCertificate({ name: 'Eve', purpose: 'signer', issuer, key: identity.key, serial });
  const cms = Buffer.from(await signDetached(digestOf, identity));
  // The two have different lengths, so the signature is made by the same steps with the other certificate.
  const replaced: SigningIdentity = { ...identity, certificate: other.certificate };
  const binding = createHash('sha256').update(other.certificate.raw).digest();
  const own = createHash('sha256').update(identity.certificate.raw).digest();
  const forged = Buffer.from(await signDetached(digestOf, replaced));
  forged.set(own, forged.indexOf(binding));
  expect(verifyDetached(cms, digestOf).intact).toBe(true);
  const { intact, findings } = verifyDetached(forged, digestOf);
  expect(intact).toBe(false);
  expect(findings.map(({ code }) => code)).toContain('certificate_replaced');
});

it('a time stamp that has no room is an error instead of a damaged file', async () => {
  const { identity } = makeIdentity();
  const timestamp = async () => encodeElement(0x30, new Uint8Array(20_000));
  await expect(signDetached(digestOf, identity, { timestamp })).rejects.toThrow(
    /^The time stamp has 20004 bytes, more than the 16384 /,
  );
});
