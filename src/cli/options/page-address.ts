/** Web addresses in place of a file name. */
import { Failure } from '#contract/errors';

/**
 * Returns the address of a web page, or undefined for a file. Throws `usage` for an address that cannot be printed.
 *
 * @example
 * pageAddress('https://example.com'); // URL
 * pageAddress('page.html'); // undefined
 */
export function pageAddress(text: string): URL | undefined {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? [];
  if (scheme === undefined) return undefined;
  const hint = 'Give an address such as https://example.com/page.html, or the path of an HTML file.';
  if (!/^https?$/i.test(scheme)) {
    throw new Failure('usage', `${text} cannot be printed: only http and https addresses can.`, { hint });
  }
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address) throw new Failure('usage', `${text} is not an address.`, { hint });
  if (address.username || address.password) {
    throw new Failure('usage', 'The address contains a user name or a password, which others could read.', {
      hint: 'Fetch the page with a tool that signs in, and pipe it: curl --netrc … | pdfapi html -',
    });
  }
  return address;
}

/** Whether a path without a file may be an address without its scheme: `example.com/docs`. */
export const isAddressLike = (text: string): boolean =>
  /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?(?:\/|$)/i.test(text) && !/\.x?html?$/i.test(text);
