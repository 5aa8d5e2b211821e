/**
 * Reads ASN.1 in DER (ITU-T X.690), and what others write in BER: indefinite lengths and strings in pieces. Each byte is
 * read once for each level, levels and elements are bounded, so that hostile input costs linear time and little memory.
 */

/** The input contradicts its format, or is larger than it can need to be. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

const maxBytes = 64 * 2 ** 20;
const maxDepth = 48;
/** Lists of revoked certificates are read without an object for each element. */
const maxElements = 200_000;

export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

const constructedBit = 0x20;
const endOfContents = 0x00;

/** State that all elements of one input share. */
interface Input {
  readonly bytes: Uint8Array;
  elementsLeft: number;
}

interface Header {
  readonly tag: number;
  readonly contentStart: number;
  /** Undefined: the content ends with an element of two zero bytes. */
  readonly contentEnd: number | undefined;
}

/** One element: its tag, and where its bytes are. */
export class DerElement {
  /** The first byte: class, whether it is constructed, and number. */
  readonly tag: number;
  readonly #input: Input;
  readonly #start: number;
  readonly #contentStart: number;
  readonly #contentEnd: number;
  readonly #depth: number;
  #children: readonly DerElement[] | undefined;
  /** Where the next element begins. */
  readonly end: number;

  constructor(input: Input, start: number, limit: number, depth: number) {
    if (depth > maxDepth) throw new DerError(`Elements are nested more than ${maxDepth} deep.`);
    if (--input.elementsLeft < 0) throw new DerError(`There are more than ${maxElements} elements.`);
    const { tag, contentStart, contentEnd } = readHeader(input.bytes, start, limit);
    this.tag = tag;
    this.#input = input;
    this.#start = start;
    this.#depth = depth;
    this.#contentStart = contentStart;
    if (contentEnd !== undefined) {
      this.#contentEnd = contentEnd;
      this.end = contentEnd;
      return;
    }
    const children: DerElement[] = [];
    let position = contentStart;
    while (!isEndOfContents(input.bytes, position, limit)) {
      const child = new DerElement(input, position, limit, depth + 1);
      children.push(child);
      position = child.end;
    }
    this.#children = children;
    this.#contentEnd = position;
    this.end = position + 2;
  }

  /** The element with its tag and length, as it is in the input. */
  get encoded(): Uint8Array {
    return this.#input.bytes.subarray(this.#start, this.end);
  }

  get content(): Uint8Array {
    return this.#input.bytes.subarray(this.#contentStart, this.#contentEnd);
  }

  get isConstructed(): boolean {
    return (this.tag & constructedBit) !== 0;
  }

  get children(): readonly DerElement[] {
    if (!this.isConstructed) throw new DerError(`An element of tag ${this.tag} has no elements in it.`);
    this.#children ??= [...this.#readChildren(() => this.#input)];
    return this.#children;
  }

  /** The children of a list that would be large in memory: what is read in one is forgotten with it. */
  eachListed(): Iterable<DerElement> {
    const { bytes } = this.#input;
    return this.#children ?? this.#readChildren(() => ({ bytes, elementsLeft: maxElements }));
  }

  *#readChildren(inputOfChild: () => Input): Generator<DerElement> {
    let position = this.#contentStart;
    while (position < this.#contentEnd) {
      const child = new DerElement(inputOfChild(), position, this.#contentEnd, this.#depth + 1);
      yield child;
      position = child.end;
    }
  }

  /** Throws unless the element has this tag; `name` is for the message. */
  expect(tag: number, name: string): this {
    if (this.tag === tag) return this;
    throw new DerError(`${name} has the tag ${hex(this.tag)} instead of ${hex(tag)}.`);
  }
}

/** Reads one element at the beginning of the bytes. What follows it is not looked at. */
export function readFirstDer(bytes: Uint8Array): DerElement {
  if (bytes.length > maxBytes) throw new DerError(`The input is larger than ${maxBytes} bytes.`);
  return new DerElement({ bytes, elementsLeft: maxElements }, 0, bytes.length, 0);
}

/** Reads bytes that are exactly one element. */
export function readDer(bytes: Uint8Array): DerElement {
  const element = readFirstDer(bytes);
  if (element.end === bytes.length) return element;
  throw new DerError(`${bytes.length - element.end} bytes follow the end of the data.`);
}

function readHeader(bytes: Uint8Array, start: number, limit: number): Header {
  const tag = byteAt(bytes, start, limit);
  if ((tag & 0x1f) === 0x1f) throw new DerError('A tag has a number above 30.');
  const first = byteAt(bytes, start + 1, limit);
  if (first < 0x80) return withEnd(tag, start + 2, first, limit);
  if (first === 0x80) {
    if ((tag & constructedBit) === 0) throw new DerError('A primitive element has no length.');
    return { tag, contentStart: start + 2, contentEnd: undefined };
  }
  const digits = first & 0x7f;
  if (digits > 4) throw new DerError('A length has more than four bytes.');
  let length = 0;
  for (let index = 0; index < digits; index++)
    length = length * 256 + byteAt(bytes, start + 2 + index, limit);
  return withEnd(tag, start + 2 + digits, length, limit);
}

function withEnd(tag: number, contentStart: number, length: number, limit: number): Header {
  const contentEnd = contentStart + length;
  if (contentEnd <= limit) return { tag, contentStart, contentEnd };
  throw new DerError('An element ends after what it is in.');
}

function byteAt(bytes: Uint8Array, position: number, limit: number): number {
  const byte = position < limit ? bytes[position] : undefined;
  if (byte === undefined) throw new DerError('The data end within an element.');
  return byte;
}

const isEndOfContents = (bytes: Uint8Array, position: number, limit: number): boolean =>
  byteAt(bytes, position, limit) === endOfContents && byteAt(bytes, position + 1, limit) === 0;

const hex = (tag: number): string => `0x${tag.toString(16).padStart(2, '0')}`;
