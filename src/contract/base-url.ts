/** Where relative links of a document lead. */

/**
 * The address as it is used, or undefined for what is none: http or https, without a user name or a password. What
 * follows its last slash is replaced by the link, as in HTML's `<base href>`.
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

/** What is right, for messages. */
export const baseUrlExample = 'such as https://example.com/docs/';
