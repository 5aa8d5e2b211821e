/** Serializes values as text with one character per byte. */
import { type PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from '../object.ts';
import { type KeyRules, needsDict } from './key-rules.ts';
import { TextBuffer } from './text-buffer.ts';

/** How references and dictionaries inside a value are written. */
export interface SerializeOptions {
  /** Returns the number of the object, if its generation is 0; else the text `12 1 R`, or `null` for a dangling reference. */
  reference(ref: PdfRef): number | string;
  /** Returns the dictionary to write instead. The value itself is not changed. */
  instead?: ((dict: PdfDict) => PdfDict) | undefined;
  /** Rules for every dictionary, including nested ones. */
  readonly rules?: KeyRules | undefined;
}

/** Writes references as they are: `12 0 R`. */
export const ownReferences: SerializeOptions = {
  reference: ({ number, generation }) => `${number} ${generation} R`,
};

/** Most values are short. */
const typicalLength = 256;

/** Returns the value as text. */
export function serialize(value: PdfValue, options: SerializeOptions): string {
  const out = new TextBuffer(typicalLength);
  serializeInto(out, value, options);
  return out.content().toString('latin1');
}

/**
 * Adds the value to the text. Streams cannot occur inside values. The writers handle whole stream objects. What `options`
 * call must not write into `out`.
 */
export function serializeInto(out: TextBuffer, value: PdfValue, options: SerializeOptions): void {
  if (typeof value === 'number') writeNumber(out, value);
  else if (value instanceof PdfRef) writeReference(out, options.reference(value));
  else if (value instanceof PdfName) writeName(out, value.value);
  else if (value instanceof PdfString) out.text(string(value.bytes));
  else if (value instanceof PdfStream) throw new Error('A stream must be an indirect object.');
  else if (Array.isArray(value)) writeArray(out, value, options);
  else if (value instanceof Map) writeDict(out, value, options);
  else out.text(String(value));
}

function writeReference(out: TextBuffer, target: number | string): void {
  if (typeof target === 'number') out.reference(target);
  else out.text(target);
}

function writeArray(out: TextBuffer, items: readonly PdfValue[], options: SerializeOptions): void {
  out.byte(0x5b);
  for (let i = 0; i < items.length; i++) {
    const item = items[i] ?? null;
    if (i > 0 && !startsWithDelimiter(item)) out.byte(0x20);
    serializeInto(out, item, options);
  }
  out.byte(0x5d);
}

function writeDict(out: TextBuffer, value: PdfDict, options: SerializeOptions): void {
  out.byte(0x3c);
  out.byte(0x3c);
  const dict = options.instead ? options.instead(value) : value;
  for (const [key, original] of dict) {
    const item = ruled(key, original, dict, options.rules);
    if (item === null) continue;
    writeName(out, key);
    if (!startsWithDelimiter(item)) out.byte(0x20);
    serializeInto(out, item, options);
  }
  out.byte(0x3e);
  out.byte(0x3e);
}

function ruled(key: string, value: PdfValue, dict: PdfDict, rules: KeyRules | undefined): PdfValue {
  const rule = rules?.get(key);
  if (!rule) return value;
  const type = dict.get('Type');
  const changed = rule(value, dict, type instanceof PdfName ? type.value : undefined);
  return changed === undefined || changed === needsDict ? value : changed;
}

/** Such a token needs no space between it and the one before. */
function startsWithDelimiter(value: PdfValue): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof PdfRef);
}

/** Separates the token from the previous one. A token that starts with a delimiter needs no space. */
export function separated(token: string): string {
  const first = token.charCodeAt(0);
  const delimits = first === 0x2f || first === 0x3c || first === 0x28 || first === 0x5b;
  return delimits ? token : ` ${token}`;
}

function writeNumber(out: TextBuffer, value: number): void {
  if (Number.isInteger(value) && value >= 0 && value < 2 ** 31) out.integer(value);
  else out.text(number(value));
}

/** PDF has no exponent notation. */
function number(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1
    ? value.toFixed(20).replace(/0+$/, '').replace(/\.$/, '')
    : BigInt(value).toString();
}

function writeName(out: TextBuffer, value: string): void {
  out.byte(0x2f);
  const start = out.length;
  out.reserve(value.length);
  const { bytes } = out;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (!isPlain(code)) {
      out.length = start;
      out.text(value.replace(/[^!-~]|[#()<>[\]{}/%]/g, escaped));
      return;
    }
    bytes[out.length++] = code;
  }
}

/** Whether a name has the character unescaped: printable ASCII except for delimiters and `#`. */
function isPlain(code: number): boolean {
  return code > 0x20 && code < 0x7f && special[code] === 0;
}

const escaped = (character: string) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

const special = new Uint8Array(0x80);
for (const character of '#()<>[]{}/%') special[character.charCodeAt(0)] = 1;

const specialInString = /[\\()\r\n]/;

/** Literal if that is shorter and readable, otherwise hexadecimal. */
function string(bytes: string): string {
  if (unreadableIn(bytes) * 3 > bytes.length)
    return `<${Buffer.from(bytes, 'latin1').toString('hex').toUpperCase()}>`;
  if (!specialInString.test(bytes)) return `(${bytes})`;
  return `(${bytes.replace(/[\\()\r\n]/g, (c) => (c === '\r' ? '\\r' : c === '\n' ? '\\n' : `\\${c}`))})`;
}

function unreadableIn(bytes: string): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) {
    const code = bytes.charCodeAt(i);
    if ((code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) || code > 0x7e) count++;
  }
  return count;
}
