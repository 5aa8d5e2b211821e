import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { encodeElement, encodeInteger, encodeSequence } from '../../../src/signing/asn1/der-writer.ts';
import {
  type HttpExchange,
  maxSignedDataLength,
  signDetached,
  timestampClient,
  verifyDetached,
  verifyTimestamp,
} from '../../../src/signing/index.ts';
import { makeCertificate } from '../../support/signing/make-certificate.ts';
import { makeIdentity } from '../../support/signing/make-identity.ts';
import { timestampAuthority } from '../../support/signing/timestamp-authority.ts';

const { identity, root } = makeIdentity();
const authority = makeCertificate({ name: 'Test Authority', purpose: 'timestamp', issuer: root });
const url = 'https://user:secret@tsa.example/stamp?key=secret';
const digestOf = (algorithm: string) => createHash(algorithm).update('text').digest();
const hash = { algorithm: 'sha256', value: digestOf('sha256') } as const;
const time = new Date('2026-03-04T05:06:07Z');

it.each(['p256', 'rsa2048', 'ed25519', 'pss'] as const)(
  'a signature gets a time stamp of %s',
  async (keyType) => {
    const stamping = makeCertificate({ name: 'Test Authority', purpose: 'timestamp', issuer: root, keyType });
    const exchange = timestampAuthority({ authority: stamping, chain: [root], time });
    const cms = await signDetached(digestOf, identity, { timestamp: timestampClient(url, exchange) });
    expect(cms.length).toBeLessThanOrEqual(maxSignedDataLength(identity, { hasTimestamp: true }));
    const report = verifyDetached(cms, digestOf);
    expect(report).toMatchObject({ intact: true, findings: [], level: 'B-T' });
    expect(report.timestamps[0]).toMatchObject({
      intact: true,
      findings: [],
      time,
      authority: 'Test Authority',
      policy: '1.2.3.4',
      signer: { subject: 'CN=Test Authority', issuer: 'CN=Test Root' },
    });
    const names = report.timestamps[0]?.certificates.map(({ subject }) => subject);
    expect(names).toEqual(['CN=Test Authority', 'CN=Test Root']);
  },
);

it('a time stamp of a whole document verifies against its bytes', async () => {
  const token = await timestampClient(url, timestampAuthority({ authority }))(hash);
  expect(verifyTimestamp(token, digestOf)).toMatchObject({ intact: true, findings: [] });
  const other = verifyTimestamp(token, (algorithm) => createHash(algorithm).update('other').digest());
  expect(other).toMatchObject({ intact: false, findings: [{ code: 'timestamp_wrong' }] });
});

it('the time stamp of another signature is noticed', async () => {
  const exchange = timestampAuthority({ authority });
  const token = await timestampClient(url, exchange)(hash);
  const cms = await signDetached(digestOf, identity, { timestamp: async () => token });
  const report = verifyDetached(cms, digestOf);
  // The signature itself is intact, but has no proven time.
  expect(report).toMatchObject({ intact: true, level: 'B-B' });
  expect(report.timestamps[0]).toMatchObject({ intact: false, findings: [{ code: 'timestamp_wrong' }] });
});

it('a time stamp of a digest that can be forged is a warning', async () => {
  const weak = { algorithm: 'sha1', value: digestOf('sha1') } as const;
  const token = await timestampClient(url, timestampAuthority({ authority }))(weak);
  const report = verifyTimestamp(token, digestOf);
  expect(report).toMatchObject({ intact: true, findings: [{ code: 'weak', severity: 'warning' }] });
});

const refusal = encodeSequence(
  encodeInteger(2),
  encodeSequence(encodeElement(0x0c, Buffer.from('no credit\u001b[2J left'))),
  encodeElement(0x03, Uint8Array.of(5, 0x20)),
);

const plainSigner = makeCertificate({ name: 'Plain Signer', purpose: 'signer', issuer: root });

it.each<readonly [string, HttpExchange, string]>([
  [
    'cannot be reached',
    async () => {
      throw new Error('connect ECONNREFUSED');
    },
    'could not be reached: connect ECONNREFUSED',
  ],
  [
    'responds with an error',
    async () => ({ status: 503, body: new Uint8Array() }),
    'responded with the HTTP status 503.',
  ],
  [
    'responds with a page',
    async () => ({ status: 200, body: Buffer.from('<!DOCTYPE html><p>Welcome') }),
    'responded with what is no time stamp: An element ends after what it is in.',
  ],
  [
    'refuses',
    timestampAuthority({ authority, refusal }),
    'gave no time stamp: rejected, it does not allow the request, "no credit\ufffd[2J left".',
  ],
  [
    'stamps something else',
    timestampAuthority({ authority, imprint: randomBytes(32) }),
    'sent a token that is not valid: The time stamp is one of something else.',
  ],
  [
    'repeats an older token',
    timestampAuthority({ authority, nonce: randomBytes(16) }),
    'sent the token of another request.',
  ],
  [
    'is no authority',
    timestampAuthority({ authority: plainSigner }),
    'sent a token that is not valid: The certificate of Plain Signer is not one of a time-stamp authority.',
  ],
  [
    'signs wrongly',
    timestampAuthority({
      authority,
      tamper: (token) => {
        const changed = Buffer.from(token);
        changed[changed.length - 20] = (changed.at(-20) ?? 0) ^ 1;
        return changed;
      },
    }),
    'sent a token that is not valid: The signature does not fit the certificate of the signer.',
  ],
])('an authority that %s is an error that names it, without its password', async (_, exchange, message) => {
  await expect(timestampClient(url, exchange)(hash)).rejects.toMatchObject({
    name: 'SigningError',
    code: 'timestamp',
    message: `The time-stamp authority https://tsa.example/stamp ${message}`,
  });
});
