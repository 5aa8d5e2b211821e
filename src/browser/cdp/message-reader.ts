/**
 * Splits the browser's output into messages. A printed PDF is most of that output. Treated as JSON, its base64 would be
 * copied, parsed and decoded as a whole, which takes 0.2 s for 14 MB. It is decoded while it arrives instead.
 *
 * Everything else is short, unless a page makes it long: its title, its address, what it writes to the console. Parsing
 * 60 MB takes seconds, during which a server answers no other request. So such a message is passed over while it arrives.
 */

/** A message before its JSON is parsed. */
export interface ReadMessage {
  /** JSON. Decoded data is replaced by an empty string. Of a message that `isCut`, the first and the last bytes only. */
  readonly text: string;
  /** The decoded `result.data`, if it was decoded. */
  readonly data: Buffer | undefined;
  /** The size of the whole message. */
  readonly bytes: number;
  /** Whether the message is longer than its limit, and was passed over without being kept. */
  readonly isCut: boolean;
}

/** How a message is read, which its first bytes decide. */
export interface MessageKind {
  /** Whether it is a response that holds only base64, in `result.data`. */
  readonly isData: boolean;
  /** The limit for a message of another kind. */
  readonly maxBytes: number;
}

/** The prefix of a response that holds only data, before and after the id of its command. */
const beforeId = '{"id":';
const afterId = ',"result":{"data":"';
/** Bytes that tell the kind of a message: its id, or the name of its event. */
const headBytes = 128;
/** Bytes that hold the session of an event, which is written last. */
const tailBytes = 128;

const nul = 0;
const quote = 0x22;

export class MessageReader {
  readonly #kindOf: (head: string) => MessageKind;
  readonly #onMessage: (message: ReadMessage) => void;
  #parts: Buffer[] = [];
  #partBytes = 0;
  /** The decoder of the current message, set once its prefix shows that it holds data. */
  #data: Base64Decoder | undefined;
  #maxBytes = Number.POSITIVE_INFINITY;
  #isClassified = false;
  #isCut = false;

  /** `kindOf` gets the first bytes of a message that did not arrive in one chunk, as text. */
  constructor(kindOf: (head: string) => MessageKind, onMessage: (message: ReadMessage) => void) {
    this.#kindOf = kindOf;
    this.#onMessage = onMessage;
  }

  /** Calls `onMessage` for each message that ends in this chunk. */
  read(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(nul); end >= 0; end = chunk.indexOf(nul, from)) {
      this.#add(chunk.subarray(from, end), true);
      from = end + 1;
      this.#finish();
    }
    if (from < chunk.length) this.#add(chunk.subarray(from), false);
  }

  #add(part: Buffer, isLast: boolean): void {
    this.#partBytes += part.length;
    if (this.#data) {
      this.#addData(part);
      return;
    }
    this.#parts.push(part);
    // A short message that arrived whole is cheap to parse as it is.
    if (!this.#isClassified && !isLast && this.#partBytes >= headBytes) this.#classify();
    if (this.#partBytes > this.#maxBytes && !this.#data) this.#cut();
  }

  #classify(): void {
    this.#isClassified = true;
    const start = Buffer.concat(this.#parts);
    const head = start.toString('latin1', 0, headBytes);
    const { isData, maxBytes } = this.#kindOf(head);
    this.#maxBytes = maxBytes;
    const prefix = isData ? dataPrefix(head) : 0;
    if (prefix === 0) return;
    this.#data = new Base64Decoder();
    this.#parts = [start.subarray(0, prefix)];
    this.#addData(start.subarray(prefix));
  }

  /** Keeps the head of the message and what may be its tail. Copied, because a view would keep the whole chunk. */
  #cut(): void {
    const [first = Buffer.alloc(0), ...others] = this.#parts;
    const head = this.#isCut ? first : Buffer.concat(this.#parts).subarray(0, headBytes);
    const rest = this.#isCut ? others : this.#parts;
    this.#isCut = true;
    this.#parts = [Buffer.from(head), Buffer.from(Buffer.concat(rest).subarray(-tailBytes))];
  }

  /** Decodes up to the closing quote of the data. The rest is JSON again. */
  #addData(part: Buffer): void {
    const data = this.#data as Base64Decoder;
    const end = data.isOver ? 0 : part.indexOf(quote);
    if (end !== 0) data.add(end < 0 ? part : part.subarray(0, end));
    if (end < 0) return;
    data.isOver = true;
    this.#parts.push(part.subarray(end));
  }

  #finish(): void {
    const whole = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts);
    const message = {
      text: whole.toString('utf8'),
      data: this.#data?.finish(),
      bytes: this.#partBytes,
      isCut: this.#isCut,
    };
    this.#parts = [];
    this.#partBytes = 0;
    this.#data = undefined;
    this.#maxBytes = Number.POSITIVE_INFINITY;
    this.#isClassified = false;
    this.#isCut = false;
    this.#onMessage(message);
  }
}

/** Returns the offset of the data in a data response, or 0 for any other message. */
function dataPrefix(head: string): number {
  const idEnd = head.indexOf(',');
  return head.startsWith(beforeId) && head.startsWith(afterId, idEnd) ? idEnd + afterId.length : 0;
}

/** Decodes base64 that arrives in parts of any length. */
class Base64Decoder {
  isOver = false;
  readonly #decoded: Buffer[] = [];
  /** Up to three characters that do not form a group of four yet. */
  #rest = '';

  add(part: Buffer): void {
    const text = this.#rest + part.toString('latin1');
    const whole = text.length - (text.length % 4);
    this.#decoded.push(Buffer.from(text.slice(0, whole), 'base64'));
    this.#rest = text.slice(whole);
  }

  finish(): Buffer {
    if (this.#rest) this.#decoded.push(Buffer.from(this.#rest, 'base64'));
    return Buffer.concat(this.#decoded);
  }
}
