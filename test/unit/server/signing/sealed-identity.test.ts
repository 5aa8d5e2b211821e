/** Signing identities at rest: only the right key opens them, for the team and the name that they were added for. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeIdentityKey, readIdentityKey } from '../../../../src/server/signing/identity-key.ts';
import { openIdentity, sealIdentity } from '../../../../src/server/signing/sealed-identity.ts';
import { makeIdentity } from '../../../support/signing/make-identity.ts';

const { identity } = makeIdentity();
const owner = { teamId: 1, name: 'invoices' };
const key = randomBytes(32);
const sealed = sealIdentity(identity, owner, key);
const secret = identity.key.export({ format: 'der', type: 'pkcs8' });

it('the same key opens it, with all certificates, and the text has nothing of it', () => {
  const { key: opened, certificates } = openIdentity(sealed, owner, key);
  expect(Buffer.from(opened).equals(secret)).toBe(true);
  expect(certificates.map((each) => Buffer.from(each).toString('hex'))).toEqual(
    [identity.certificate, ...identity.chain].map(({ raw }) => raw.toString('hex')),
  );
  for (const part of [secret.subarray(-32), Buffer.from(secret.toString('base64').slice(0, 40))]) {
    expect(Buffer.from(sealed).includes(part)).toBe(false);
  }
  expect(Buffer.from(sealIdentity(identity, owner, key)).equals(Buffer.from(sealed))).toBe(false);
});

it.each([
  ['another key', sealed, owner, randomBytes(32), 'encrypted by another key'],
  ['another team', sealed, { ...owner, teamId: 2 }, key, 'belongs to another team or name'],
  ['another name', sealed, { ...owner, name: 'other' }, key, 'belongs to another team or name'],
  ['no bytes', new Uint8Array(), owner, key, 'is damaged'],
  ['few bytes', sealed.subarray(0, 37), owner, key, 'is damaged'],
] as const)('%s does not', (_, bytes, of, by, message) => {
  expect(() => openIdentity(bytes, of, by)).toThrow(message);
});

it('every changed byte is noticed', () => {
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => openIdentity(changed, owner, key)).toThrow('cannot be read');
  }
});

it('the key is made once, for its owner alone, and read again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
  const path = join(folder, 'identity.key');
  expect(() => readIdentityKey(path)).toThrow(expect.objectContaining({ code: 'file_unreadable' }));
  await makeIdentityKey(path);
  const made = readIdentityKey(path);
  expect([made.length, statSync(path).mode & 0o777]).toEqual([32, 0o600]);
  await makeIdentityKey(path);
  expect(Buffer.from(readIdentityKey(path)).equals(made)).toBe(true);
  expect(readdirSync(folder)).toEqual(['identity.key']);
  expect(readFileSync(path, 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/);
});

it.each([
  '',
  'short',
  'x'.repeat(44),
  Buffer.alloc(31).toString('base64'),
  Buffer.alloc(33).toString('base64'),
])('the file %j holds no key, and is left as it is', async (text) => {
  const path = join(mkdtempSync(join(tmpdir(), 'pdfapi-test-')), 'identity.key');
  writeFileSync(path, text);
  chmodSync(path, 0o600);
  await makeIdentityKey(path);
  expect(() => readIdentityKey(path)).toThrow(expect.objectContaining({ code: 'file_unreadable' }));
  expect(readFileSync(path, 'utf8')).toBe(text);
});
