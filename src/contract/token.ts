/**
 * The format of an API token: `pdf_`, 30 random base62 characters and a checksum of 6 characters. With the checksum,
 * secret scanners and the command line detect a mistyped token without a request to a server.
 */

/** Permissions in addition to those that every token has. */
export const tokenScopes = ['templates:write', 'webhooks:write'] as const;
export type TokenScope = (typeof tokenScopes)[number];

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 30;
const checksumLength = 6;
const form = /^pdf_[0-9A-Za-z]{36}$/;

/** Returns a new token. `random` returns that many cryptographically random bytes. */
export function makeToken(random: (bytes: number) => Uint8Array): string {
  let text = '';
  while (text.length < randomLength) {
    // 248 is the largest multiple of 62 in a byte. Larger values would bias the result towards the first characters.
    for (const byte of random(randomLength)) {
      if (byte < 248 && text.length < randomLength) text += alphabet[byte % 62];
    }
  }
  return `pdf_${text}${checksum(text)}`;
}

/** Checks the format and the checksum of a token, not whether the token exists. */
export function isTokenWellFormed(text: string): boolean {
  return form.test(text) && checksum(text.slice(4, -checksumLength)) === text.slice(-checksumLength);
}

/** Text that looks like a token, also with percent-encoded characters. */
const tokenLike = /(?:p|%[57]0)(?:d|%[46]4)(?:f|%[46]6)(?:_|%5f)[0-9a-z%_-]{8,}/gi;

/** Replaces what may be a token in the path of a request: one in the wrong place must not be repeated anywhere. */
export const hideTokens = (path: string): string => path.replaceAll(tokenLike, 'pdf_…');

/** CRC-32 (ISO 3309) in base62, six digits. */
function checksum(text: string): string {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let digits = '';
  for (let index = 0; index < checksumLength; index++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
