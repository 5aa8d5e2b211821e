/**
 * Copies objects as text: tokens unchanged, references renumbered. Most objects of a file are copied this way, five
 * times as fast as parsing and serializing them. Unusual input (comments, odd numbers, streams) is left to the
 * parser.
 */
import { endsToken, isDigit } from '../reading/character-class.ts';
import { isWordAt } from '../reading/is-word-at.ts';
import { ObjectParser } from '../reading/object-parser.ts';
import type { PdfReader, TextReader } from '../reading/reader.ts';
import { needsDict } from '../writing/key-rules.ts';
import { separated } from '../writing/serialize.ts';
import type { TextBuffer } from '../writing/text-buffer.ts';
import type { PdfWriter, Translation } from '../writing/writer.ts';
import { type FindTarget, TokenCopier } from './token-copier.ts';

/** Deeper nesting is left to the parser, which rejects it. */
const maxNesting = 100;

export interface Transcription extends Translation {
  readonly target: FindTarget;
  /** Types of objects that must not be copied as text. */
  readonly exceptTypes: ReadonlySet<string>;
}

/** Writes into the writer's object stream. */
export class ObjectTranscriber implements TextReader {
  readonly #file: PdfReader;
  readonly #writer: PdfWriter;
  readonly #transcription: Transcription;
  /** Marks by length and first character which keys may have a rule. */
  readonly #ruled: Uint8Array;
  readonly #tokens: TokenCopier;
  readonly #out: TextBuffer;

  constructor(file: PdfReader, writer: PdfWriter, transcription: Transcription) {
    this.#file = file;
    this.#writer = writer;
    this.#transcription = transcription;
    this.#out = writer.packed;
    this.#tokens = new TokenCopier(writer.packed, transcription.target);
    this.#ruled = createKeyTable(['Type', ...(transcription.rules?.keys() ?? [])]);
  }

  /** Returns the end of the value at the position, or -1 with nothing written if it must be parsed. */
  read(bytes: Buffer, position: number): number {
    const start = this.#out.length;
    this.#tokens.start(bytes, position);
    if (this.#value(0) && !this.#isFollowedByStream()) return this.#tokens.at;
    this.#out.length = start;
    return -1;
  }

  /** Whether the value is followed by a stream, or by a comment that may hide one. */
  #isFollowedByStream(): boolean {
    this.#tokens.skip();
    return (
      this.#tokens.bytes[this.#tokens.at] === 0x25 || isWordAt(this.#tokens.bytes, this.#tokens.at, 'stream')
    );
  }

  /** Returns false if the value must be parsed. */
  #value(depth: number): boolean {
    this.#tokens.skip();
    const byte = this.#tokens.bytes[this.#tokens.at];
    if (byte === 0x2f) return this.#tokens.name();
    if (isDigit(byte)) return this.#tokens.numberOrReference();
    if (byte === 0x5b) return this.#array(depth);
    if (byte === 0x28) return this.#tokens.literalString();
    if (byte === 0x3c)
      return this.#tokens.bytes[this.#tokens.at + 1] === 0x3c
        ? this.#dictionary(depth)
        : this.#tokens.hexString();
    if (byte === 0x2d || byte === 0x2e || byte === 0x2b) return this.#tokens.real();
    return this.#tokens.word('true') || this.#tokens.word('false') || this.#tokens.word('null');
  }

  #array(depth: number): boolean {
    if (depth > maxNesting) return false;
    this.#tokens.at++;
    this.#tokens.delimiter(0x5b);
    for (;;) {
      this.#tokens.skip();
      if (this.#tokens.bytes[this.#tokens.at] === 0x5d) break;
      if (!this.#value(depth + 1)) return false;
    }
    this.#tokens.at++;
    this.#tokens.delimiter(0x5d);
    return true;
  }

  #dictionary(depth: number): boolean {
    if (depth > maxNesting) return false;
    const bytes = this.#tokens.bytes;
    this.#tokens.at += 2;
    this.#tokens.delimiter(0x3c);
    this.#tokens.delimiter(0x3c);
    let type: string | undefined;
    for (;;) {
      this.#tokens.skip();
      const byte = bytes[this.#tokens.at];
      if (byte === 0x3e && bytes[this.#tokens.at + 1] === 0x3e) break;
      if (byte !== 0x2f) return false;
      const before = this.#out.length;
      const start = this.#tokens.at + 1;
      if (!this.#tokens.name()) return false;
      const key = this.#ruledKey(start, this.#tokens.at);
      if (key === 'Type') {
        type = this.#nameAhead();
        if (depth === 0 && type !== undefined && this.#transcription.exceptTypes.has(type)) return false;
      }
      const done = key === undefined ? undefined : this.#applyRule(key, type, before);
      if (done === false || (done === undefined && !this.#value(depth + 1))) return false;
    }
    this.#tokens.at += 2;
    this.#tokens.delimiter(0x3e);
    this.#tokens.delimiter(0x3e);
    return true;
  }

  /** The key as text, but only if it may have a rule. */
  #ruledKey(start: number, end: number): string | undefined {
    const length = end - start;
    if (length > 31 || this.#ruled[toTableIndex(length, this.#tokens.bytes[start] ?? 0)] === 0)
      return undefined;
    return this.#file.names.text(this.#tokens.bytes, start, end);
  }

  #nameAhead(): string | undefined {
    this.#tokens.skip();
    if (this.#tokens.bytes[this.#tokens.at] !== 0x2f) return undefined;
    let end = this.#tokens.at + 1;
    while (!endsToken(this.#tokens.bytes[end])) end++;
    return this.#file.names.text(this.#tokens.bytes, this.#tokens.at + 1, end);
  }

  /** True if the value was written or omitted with its key, false to give up, undefined to continue as usual. */
  #applyRule(key: string, type: string | undefined, before: number): boolean | undefined {
    const rule = this.#transcription.rules?.get(key);
    if (!rule) return undefined;
    const parser = new ObjectParser(this.#tokens.bytes, this.#tokens.at, this.#file);
    const changed = rule(parser.value(), undefined, type);
    if (changed === undefined) return undefined;
    if (changed === needsDict) return false;
    this.#tokens.at = parser.position;
    const out = this.#out;
    if (changed === null) {
      out.length = before;
      // The removed key may follow a name.
      this.#tokens.open = true;
      return true;
    }
    out.text(separated(this.#writer.text(changed, this.#transcription)));
    this.#tokens.open = true;
    return true;
  }
}

function createKeyTable(keys: Iterable<string>): Uint8Array {
  const places = new Uint8Array(32 * 256);
  for (const key of keys) if (key.length < 32) places[toTableIndex(key.length, key.charCodeAt(0))] = 1;
  return places;
}

function toTableIndex(length: number, first: number): number {
  return length * 256 + first;
}
