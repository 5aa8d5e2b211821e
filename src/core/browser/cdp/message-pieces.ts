/**
 * A message to the browser as text, in pieces where it is long. A document of 10 MB takes 0.2 s to be written as JSON,
 * in which a server would answer no one else.
 */
import { base64Pieces } from '../../base64-pieces.ts';

/** Bytes that a message holds as base64. Text is taken as UTF-8. */
export class Base64Content {
  readonly content: Uint8Array | string;

  constructor(content: Uint8Array | string) {
    this.content = content;
  }
}

/** Characters of a text, or bytes, that are written together: 2 ms. A multiple of three, so that base64 needs no padding. */
export const pieceLength = 196_608;

interface Message {
  readonly id: number;
  readonly method: string;
  readonly params: object;
  readonly sessionId?: string;
}

/**
 * The JSON of a message and the NUL byte that ends it: in one piece, unless one of its parameters is a long text or a
 * `Base64Content`.
 *
 * @example
 * for (const piece of messagePieces({ id: 1, method: 'Page.setDocumentContent', params: { frameId, html } }))
 *   pipe.write(piece);
 */
export function* messagePieces({ id, method, params, sessionId }: Message): Generator<string, void> {
  const short: Record<string, unknown> = {};
  const long = new Map<string, Iterable<string>>();
  for (const [name, value] of Object.entries(params)) {
    if (value instanceof Base64Content) {
      const { content } = value;
      const chunks = typeof content === 'string' ? utf8Pieces(content) : [content];
      const base64 = base64Pieces(chunks, pieceLength);
      if (content.length > pieceLength) long.set(name, base64);
      else short[name] = [...base64].join('');
    } else if (typeof value === 'string' && value.length > pieceLength) long.set(name, textPieces(value));
    else short[name] = value;
  }
  const head = JSON.stringify({ id, method, ...(sessionId ? { sessionId } : {}), params: short });
  if (long.size === 0) {
    yield `${head}\0`;
    return;
  }
  // Without the brackets that end the parameters and the message.
  let before = head.slice(0, -2) + (Object.keys(short).length > 0 ? ',' : '');
  for (const [name, pieces] of long) {
    yield `${before}${JSON.stringify(name)}:"`;
    yield* pieces;
    before = '",';
  }
  yield '"}}\0';
}

/** The inside of a JSON string. A character of two halves may be divided: each half is then escaped. */
function* textPieces(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += pieceLength) {
    yield JSON.stringify(text.slice(from, from + pieceLength)).slice(1, -1);
  }
}

function* utf8Pieces(text: string): Generator<Buffer> {
  for (let from = 0; from < text.length; ) {
    const end = from + pieceLength;
    // The halves of a character belong together.
    const to = isFirstHalf(text.charCodeAt(end - 1)) ? end + 1 : end;
    yield Buffer.from(text.slice(from, to), 'utf8');
    from = to;
  }
}

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
