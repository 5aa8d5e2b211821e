/** The base address that relative links of a document are resolved against. */

/**
 * Returns the normalized address, or undefined if it is invalid: it must be http or https, without a user name or
 * password. A relative link replaces everything after the last slash, as with HTML's `<base href>`.
 *
 * @example
 * parseBaseUrl('https://example.com/docs/'); // 'https://example.com/docs/'
 * parseBaseUrl('example.com'); // undefined
 */
export function parseBaseUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return url.href;
}

/** An example for error messages. */
export const baseUrlExample = 'such as https://example.com/docs/';
