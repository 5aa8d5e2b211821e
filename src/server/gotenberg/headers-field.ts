/** Headers that a client asks this server to send along with its own requests. */
import { isJsonObject } from '#contract/json';

const maxHeaders = 64;
const maxValueLength = 8_000;

/** They describe the connection or the body, which only this server knows. */
const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Returns the headers with names in lower case, without those that only this server may set. Throws what `toError` makes of a
 * fault; the fault has no value, which may be secret.
 */
export function headersOf(
  value: unknown,
  toError: (fault: string) => Error,
): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) throw toError('headers must be an object of names and texts');
  const entries = Object.entries(value);
  if (entries.length > maxHeaders) {
    throw toError(`too many headers, got ${entries.length}, expected at most ${maxHeaders}`);
  }
  const headers: Record<string, string> = {};
  for (const [name, text] of entries) {
    if (!/^[!#$%&'*+.^_`|~\w-]{1,200}$/.test(name)) throw toError('the name of a header is not valid');
    if (typeof text !== 'string' || text.length > maxValueLength || /[^\t\x20-\x7e\x80-\xff]/.test(text)) {
      throw toError(`the value of the header ${name} is not valid: one line of text`);
    }
    if (!ownHeaders.has(name.toLowerCase())) headers[name.toLowerCase()] = text;
  }
  return headers;
}
