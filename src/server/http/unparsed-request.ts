/** Recovers a request whose method the HTTP parser does not know: RFC 9110 allows any token as a method. */

export interface UnparsedRequest {
  readonly method: string;
  /** False if the word is not a valid HTTP method. */
  readonly isMethod: boolean;
  /** Path and query. */
  readonly target: string;
  readonly authorization: string | undefined;
  readonly forwardedFor: string | undefined;
}

/** The error of node's parser: its last packet, and how many of its bytes were parsed. */
export interface ParseError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

const requestLine = /^([!-~]{1,100}) ([!-~]{1,8000}) HTTP\/1\.[01]\r?\n/;
/** RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Returns undefined for any other error, or if the packet does not start with a request line. */
export function unparsedRequest({
  code,
  rawPacket,
  bytesParsed = 0,
}: ParseError): UnparsedRequest | undefined {
  if (code !== 'HPE_INVALID_METHOD' || !rawPacket) return undefined;
  // The packet may also contain earlier requests of the connection.
  const start = rawPacket.lastIndexOf('\n', bytesParsed) + 1;
  const text = rawPacket.toString('latin1', start, start + 16_384);
  const [line = '', method = '', target = ''] = requestLine.exec(text) ?? [];
  if (line === '') return undefined;
  const [head = ''] = text.slice(line.length).split(/\r?\n\r?\n/, 1);
  const headers = new Map(
    head.split(/\r?\n/).map((each) => {
      const colon = each.indexOf(':');
      return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()] as const;
    }),
  );
  return {
    method,
    isMethod: token.test(method),
    target,
    authorization: headers.get('authorization'),
    forwardedFor: headers.get('x-forwarded-for'),
  };
}
