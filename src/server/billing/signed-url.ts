/** Addresses that carry their own permission: an HMAC-SHA256 over the path and its expiry. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SigningKey {
  readonly id: string;
  readonly secret: Uint8Array;
}

type Verdict = 'valid' | 'expired' | 'forged';

export interface SignedUrls {
  /** Appends `expires` (Unix seconds) and `signature` to the path. */
  sign(path: string, expires: number): Promise<string>;
  /** Verifies a request target, such as `/documents/x/a.pdf?expires=1&signature=…`. Any other form counts as forged. */
  verify(target: string, now: number): Promise<Verdict>;
}

/**
 * The first key signs, and all of them are accepted, so that keys can be rotated while addresses are valid. They are
 * read at each use, because an operator may change them while the server runs.
 */
export function signedUrls(keys: () => Promise<readonly [SigningKey, ...SigningKey[]]>): SignedUrls {
  const signature = ({ id, secret }: SigningKey, path: string, expires: number) =>
    `${id}.${createHmac('sha256', secret).update(`${path}\n${expires}`).digest('base64url')}`;

  return {
    async sign(path, expires) {
      const [newest] = await keys();
      return `${path}?expires=${expires}&signature=${signature(newest, path, expires)}`;
    },
    async verify(target, now) {
      // Accepts exactly the form that `sign` writes: any other spelling of the address counts as a change.
      const match = /^([^?#]+)\?expires=(\d{1,12})&signature=([\w-]+)\.([\w-]+)$/.exec(target);
      if (!match) return 'forged';
      const [, path = '', seconds, keyId, mac] = match;
      const expires = Number(seconds);
      const key = (await keys()).find(({ id }) => id === keyId);
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
