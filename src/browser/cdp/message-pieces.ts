/**
 * Serializes a message to the browser, in pieces if it is long. Writing a document of 10 MB as JSON takes 0.2 s, during
 * which a server could not respond to other requests.
 */
import { base64Pieces } from '#runtime/base64-pieces';

/** Content that a message carries as base64. Text is encoded as UTF-8 first. */
export class Base64Content {
  readonly content: Uint8Array | string;

  constructor(content: Uint8Array | string) {
    this.content = content;
  }
}

/**
 * Characters of a text, or bytes, that are written together, which takes 2 ms. A multiple of three, so that base64
 * needs no padding.
 */
export const pieceLength = 196_608;

interface Message {
  readonly id: number;
  readonly method: string;
  readonly params: object;
  readonly sessionId?: string;
}

/**
 * Yields the JSON of a message and the NUL byte that terminates it. There is one piece, unless a parameter is a long
 * text or a long `Base64Content`.
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
  // Drop the braces that close the parameters and the message.
  let before = head.slice(0, -2) + (Object.keys(short).length > 0 ? ',' : '');
  for (const [name, pieces] of long) {
    yield `${before}${JSON.stringify(name)}:"`;
    yield* pieces;
    before = '",';
  }
  yield '"}}\0';
}

/** Yields the inside of a JSON string. A surrogate pair may be split: `JSON.stringify` then escapes each half. */
function* textPieces(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += pieceLength) {
    yield JSON.stringify(text.slice(from, from + pieceLength)).slice(1, -1);
  }
}

function* utf8Pieces(text: string): Generator<Buffer> {
  for (let from = 0; from < text.length; ) {
    const end = from + pieceLength;
    // UTF-8 cannot encode half of a surrogate pair, so a pair is never split.
    const to = isFirstHalf(text.charCodeAt(end - 1)) ? end + 1 : end;
    yield Buffer.from(text.slice(from, to), 'utf8');
    from = to;
  }
}

const isFirstHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
