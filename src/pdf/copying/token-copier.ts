/** Copies tokens of a file unchanged, without extra white space, and renumbers references. */
import type { PdfRef } from '../object.ts';
import { endsToken, hexDigit, isDigit, isWhiteSpace } from '../reading/character-class.ts';
import { isWordAt } from '../reading/is-word-at.ts';
import type { TextBuffer } from '../writing/text-buffer.ts';

/** Longer numbers are not object numbers and exceed exact integers. */
const maxDigits = 15;

/** Returns the target of a reference in the source file. */
export type FindTarget = (number: number, generation: number) => PdfRef | null;

/** Methods that return false have written nothing: the token is unusual or of another kind. */
export class TokenCopier {
  readonly out: TextBuffer;
  readonly #target: FindTarget;
  bytes: Buffer = Buffer.alloc(0);
  at = 0;
  /** Whether the last token would run into one that starts with a regular character. */
  open = false;

  constructor(out: TextBuffer, target: FindTarget) {
    this.out = out;
    this.#target = target;
  }

  start(bytes: Buffer, position: number): void {
    this.bytes = bytes;
    this.at = position;
    this.open = false;
  }

  skip(): void {
    const bytes = this.bytes;
    let at = this.at;
    while (isWhiteSpace(bytes[at])) at++;
    this.at = at;
  }

  /** Copies the name at the position. A name that contains `#` is decoded, because it may be a key that has a rule. */
  name(): boolean {
    const bytes = this.bytes;
    const start = this.at;
    let end = start + 1;
    for (let byte = bytes[end]; !endsToken(byte); byte = bytes[++end]) if (byte === 0x23) return false;
    this.at = end;
    this.#put(start, end);
    this.open = true;
    return true;
  }

  /** `12`, `12.5` or `12 0 R`. */
  numberOrReference(): boolean {
    const bytes = this.bytes;
    const start = this.at;
    let at = start;
    let number = 0;
    for (let byte = bytes[at] ?? 0; byte >= 0x30 && byte <= 0x39; byte = bytes[++at] ?? 0)
      number = number * 10 + byte - 0x30;
    const end = at;
    if (!endsToken(bytes[end])) return this.real(start);
    if (end - start > maxDigits) return false;
    if (isWhiteSpace(bytes[at])) {
      while (isWhiteSpace(bytes[at])) at++;
      const generationStart = at;
      let generation = 0;
      for (let byte = bytes[at] ?? 0; byte >= 0x30 && byte <= 0x39; byte = bytes[++at] ?? 0)
        generation = generation * 10 + byte - 0x30;
      if (at > generationStart && isWhiteSpace(bytes[at])) {
        while (isWhiteSpace(bytes[at])) at++;
        if (bytes[at] === 0x52 && endsToken(bytes[at + 1])) {
          this.at = at + 1;
          this.#reference(this.#target(number, generation));
          return true;
        }
      }
    }
    this.at = end;
    this.#separate(end - start);
    this.#put(start, end);
    return true;
  }

  #reference(target: PdfRef | null): void {
    this.#separate(20);
    const out = this.out;
    if (!target) {
      out.text('null');
      return;
    }
    out.reference(target.number);
  }

  /** Accepts an optional sign, digits, a point and digits, and nothing else. */
  real(start = this.at): boolean {
    const bytes = this.bytes;
    let at = start;
    if (bytes[at] === 0x2d || bytes[at] === 0x2b) at++;
    let digits = 0;
    for (; isDigit(bytes[at]); at++) digits++;
    if (bytes[at] === 0x2e) at++;
    for (; isDigit(bytes[at]); at++) digits++;
    if (digits === 0 || !endsToken(bytes[at])) return false;
    this.at = at;
    this.#separate(at - start);
    this.#put(start, at);
    return true;
  }

  literalString(): boolean {
    const bytes = this.bytes;
    const start = this.at;
    let open = 1;
    let at = start + 1;
    for (; open > 0; at++) {
      if (at >= bytes.length) return false;
      const byte = bytes[at];
      if (byte === 0x5c) at++;
      else if (byte === 0x28) open++;
      else if (byte === 0x29) open--;
    }
    this.at = at;
    this.#put(start, at);
    this.open = false;
    return true;
  }

  hexString(): boolean {
    const bytes = this.bytes;
    const start = this.at;
    let end = start + 1;
    while (hexDigit(bytes[end]) >= 0) end++;
    if (bytes[end] !== 0x3e) return false;
    this.at = end + 1;
    this.#put(start, end + 1);
    this.open = false;
    return true;
  }

  word(word: string): boolean {
    if (!isWordAt(this.bytes, this.at, word) || !endsToken(this.bytes[this.at + word.length])) return false;
    this.#separate(word.length);
    this.#put(this.at, this.at + word.length);
    this.at += word.length;
    return true;
  }

  #separate(length: number): void {
    const out = this.out;
    out.reserve(length + 1);
    if (this.open) out.bytes[out.length++] = 0x20;
    this.open = true;
  }

  delimiter(byte: number): void {
    const out = this.out;
    out.reserve(1);
    out.bytes[out.length++] = byte;
    this.open = false;
  }

  #put(start: number, end: number): void {
    const out = this.out;
    const length = end - start;
    out.reserve(length);
    if (length > 64) {
      this.bytes.copy(out.bytes, out.length, start, end);
      out.length += length;
      return;
    }
    const from = this.bytes;
    const to = out.bytes;
    let at = out.length;
    for (let i = start; i < end; i++) to[at++] = from[i] ?? 0;
    out.length = at;
  }
}
