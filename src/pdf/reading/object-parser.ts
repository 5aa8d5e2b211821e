/** Parses bytes into values: the syntax of ISO 32000-2, 7.3. It knows no files; the host creates the references. */

import { type PdfDict, PdfName, type PdfRef, PdfString, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { endsToken, isDigit, isWhiteSpace } from './character-class.ts';
import { isWordAt } from './is-word-at.ts';
import type { NameTable } from './name-table.ts';
import { readHexString, readLiteralString } from './read-string.ts';

export interface ObjectParserHost {
  ref(number: number, generation: number): PdfRef;
  /** Called for every array and dictionary before it is filled. Throws if there are too many. */
  container(): void;
  readonly names: NameTable;
  /** Whether misplaced tokens are skipped. */
  readonly forgiving?: boolean;
  /**
   * With this, the parser refuses what other readers may understand otherwise, such as comments and odd numbers. It calls
   * `repeatedKey` for an entry that a dictionary has with two values.
   */
  readonly plain?: { repeatedKey(key: string, values: readonly [PdfValue, PdfValue]): void };
}

/** Real files stay below 20. Deeper nesting is only there to overflow a stack. */
const maxNesting = 200;

export class ObjectParser {
  position: number;
  readonly #bytes: Buffer;
  readonly #host: ObjectParserHost;

  constructor(bytes: Buffer, position: number, host: ObjectParserHost) {
    this.#bytes = bytes;
    this.position = position;
    this.#host = host;
  }

  get forgiving(): boolean {
    return this.#host.forgiving ?? false;
  }

  /** Parses the value at the position and moves past it. Throws `malformed`. */
  value(depth = 0): PdfValue {
    if (depth > maxNesting) throw new PdfError('malformed', 'Arrays or dictionaries are nested too deeply.');
    this.skipSpace();
    const byte = this.#bytes[this.position];
    switch (byte) {
      case 0x2f: // /
        return new PdfName(this.#name());
      case 0x28: // (
        return this.#string(readLiteralString);
      case 0x5b: // [
        return this.#array(depth);
      case 0x3c: // <
        return this.#bytes[this.position + 1] === 0x3c
          ? this.#dictionary(depth)
          : this.#string(readHexString);
    }
    if (isDigit(byte)) return this.#numberOrReference();
    if (byte === 0x2b || byte === 0x2d || byte === 0x2e) return this.#real();
    return this.#constant();
  }

  /** Skips white space and comments. */
  skipSpace(): void {
    const bytes = this.#bytes;
    for (;;) {
      const byte = bytes[this.position];
      if (isWhiteSpace(byte)) this.position++;
      else if (byte === 0x25) this.#skipComment();
      else return;
    }
  }

  /** Parses digits after optional space. Returns -1 if there are none. */
  integer(): number {
    this.skipSpace();
    return this.#digits();
  }

  /** Skips space and the keyword. Returns false, having skipped only the space, if something else follows. */
  keyword(word: string): boolean {
    this.skipSpace();
    if (!isWordAt(this.#bytes, this.position, word)) return false;
    this.position += word.length;
    return true;
  }

  #skipComment(): void {
    if (this.#host.plain) throw this.#unexpected('no comment');
    const bytes = this.#bytes;
    while (this.position < bytes.length) {
      const byte = bytes[this.position];
      if (byte === 0x0a || byte === 0x0d) return;
      this.position++;
    }
  }

  #digits(): number {
    const bytes = this.#bytes;
    const start = this.position;
    let value = 0;
    let byte = bytes[this.position];
    while (byte !== undefined && byte >= 0x30 && byte <= 0x39) {
      value = value * 10 + byte - 0x30;
      byte = bytes[++this.position];
    }
    return this.position === start ? -1 : value;
  }

  /** `12`, `12.5` or `12 0 R`. Two more tokens are needed to tell them apart. */
  #numberOrReference(): number | PdfRef {
    const bytes = this.#bytes;
    const start = this.position;
    const number = this.#digits();
    if (!endsToken(bytes[this.position])) {
      this.position = start;
      return this.#real();
    }
    const afterNumber = this.position;
    const generation = this.integer();
    if (generation >= 0 && endsToken(bytes[this.position])) {
      this.skipSpace();
      if (bytes[this.position] === 0x52 && endsToken(bytes[this.position + 1])) {
        this.position++;
        return this.#host.ref(number, generation);
      }
    }
    this.position = afterNumber;
    return number;
  }

  /**
   * Also accepts malformed numbers that readers tolerate: `--5`, `5-`, `+.5`. A token without any digit counts as 0.
   */
  #real(): number {
    const token = this.#token();
    if (this.#host.plain && !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(token)) throw this.#unexpected('a number');
    const value = Number(token);
    if (Number.isFinite(value)) return value;
    return Number.parseFloat(token.replace(/^([+-])[+-]+/, '$1')) || 0;
  }

  #token(): string {
    const start = this.position;
    while (!endsToken(this.#bytes[this.position])) this.position++;
    return this.#bytes.toString('latin1', start, this.position);
  }

  #name(): string {
    const bytes = this.#bytes;
    const start = ++this.position;
    while (!endsToken(bytes[this.position])) this.position++;
    const token = this.#host.names.text(bytes, start, this.position);
    if (!token.includes('#')) return token;
    return token.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }

  #array(depth: number): PdfValue[] {
    this.#host.container();
    this.position++;
    const values: PdfValue[] = [];
    for (;;) {
      this.skipSpace();
      if (this.#bytes[this.position] === 0x5d) {
        this.position++;
        return values;
      }
      if (this.forgiving && this.#endsEarly()) return values;
      values.push(this.value(depth + 1));
    }
  }

  #dictionary(depth: number): PdfDict {
    this.#host.container();
    this.position += 2;
    const dict: PdfDict = new Map();
    const { plain } = this.#host;
    const texts = plain && new Map<string, { readonly text: string; readonly value: PdfValue }>();
    for (;;) {
      this.skipSpace();
      const byte = this.#bytes[this.position];
      if (byte === 0x3e && this.#bytes[this.position + 1] === 0x3e) {
        this.position += 2;
        return dict;
      }
      if (byte !== 0x2f) {
        if (!this.forgiving) throw this.#unexpected('a dictionary key');
        if (this.#endsEarly()) return dict;
        this.value(depth + 1);
        continue;
      }
      const key = this.#name();
      this.skipSpace();
      const start = this.position;
      const isMissing = this.forgiving && isWordAt(this.#bytes, this.position, '>>');
      const value = isMissing ? null : this.value(depth + 1);
      if (value !== null) dict.set(key, value);
      if (!plain || !texts) continue;
      const text = this.#bytes.toString('latin1', start, this.position);
      const first = texts.get(key);
      if (first && first.text !== text) plain.repeatedKey(key, [first.value, value]);
      texts.set(key, { text, value });
    }
  }

  #string(read: typeof readLiteralString): PdfString {
    const { text, end } = read(this.#bytes, this.position);
    this.position = end;
    return new PdfString(text);
  }

  #constant(): boolean | null {
    const start = this.position;
    const token = this.#token();
    if (token === 'true') return true;
    if (token === 'false') return false;
    if (token === 'null') return null;
    if (this.forgiving && start < this.#bytes.length) {
      if (this.position === start) this.position++;
      return null;
    }
    this.position = start;
    throw this.#unexpected('a value');
  }

  /** Whether an unclosed array or dictionary ends at the end of its object or of the value that contains it. */
  #endsEarly(): boolean {
    return ['endobj', 'stream', '>>'].some((word) => isWordAt(this.#bytes, this.position, word));
  }

  #unexpected(expected: string): PdfError {
    const found = JSON.stringify(this.#bytes.toString('latin1', this.position, this.position + 12));
    const what = this.position >= this.#bytes.length ? 'the end of the data' : found;
    return new PdfError('malformed', `Expected ${expected} at byte ${this.position}, found ${what}.`);
  }
}
