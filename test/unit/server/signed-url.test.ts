/** Signed URLs are valid only exactly as signed, with a known key. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type SigningKey, signedUrls } from '../../../src/server/billing/signed-url.ts';

const keyOf = (id: string): SigningKey => ({ id, secret: Buffer.alloc(32, id) });
const [first, second] = [keyOf('1'), keyOf('2')];
const urls = signedUrls(async () => [first]);
const path = '/documents/abc/a.pdf';
const signed = await urls.sign(path, 100);
const before = 99_999;

describe('a signed URL', () => {
  it('holds the path, the expiry in seconds, the id of the key, and an HMAC-SHA256 over path and expiry', () => {
    const mac = createHmac('sha256', first.secret).update(`${path}\n100`).digest('base64url');
    expect(signed).toBe(`${path}?expires=100&signature=1.${mac}`);
  });

  it('is valid until its expiry, to the millisecond', async () => {
    expect(await urls.verify(signed, 0)).toBe('valid');
    expect(await urls.verify(signed, 99_999)).toBe('valid');
    expect(await urls.verify(signed, 100_000)).toBe('expired');
    expect(await urls.verify(signed, 100_001)).toBe('expired');
  });

  it('is signed with the first key and accepted with any of them', async () => {
    expect(await signedUrls(async () => [second, first]).sign(path, 100)).toMatch(/signature=2\./);
    expect(await signedUrls(async () => [second, first]).verify(signed, before)).toBe('valid');
    expect(await signedUrls(async () => [second]).verify(signed, before)).toBe('forged');
    // A key with the same id and another secret.
    expect(await signedUrls(async () => [{ ...second, id: '1' }]).verify(signed, before)).toBe('forged');
  });

  it('has an expiry of at most twelve digits', async () => {
    expect(await urls.verify(await urls.sign(path, 999_999_999_999), before)).toBe('valid');
    expect(await urls.verify(await urls.sign(path, 1_000_000_000_000), before)).toBe('forged');
  });
});

/** Returns a URL with a correct signature over an expiry in this notation. */
const rewritten = (expires: string) => {
  const mac = createHmac('sha256', first.secret).update(`${path}\n${expires}`).digest('base64url');
  return `${path}?expires=${expires}&signature=1.${mac}`;
};

it.each([
  ['no query', path],
  ['no path', signed.slice(path.length)],
  ['another path', signed.replace('a.pdf', 'b.pdf')],
  ['a longer path', `/x${signed}`],
  ['another time', signed.replace('100', '101')],
  ['a time with a zero before it', signed.replace('=100', '=0100')],
  ['a time that was signed with a zero before it', rewritten('0100')],
  ['a time that is no number', rewritten('1e9')],
  ['no time', signed.replace('=100', '=')],
  ['more behind it', `${signed}&a=b`],
  ['a fragment', `${signed}#a`],
  ['more before it', signed.replace('?', '?a=b&')],
  ['a query within the path', signed.replace('/documents', '/documents?x')],
  ['a fragment within the path', signed.replace('/documents', '/documents#x')],
  ['no signature', signed.replace(/signature=.*/, 'signature=')],
  ['no key', signed.replace('signature=1.', 'signature=.')],
  ['an unknown key', signed.replace('signature=1.', 'signature=2.')],
  ['a shorter signature', signed.slice(0, -1)],
  ['a longer signature', `${signed}A`],
  ['another last letter', `${signed.slice(0, -2)}${signed.at(-2) === 'A' ? 'B' : 'A'}${signed.at(-1)}`],
  ['a signature of other letters', signed.replace(/.$/, '!')],
])('rejects a URL with %s as forged', async (_what, target) => {
  expect(await urls.verify(target, before)).toBe('forged');
  expect(await urls.verify(target, 1e15)).toBe('forged');
});
