/** Encodes bytes as base64 within a JSON response. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { base64Pieces } from '#runtime/base64-pieces';

/** Only `jsonBody` serializes it. */
export class Base64Bytes {
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Total of all pieces, in bytes. */
  readonly length: number;

  /** Each of `pieces` but the last has a multiple of three bytes, if they are asynchronous. */
  constructor(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, length: number) {
    this.pieces = pieces;
    this.length = length;
  }

  static of(bytes: Uint8Array): Base64Bytes {
    return new Base64Bytes([bytes], bytes.length);
  }
}

export interface JsonBody {
  readonly body: string | Readable;
  /** Length of the body, in bytes. */
  readonly length: number;
}

/** Total size, in bytes, up to which a response is built as one string. */
const maxInlineBytes = 300_000;
/** Bytes encoded per step, which takes 1 ms. A multiple of three, so that only the last piece is padded. */
const pieceBytes = 393_216;

/**
 * Returns the JSON of a value. If its `Base64Bytes` are large or asynchronous, the body is a stream that encodes them while
 * it is read: encoding 20 MB in one step would block every other request for 0.2 s.
 *
 * @example
 * const { body, length } = jsonBody({ filename: 'a.pdf', pdf: Base64Bytes.of(pdf) });
 */
export function jsonBody(value: object): JsonBody {
  // The mark cannot be guessed, so no text of the value can be mistaken for it.
  const mark = randomUUID();
  const contents: Base64Bytes[] = [];
  const texts = JSON.stringify(value, (_, each) => {
    if (!(each instanceof Base64Bytes)) return each;
    contents.push(each);
    return mark;
  }).split(mark);
  const bytes = contents.reduce((sum, { length }) => sum + length, 0);
  const inline = bytes <= maxInlineBytes ? inlined(contents) : undefined;
  if (inline) {
    const body = texts.map((text, index) => text + (inline[index] ?? '')).join('');
    return { body, length: Buffer.byteLength(body) };
  }
  const length =
    texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) +
    contents.reduce((sum, { length }) => sum + 4 * Math.ceil(length / 3), 0);
  return { body: Readable.from(inTurns(texts, contents), { objectMode: false }), length };
}

/** Returns the base64 of each content, or undefined if one is asynchronous. */
function inlined(contents: readonly Base64Bytes[]): string[] | undefined {
  const texts: string[] = [];
  for (const { pieces } of contents) {
    if (Symbol.asyncIterator in pieces) return undefined;
    texts.push([...base64Pieces(pieces, pieceBytes)].join(''));
  }
  return texts;
}

/** Yields to the event loop between pieces, since a fast connection would otherwise take all of them in one turn. */
async function* inTurns(texts: readonly string[], contents: readonly Base64Bytes[]): AsyncGenerator<Buffer> {
  for (const [index, text] of texts.entries()) {
    yield Buffer.from(text);
    for await (const chunks of chunksOf(contents[index])) {
      for (const piece of base64Pieces(chunks, pieceBytes)) {
        yield Buffer.from(piece, 'latin1');
        await setImmediate();
      }
    }
  }
}

/** Returns groups of chunks whose base64 can be joined. */
async function* chunksOf(content: Base64Bytes | undefined): AsyncGenerator<Iterable<Uint8Array>> {
  if (!content) return;
  const { pieces } = content;
  if (!(Symbol.asyncIterator in pieces)) yield pieces;
  else for await (const piece of pieces) yield [piece];
}
