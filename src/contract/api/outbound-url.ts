/** Addresses that a request gives to the server, which then sends something to them. */
import { z } from 'zod';
import { isOneLine, oneLineFault } from './one-line-text.ts';

/** Accepts an http or https address, as far as its text says. The server also checks where it leads. */
export const outboundUrl = (maxLength: number) =>
  z
    .string({ error: 'must be a string' })
    .max(maxLength, {
      error: `must have at most ${maxLength.toLocaleString('en')} characters`,
      abort: true,
    })
    .refine(isOneLine, { error: oneLineFault, abort: true })
    .refine(isHttpAddress, { error: 'must be an http or https address', abort: true })
    .refine((url) => !hasCredentials(url), { error: 'must not contain a user or a password' });

function isHttpAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function hasCredentials(text: string): boolean {
  const { username, password } = new URL(text);
  return username !== '' || password !== '';
}
