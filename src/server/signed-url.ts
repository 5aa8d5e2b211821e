/** Addresses that carry their own permission: HMAC-SHA256 over what they give access to, and until when. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SigningKey {
  readonly id: string;
  readonly secret: Uint8Array;
}

type Verdict = 'valid' | 'expired' | 'forged';

export interface SignedUrls {
  /** The path with `expires` (Unix seconds) and `signature` behind it. */
  sign(path: string, expires: number): string;
  /** Judges a request target, such as `/documents/x/a.pdf?expires=1&signature=…`. Any other form is forged. */
  verify(target: string, now: number): Verdict;
}

/**
 * The first key signs; every one of them is accepted, so that keys can be changed while addresses live. They are asked
 * for at each use: an operator may change them while the server runs.
 */
export function signedUrls(keys: () => readonly [SigningKey, ...SigningKey[]]): SignedUrls {
  const signature = ({ id, secret }: SigningKey, path: string, expires: number) =>
    `${id}.${createHmac('sha256', secret).update(`${path}\n${expires}`).digest('base64url')}`;

  return {
    sign: (path, expires) => `${path}?expires=${expires}&signature=${signature(keys()[0], path, expires)}`,
    verify(target, now) {
      // The exact form that `sign` writes: whatever else could be said in an address is a change to it.
      const match = /^([^?#]+)\?expires=(\d{1,12})&signature=([\w-]+)\.([\w-]+)$/.exec(target);
      if (!match) return 'forged';
      const [, path = '', seconds, keyId, mac] = match;
      const expires = Number(seconds);
      const key = keys().find(({ id }) => id === keyId);
      if (!key || String(expires) !== seconds) return 'forged';
      if (!isSame(signature(key, path, expires), `${keyId}.${mac}`)) return 'forged';
      return now < expires * 1000 ? 'valid' : 'expired';
    },
  };
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
