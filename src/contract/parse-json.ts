/** Parses JSON written by people. It limits the depth and reports the line and column of the first fault. */

import { placeInText } from './files/text-place.ts';
import type { Json } from './json.ts';

/** The deepest allowed nesting. Real data is flatter, and recursion over deeper values is a risk. */
export const maxJsonDepth = 64;

export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  readonly detail: string;
  /** Counts from 1. `column` is in UTF-16 code units. */
  readonly line: number;
  readonly column: number;

  constructor(detail: string, text: string, offset: number) {
    const { line, column } = placeInText(text, offset);
    super(`${detail} (line ${line}, column ${column})`);
    this.detail = detail;
    this.line = line;
    this.column = column;
  }
}

/** The text has more values than its reader accepts. */
export class TooManyJsonValuesError extends Error {
  override readonly name = 'TooManyJsonValuesError';

  constructor(maxValues: number) {
    super(`More than ${maxValues.toLocaleString('en')} keys and elements`);
  }
}

export interface ParseJsonOptions {
  /** Keys of objects and elements of arrays, over all levels. Unlimited by default. */
  readonly maxValues?: number | undefined;
}

/**
 * Returns the value of a JSON text. Throws `JsonSyntaxError`, and `TooManyJsonValuesError` before it parses anything: a
 * million keys take a second.
 */
export function parseJson(
  text: string,
  { maxValues = Number.POSITIVE_INFINITY }: ParseJsonOptions = {},
): Json {
  const { values, tooDeepAt } = scan(text, maxValues);
  if (tooDeepAt !== undefined) {
    throw new JsonSyntaxError(`Nested deeper than ${maxJsonDepth} levels`, text, tooDeepAt);
  }
  if (values > maxValues) throw new TooManyJsonValuesError(maxValues);
  try {
    return JSON.parse(text);
  } catch (error) {
    // V8 gives a position for some faults only, and its messages are for programmers, so the text is scanned again.
    throw findFault(text) ?? new JsonSyntaxError((error as Error).message, text, 0);
  }
}

/**
 * Counts the keys of objects and elements of arrays in a JSON text without parsing it. Stops beyond `maxValues`.
 *
 * @example
 * countJsonValues('{"a":[1,2]}'); // 3
 */
export const countJsonValues = (text: string, maxValues = Number.POSITIVE_INFINITY): number =>
  scan(text, maxValues).values;

interface JsonScan {
  readonly values: number;
  /** The offset of the first bracket beyond `maxJsonDepth`. */
  readonly tooDeepAt?: number | undefined;
}

/** Stops at the first limit exceeded. Invalid JSON may be miscounted; the parser rejects it later. */
function scan(text: string, maxValues: number): JsonScan {
  // For each depth, whether the bracket belongs to an array.
  const inArray: boolean[] = [];
  let values = 0;
  let isAfterOpening = false;
  for (let i = 0; i < text.length && values <= maxValues; i++) {
    const character = text[i];
    if (character === ' ' || character === '\n' || character === '\t' || character === '\r') continue;
    // A comma in an array adds an element, the first element has none, and every key of an object has a colon.
    if (isAfterOpening && character !== ']') values++;
    isAfterOpening = false;
    if (character === '"') {
      i = endOfText(text, i);
    } else if (character === '{' || character === '[') {
      isAfterOpening = character === '[';
      if (inArray.push(isAfterOpening) > maxJsonDepth) return { values, tooDeepAt: i };
    } else if (character === '}' || character === ']') inArray.pop();
    else if (character === ':' || (character === ',' && inArray.at(-1))) values++;
  }
  return { values };
}

/**
 * Returns the offset of the closing quote of the string that begins at `open`. Uses `indexOf`, to skip megabytes of
 * base64 quickly.
 */
function endOfText(text: string, open: number): number {
  for (let end = text.indexOf('"', open + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

const space = /[ \t\n\r]*/y;
const token =
  /[{}[\]:,]|"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

type Expectation = 'value' | 'value-or-]' | 'key' | 'key-or-}' | ':' | ',' | 'end';

const wanted: Readonly<Record<Expectation, string>> = {
  value: 'a value',
  'value-or-]': 'a value or "]"',
  key: 'a name in double quotes',
  'key-or-}': 'a name in double quotes or "}"',
  ':': '":"',
  ',': 'a comma or the closing bracket',
  end: 'the end of the file',
};

/** Walks the tokens with a stack of open brackets and returns the first syntax error. */
function findFault(text: string): JsonSyntaxError | undefined {
  const open: { readonly bracket: '{' | '['; readonly offset: number }[] = [];
  let expect: Expectation = 'value';
  let comma = -1;
  let at = 0;
  const fault = (detail: string, offset = at) => new JsonSyntaxError(detail, text, offset);
  const afterValue = (): Expectation => (open.length > 0 ? ',' : 'end');
  for (;;) {
    space.lastIndex = at;
    space.exec(text);
    at = space.lastIndex;
    if (at >= text.length) {
      const unclosed = open.at(-1);
      if (unclosed) return fault(`This "${unclosed.bracket}" is never closed`, unclosed.offset);
      return expect === 'end' ? undefined : fault('There is no JSON here');
    }
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    if (found === undefined) return fault(describe(text, at, expect));
    const isText = found.startsWith('"');
    const inObject = open.at(-1)?.bracket === '{';
    if (found === ',' && expect === ',') {
      expect = inObject ? 'key' : 'value';
      comma = at;
    } else if (found === ':' && expect === ':') expect = 'value';
    else if ((found === '}' && inObject) || (found === ']' && !inObject && open.length > 0)) {
      if (expect === 'key' || (expect === 'value' && !inObject)) return fault('Unexpected comma', comma);
      if (expect !== ',' && !expect.includes('-or-')) return fault(`Expected ${wanted[expect]}`);
      open.pop();
      expect = afterValue();
    } else if (isText && expect.startsWith('key')) expect = ':';
    else if (!expect.startsWith('value') || '}],:'.includes(found)) {
      return fault(`Expected ${wanted[expect]}, found ${found.length > 20 ? 'text' : found}`);
    } else if (found === '{' || found === '[') {
      open.push({ bracket: found, offset: at });
      expect = found === '{' ? 'key-or-}' : 'value-or-]';
    } else expect = afterValue();
    at = token.lastIndex;
  }
}

/** Describes common mistakes at an offset where no token begins. */
function describe(text: string, at: number, expect: Expectation): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character === '"')
    return 'This string has no closing quote, or contains a line break or an invalid "\\"';
  if (character === "'") return 'JSON strings need double quotes, not single ones';
  if (text.startsWith('//', at) || text.startsWith('/*', at)) return 'JSON has no comments';
  if (/[A-Za-z_$]/.test(character) && expect.startsWith('key')) return 'A name must be in double quotes';
  return `Expected ${wanted[expect]}, found ${JSON.stringify(character)}`;
}
