/**
 * Parses multipart/form-data (RFC 7578) into a list of parts. Takes linear time; the parts are offsets into the body.
 */
import { maxFormParts, maxPartHeaderBytes } from '#contract/limits';
import { invalidBody } from './invalid-body.ts';

export interface FormPart {
  readonly name: string;
  /** Undefined for a field, and empty if the client sent an empty name. */
  readonly filename: string | undefined;
  readonly content: Buffer;
  /** Offset of the content in the body, in bytes. */
  readonly start: number;
}

/** Throws `invalid_request` with the faults of the body. */
export function parseForm(body: Buffer, boundary: string): FormPart[] {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  // The first delimiter may start the body, without a line break before it.
  const isFirst = body.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2));
  let at = isFirst ? delimiter.length - 2 : after(body.indexOf(delimiter), delimiter.length);
  const parts: FormPart[] = [];
  while (!startsWith(body, '--', at)) {
    while (body[at] === 0x20 || body[at] === 0x09) at++;
    if (!startsWith(body, '\r\n', at)) throw malformed('the boundary is not followed by a line break');
    if (parts.length === maxFormParts) throw invalidBody(`must have at most ${maxFormParts} parts.`);
    const number = parts.length + 1;
    // An empty line may directly follow the boundary, so the search starts at its line break.
    const headEnd = body.subarray(at, at + maxPartHeaderBytes + 4).indexOf('\r\n\r\n');
    if (headEnd === -1) throw headWithoutEnd(body.length - at, number);
    const { name, filename } = readHead(body.toString('utf8', at, at + headEnd), number);
    const start = at + headEnd + 4;
    // The line break before the delimiter may be the one that ends the headers.
    const end = body.indexOf(delimiter, start - 2);
    if (end === -1) throw malformed(`part ${number} is not closed: the closing boundary is missing`);
    const content = body.subarray(start, Math.max(start, end));
    parts.push({ name, filename, content, start });
    at = end + delimiter.length;
  }
  return parts;
}

function after(found: number, length: number): number {
  if (found === -1) throw malformed('it does not contain the boundary of its Content-Type');
  return found + length;
}

const startsWith = (body: Buffer, text: string, at: number): boolean =>
  body.toString('latin1', at, at + text.length) === text;

function readHead(text: string, number: number): { name: string; filename: string | undefined } {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  if (!['binary', '8bit', '7bit'].includes(encoding)) {
    throw malformed(
      `part ${number} is encoded as ${encoding.slice(0, 40)}, but parts must be sent unencoded`,
    );
  }
  const [type = '', ...rest] = splitParameters(headers.get('content-disposition') ?? '');
  const parameters = new Map(rest.map(readParameter));
  const name = parameters.get('name');
  if (type.trim().toLowerCase() !== 'form-data' || name === undefined) {
    throw malformed(`part ${number} has no "Content-Disposition: form-data" with a name`);
  }
  const extended = /^utf-8'[^']*'(.*)$/is.exec(parameters.get('filename*') ?? '')?.[1];
  const filename = extended === undefined ? parameters.get('filename') : decoded(extended, number);
  return { name, filename };
}

/** Splits at semicolons outside of quotes. */
const splitParameters = (header: string): string[] => header.match(/(?:[^;"]|"[^"]*"?)+/g) ?? [];

/** Browsers and curl escape quotes and line breaks like `filename="a%22b"` (HTML standard, "multipart/form-data"). */
function readParameter(text: string): [string, string] {
  const equals = text.indexOf('=');
  const value = text.slice(equals + 1).trim();
  const unquoted = value.startsWith('"') ? value.slice(1).replace(/"$/, '') : value;
  const plain = unquoted.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n');
  return [text.slice(0, equals).trim().toLowerCase(), plain];
}

function decoded(text: string, number: number): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed(`the file name of part ${number} is not UTF-8`);
  }
}

const headWithoutEnd = (left: number, number: number) =>
  left > maxPartHeaderBytes
    ? invalidBody(
        `must have at most ${maxPartHeaderBytes.toLocaleString('en')} bytes of headers for each part; part ${number} has more.`,
      )
    : malformed(`the headers of part ${number} have no end`);

const malformed = (what: string) => invalidBody(`is not valid multipart/form-data: ${what}.`);
