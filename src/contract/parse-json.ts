/** JSON from people: parsed with a bound on its depth, and refused with the line and column of the first fault. */
import type { Json } from './json.ts';

/** Deeper nesting than this is refused: nobody writes it, and recursion over it is a risk. */
const maxJsonDepth = 64;

export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  readonly detail: string;
  /** From 1, in characters of the text as given. */
  readonly line: number;
  readonly column: number;

  constructor(detail: string, text: string, offset: number) {
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    const column = offset - before.lastIndexOf('\n');
    super(`${detail} (line ${line}, column ${column})`);
    this.detail = detail;
    this.line = line;
    this.column = column;
  }
}

/** The text has more values than its reader takes. */
export class TooManyJsonValuesError extends Error {
  override readonly name = 'TooManyJsonValuesError';
  readonly maxValues: number;

  constructor(maxValues: number) {
    super(`More than ${maxValues.toLocaleString('en')} keys and elements`);
    this.maxValues = maxValues;
  }
}

export interface ParseJsonOptions {
  /** Keys of objects and elements of arrays, over all levels. Default: any number. */
  readonly maxValues?: number | undefined;
}

/**
 * The value of a JSON text. Throws `JsonSyntaxError`, and `TooManyJsonValuesError` before anything is parsed: a
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
    // V8 names a position for some faults only, and its words are for programmers: look again ourselves.
    throw findFault(text) ?? new JsonSyntaxError((error as Error).message, text, 0);
  }
}

/**
 * The keys of objects and elements of arrays in a JSON text; it stops counting beyond `most`. Nothing is parsed.
 *
 * @example
 * countJsonValues('{"a":[1,2]}'); // 3
 */
export const countJsonValues = (text: string, most = Number.POSITIVE_INFINITY): number =>
  scan(text, most).values;

interface JsonScan {
  readonly values: number;
  /** Offset of the first bracket beyond `maxJsonDepth`. */
  readonly tooDeepAt?: number | undefined;
}

/** Stops at the first bound that is broken. What is no JSON may be counted wrong, and is found by the parser. */
function scan(text: string, maxValues: number): JsonScan {
  // Whether the bracket at each depth is that of an array.
  const inArray: boolean[] = [];
  let values = 0;
  let isAfterOpening = false;
  for (let i = 0; i < text.length && values <= maxValues; i++) {
    const character = text[i];
    if (character === ' ' || character === '\n' || character === '\t' || character === '\r') continue;
    // A comma in an array is one more element, its first element has none, and each key of an object has a colon.
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

/** Where the text that begins at `open` has its closing quote. Megabytes of base64 are passed over at once. */
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

/** Walks the tokens with a stack of open brackets, and tells where they stop making sense. */
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
      if (expect === 'key' || (expect === 'value' && !inObject)) return fault('A comma too many', comma);
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

/** What is wrong where no token begins: the mistakes that people make. */
function describe(text: string, at: number, expect: Expectation): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character === '"') return 'This text has no closing quote, or a line break or a bad "\\" in it';
  if (character === "'") return 'JSON text stands in double quotes, not single ones';
  if (text.startsWith('//', at) || text.startsWith('/*', at)) return 'JSON has no comments';
  if (/[A-Za-z_$]/.test(character) && expect.startsWith('key')) return 'A name must stand in double quotes';
  return `Expected ${wanted[expect]}, found ${JSON.stringify(character)}`;
}
