/** The `Prefer` header: what a client would like, which a server may ignore (RFC 7240). */
import type { IncomingMessage } from 'node:http';

/**
 * Returns each preference in lower case with its value, which is empty for one without. Of a preference that is given
 * twice, the first counts.
 *
 * @example
 * parsePreferences('respond-async, wait=10; foo'); // Map { 'respond-async' → '', 'wait' → '10' }
 */
export function parsePreferences(header: string | undefined): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  // Text in quotes may contain commas and semicolons.
  for (const [preference] of (header ?? '').matchAll(/(?:"(?:\\.|[^"\\])*"|[^",])+/g)) {
    const [, name = '', quoted, plain = ''] =
      /^\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:\\.|[^"\\])*)"|([^\s;,"]*)))?/.exec(preference) ?? [];
    const key = name.toLowerCase();
    if (key !== '' && !preferences.has(key)) preferences.set(key, quoted?.replace(/\\(.)/g, '$1') ?? plain);
  }
  return preferences;
}

/** Whether the client would rather get 202 at once and the PDF later. */
export const prefersAsync = ({ headers }: IncomingMessage): boolean =>
  parsePreferences(headers.prefer as string | undefined).has('respond-async');

/** Returns the seconds that the client is ready to wait, undefined if it says nothing valid about it. */
export function preferredWait(header: string | undefined): number | undefined {
  const text = parsePreferences(header).get('wait');
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
