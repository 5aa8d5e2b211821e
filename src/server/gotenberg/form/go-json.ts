/** Reads JSON fields. Faults have the words of Go's package encoding/json, which Gotenberg passes on to its clients. */
import { ValueFault } from './go-values.ts';

/**
 * The value of a field. Throws `ValueFault`, which names what was being read.
 *
 * @example
 * parseGoJson('metadata', '{"Title":"A"}'); // { Title: 'A' }
 * parseGoJson('metadata', 'foo'); // unmarshal metadata: invalid character 'o' in literal false (expecting 'a')
 */
export const parseGoJson = (name: string, text: string): unknown =>
  parseJsonText(text, (fault) => new ValueFault(`unmarshal ${name}: ${fault}`));

/** The value of JSON that is no field. Throws what `toError` makes of Go's words for its first fault. */
export function parseJsonText(text: string, toError: (fault: string) => Error): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw toError(findSyntaxFault(text));
  }
}

/** What Go says of a value that is not of the type that is read. */
export function wrongGoType(value: unknown, type: string): string {
  const kind = Array.isArray(value)
    ? 'array'
    : value === null
      ? 'null'
      : typeof value === 'boolean'
        ? 'bool'
        : typeof value;
  return `json: cannot unmarshal ${kind} into Go value of type ${type}`;
}

/** The first fault of a text that is not JSON, in Go's words. Takes linear time, and no stack for nesting. */
export function findSyntaxFault(text: string): string {
  const scanner = new Scanner(text);
  try {
    scanner.scan();
  } catch (error) {
    if (error instanceof ScanFault) return error.message;
    throw error;
  }
  // V8 and Go agree on what JSON is, apart from text that is not Unicode.
  return 'invalid character';
}

class ScanFault extends Error {}

const ending = 'unexpected end of JSON input';

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): void {
    /** The brackets that are open, innermost last. */
    const open: ('{' | '[')[] = [];
    let isValueExpected = true;
    for (;;) {
      this.#skipSpace();
      if (isValueExpected) {
        isValueExpected = this.#value(open);
        continue;
      }
      const [inner] = open.slice(-1);
      if (inner === undefined) {
        if (this.#at < this.#text.length) throw this.#unexpected('after top-level value');
        return;
      }
      const character = this.#next();
      if (character === (inner === '{' ? '}' : ']')) open.pop();
      else if (character === ',') {
        if (inner === '{') this.#key();
        isValueExpected = true;
      } else
        throw this.#unexpected(inner === '{' ? 'after object key:value pair' : 'after array element', -1);
    }
  }

  /** Returns whether another value must follow: the first one of an array or object that is not empty. */
  #value(open: ('{' | '[')[]): boolean {
    const character = this.#next();
    if (character === '{' || character === '[') {
      this.#skipSpace();
      if (this.#text[this.#at] === (character === '{' ? '}' : ']')) {
        this.#at++;
        return false;
      }
      open.push(character);
      if (character === '{') this.#key();
      return true;
    }
    if (character === '"') this.#string();
    else if (character === '-' || (character >= '0' && character <= '9')) this.#number(character);
    else if (character === 't') this.#literal('true');
    else if (character === 'f') this.#literal('false');
    else if (character === 'n') this.#literal('null');
    else throw this.#unexpected('looking for beginning of value', -1);
    return false;
  }

  #key(): void {
    this.#skipSpace();
    if (this.#next() !== '"') throw this.#unexpected('looking for beginning of object key string', -1);
    this.#string();
    this.#skipSpace();
    if (this.#next() !== ':') throw this.#unexpected('after object key', -1);
  }

  #literal(word: string): void {
    for (const expected of word.slice(1)) {
      if (this.#next() !== expected)
        throw this.#unexpected(`in literal ${word} (expecting '${expected}')`, -1);
    }
  }

  #string(): void {
    for (;;) {
      const character = this.#next();
      if (character === '"') return;
      if (character < ' ') throw this.#unexpected('in string literal', -1);
      if (character !== '\\') continue;
      const escaped = this.#next();
      if (escaped === 'u') {
        for (let digit = 0; digit < 4; digit++) {
          if (!/[\da-f]/i.test(this.#next()))
            throw this.#unexpected('in \\u hexadecimal character escape', -1);
        }
      } else if (!'bfnrt\\/"'.includes(escaped)) throw this.#unexpected('in string escape code', -1);
    }
  }

  #number(first: string): void {
    const isDigit = (): boolean => /\d/.test(this.#text[this.#at] ?? '');
    const digits = () => {
      while (isDigit()) this.#at++;
    };
    const start = first === '-' ? this.#next() : first;
    if (!/\d/.test(start)) throw this.#unexpected('in numeric literal', -1);
    if (start !== '0') digits();
    if (this.#text[this.#at] === '.') {
      this.#at++;
      if (!/\d/.test(this.#next())) throw this.#unexpected('after decimal point in numeric literal', -1);
      digits();
    }
    if (/e/i.test(this.#text[this.#at] ?? '')) {
      this.#at++;
      const sign = this.#next();
      if (!/\d/.test(/[+-]/.test(sign) ? this.#next() : sign)) {
        throw this.#unexpected('in exponent of numeric literal', -1);
      }
      digits();
    }
  }

  #next(): string {
    const character = this.#text[this.#at];
    if (character === undefined) throw new ScanFault(ending);
    this.#at++;
    return character;
  }

  #skipSpace(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? '')) this.#at++;
  }

  #unexpected(place: string, offset = 0): ScanFault {
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at + offset) ?? 0);
    const shown =
      character === "'" ? "'\\''" : character === '"' ? `'"'` : `'${JSON.stringify(character).slice(1, -1)}'`;
    return new ScanFault(`invalid character ${shown} ${place}`);
  }
}
