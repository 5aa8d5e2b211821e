import { TwigFault } from '../../errors.ts';
import { getSize, isArray, isList, iterateEntries } from '../../runtime/values/array.ts';
import { Sequence } from '../../runtime/values/sequence.ts';
import { Markup, OrderedMap, Thing, type Value } from '../../runtime/values/value.ts';

/** The flags of PHP's json_encode(). */
export const jsonFlags = {
  JSON_HEX_TAG: 1,
  JSON_HEX_AMP: 2,
  JSON_HEX_APOS: 4,
  JSON_HEX_QUOT: 8,
  JSON_FORCE_OBJECT: 16,
  JSON_NUMERIC_CHECK: 32,
  JSON_UNESCAPED_SLASHES: 64,
  JSON_PRETTY_PRINT: 128,
  JSON_UNESCAPED_UNICODE: 256,
  JSON_PARTIAL_OUTPUT_ON_ERROR: 512,
  JSON_PRESERVE_ZERO_FRACTION: 1024,
  JSON_UNESCAPED_LINE_TERMINATORS: 2048,
  JSON_INVALID_UTF8_IGNORE: 1048576,
  JSON_INVALID_UTF8_SUBSTITUTE: 2097152,
  JSON_THROW_ON_ERROR: 4194304,
} as const;

const maxDepth = 128;

/**
 * Encodes a value like PHP's json_encode(). `room` is called with the length of each piece and throws if the text
 * grows too long. Throws `TwigFault` for NaN, infinity and values nested more than 128 deep.
 */
export function jsonEncode(value: Value, flags: number, room: (length: number) => void): string {
  const pretty = (flags & jsonFlags.JSON_PRETTY_PRINT) !== 0;
  const write = (each: Value, depth: number): string => {
    if (depth > maxDepth) throw new TwigFault(`JSON is nested more than ${maxDepth} deep.`);
    if (each === null || each === undefined) return 'null';
    if (typeof each === 'boolean') return String(each);
    if (typeof each === 'bigint') return String(each);
    if (typeof each === 'number') return jsonNumber(each);
    if (typeof each === 'string') {
      room(each.length * 2);
      return jsonString(each, flags);
    }
    if (each instanceof Markup) return write(each.text, depth);
    if (each instanceof Thing) {
      const text = each.text();
      return text === null ? write(each.plain(), depth + 1) : jsonString(text, flags);
    }
    if (!isArray(each)) return '{}';
    const list = isList(each) && (flags & jsonFlags.JSON_FORCE_OBJECT) === 0;
    const parts: string[] = [];
    if (!(each instanceof Sequence)) room(getSize(each) * 2);
    for (const [key, inner] of iterateEntries(each)) {
      if (each instanceof Sequence) room(2);
      const text = write(inner, depth + 1);
      const name = list ? '' : jsonString(String(key), flags & ~jsonFlags.JSON_NUMERIC_CHECK);
      parts.push(list ? text : `${name}:${pretty ? ' ' : ''}${text}`);
    }
    if (parts.length === 0) return list ? '[]' : '{}';
    const [open, close] = list ? '[]' : '{}';
    if (!pretty) return `${open}${parts.join(',')}${close}`;
    const indent = '    '.repeat(depth + 1);
    const result = `${open}\n${indent}${parts.join(`,\n${indent}`)}\n${'    '.repeat(depth)}${close}`;
    room(result.length);
    return result;
  };
  const result = write(value, 0);
  room(result.length);
  return result;
}

/** Returns the shortest digits that parse back to the same number, with PHP's exponents. */
function jsonNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TwigFault('Infinity and NaN cannot be written as JSON.');
  if (Number.isSafeInteger(value)) return value === 0 && 1 / value < 0 ? '-0' : String(value);
  const [digits, exponentText] = value.toExponential().split('e') as [string, string];
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 15) return String(value);
  return `${digits.includes('.') ? digits : `${digits}.0`}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
}

const short: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function jsonString(text: string, flags: number): string {
  if ((flags & jsonFlags.JSON_NUMERIC_CHECK) !== 0 && /^-?\d+(\.\d+)?$/.test(text))
    return jsonNumber(Number(text));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what JSON escapes
  const escaped = text.toWellFormed().replace(/["\\/\x00-\x1f<>&'\u007f-\uffff]/g, (unit) => {
    const code = unit.charCodeAt(0);
    const coded = `\\u${code.toString(16).padStart(4, '0')}`;
    if (unit === '"') return flags & jsonFlags.JSON_HEX_QUOT ? '\\u0022' : '\\"';
    if (unit === '/') return flags & jsonFlags.JSON_UNESCAPED_SLASHES ? '/' : '\\/';
    if (unit === '<' || unit === '>')
      return flags & jsonFlags.JSON_HEX_TAG ? coded.toUpperCase().replace('U', 'u') : unit;
    if (unit === '&') return flags & jsonFlags.JSON_HEX_AMP ? '\\u0026' : unit;
    if (unit === "'") return flags & jsonFlags.JSON_HEX_APOS ? '\\u0027' : unit;
    if (code === 127) return unit;
    if (code > 127 && (flags & jsonFlags.JSON_UNESCAPED_UNICODE) !== 0) {
      const terminator = code === 0x2028 || code === 0x2029;
      return terminator && !(flags & jsonFlags.JSON_UNESCAPED_LINE_TERMINATORS) ? coded : unit;
    }
    return short[unit] ?? coded;
  });
  return `"${escaped}"`;
}

const integerLikeKey = /"-?\d{1,16}"\s*:/;

/**
 * Parses JSON text into data for `render`. Unlike `JSON.parse` it keeps the order of keys such as "10", and integers
 * beyond 2⁵³. `parsed` is the result of `JSON.parse`, if the caller already has it. Throws `SyntaxError` for
 * malformed JSON.
 *
 * @example
 * compile('{% for k, v in years %}{{ k }} {% endfor %}').render(parseData('{"years": {"10": 1, "9": 2}}')); // "10 9 "
 */
export function parseData(text: string, parsed: unknown = JSON.parse(text)): unknown {
  if (!integerLikeKey.test(text) && !/\d{16}/.test(text) && !text.includes('__proto__')) return parsed;
  // The reader only has to handle well-formed text: `JSON.parse` has accepted it.
  return new Reader(text).read();
}

class Reader {
  readonly #text: string;
  readonly #token = /\s*([{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+)/y;

  constructor(text: string) {
    this.#text = text;
  }

  read(): unknown {
    return this.#value(this.#next(), 0);
  }

  #next(): string {
    return this.#token.exec(this.#text)?.[1] as string;
  }

  #value(token: string, depth: number): unknown {
    if (depth > 1_000) throw new SyntaxError('The JSON is nested more than 1000 deep.');
    if (token === '[') {
      const items: unknown[] = [];
      for (let next = this.#next(); next !== ']'; next = this.#next()) {
        if (next !== ',') items.push(this.#value(next, depth + 1));
      }
      return items;
    }
    if (token === '{') {
      const map = new Map<string | number, unknown>();
      for (let next = this.#next(); next !== '}'; next = this.#next()) {
        if (next === ',') continue;
        const key = JSON.parse(next) as string;
        this.#next();
        const number =
          /^(?:0|-?[1-9]\d{0,15})$/.test(key) && Number.isSafeInteger(Number(key)) ? Number(key) : key;
        map.set(number, this.#value(this.#next(), depth + 1));
      }
      return new OrderedMap(map);
    }
    // No 64-bit integer has more characters, and a regular expression over millions of digits would overflow the
    // stack.
    if (token.length <= 20 && /^-?\d{16,}$/.test(token)) {
      const whole = BigInt(token);
      if (
        whole <= 9223372036854775807n &&
        whole >= -9223372036854775808n &&
        !Number.isSafeInteger(Number(token))
      ) {
        return whole;
      }
    }
    return JSON.parse(token);
  }
}

/**
 * Writes the data of `parseData`, and everything that `JSON.stringify` accepts, as JSON text. Keeps the order of keys
 * and the digits of integers.
 */
export function writeData(data: unknown): string {
  if (typeof data === 'bigint') return String(data);
  if (Array.isArray(data)) return `[${data.map((item) => writeData(item ?? null)).join(',')}]`;
  if (typeof data !== 'object' || data === null) return JSON.stringify(data);
  const members = membersOf(data)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${JSON.stringify(key)}:${writeData(value)}`);
  return `{${members.join(',')}}`;
}

/** Returns keys and values of an object from `parseData`, in their order. */
export function membersOf(data: object): [key: string, value: unknown][] {
  if (!(data instanceof OrderedMap)) return Object.entries(data);
  return Array.from(data.entries, ([key, value]) => [String(key), value]);
}

/**
 * Returns a copy of an object from `parseData` with these entries, which replace those of the same names.
 *
 * @example
 * withData({ a: 1 }, { page: { number: 2 } }); // { a: 1, page: { number: 2 } }
 */
export function withData(data: object, entries: Readonly<Record<string, unknown>>): object {
  if (!(data instanceof OrderedMap)) return { ...data, ...entries };
  return new OrderedMap(new Map<string | number, unknown>([...data.entries, ...Object.entries(entries)]));
}

/** Returns the value at a path of keys and indexes in data from `parseData`, or undefined if there is none. */
export function dataAt(data: unknown, path: readonly (string | number)[]): unknown {
  let current = data;
  for (const step of path) {
    if (current instanceof OrderedMap) current = current.entries.get(step);
    else
      current = Object.hasOwn(Object(current), step)
        ? (current as Record<string | number, unknown>)[step]
        : undefined;
  }
  return current;
}
