/** Serializes values as text with one character per byte. */
import { type PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from '../object.ts';
import { type KeyRules, needsDict } from './key-rules.ts';

/** How references and dictionaries inside a value are written. */
export interface SerializeOptions {
  /** Returns `12 0 R`, or `null` for a dangling reference. */
  reference(ref: PdfRef): string;
  /** Returns the dictionary to write instead. The value itself is not changed. */
  instead?: ((dict: PdfDict) => PdfDict) | undefined;
  /** Rules for every dictionary, including nested ones. */
  readonly rules?: KeyRules | undefined;
}

/** Streams cannot occur inside values. The writers handle whole stream objects. */
export function serialize(value: PdfValue, options: SerializeOptions): string {
  if (typeof value === 'number') return number(value);
  if (value instanceof PdfRef) return options.reference(value);
  if (value instanceof PdfName) return name(value.value);
  if (value instanceof PdfString) return string(value.bytes);
  if (value instanceof PdfStream) throw new Error('A stream must be an indirect object.');
  if (Array.isArray(value)) {
    let text = '[';
    for (let i = 0; i < value.length; i++) {
      const item = serialize(value[i] ?? null, options);
      text += i > 0 ? separated(item) : item;
    }
    return `${text}]`;
  }
  if (value instanceof Map) {
    let text = '<<';
    const dict = options.instead ? options.instead(value) : value;
    for (const [key, original] of dict) {
      const item = ruled(key, original, dict, options.rules);
      if (item !== null) text += name(key) + separated(serialize(item, options));
    }
    return `${text}>>`;
  }
  return String(value);
}

function ruled(key: string, value: PdfValue, dict: PdfDict, rules: KeyRules | undefined): PdfValue {
  const rule = rules?.get(key);
  if (!rule) return value;
  const type = dict.get('Type');
  const changed = rule(value, dict, type instanceof PdfName ? type.value : undefined);
  return changed === undefined || changed === needsDict ? value : changed;
}

/** Separates the token from the previous one. A token that starts with a delimiter needs no space. */
export function separated(token: string): string {
  const first = token.charCodeAt(0);
  const delimits = first === 0x2f || first === 0x3c || first === 0x28 || first === 0x5b;
  return delimits ? token : ` ${token}`;
}

/** PDF has no exponent notation. */
function number(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1
    ? value.toFixed(20).replace(/0+$/, '').replace(/\.$/, '')
    : BigInt(value).toString();
}

const plainName = /^[!"$&'*+,\-.0-9:;=?@A-Z\\^_`a-z|~]*$/;

function name(value: string): string {
  if (plainName.test(value)) return `/${value}`;
  return `/${value.replace(/[^!-~]|[#()<>[\]{}/%]/g, (c) => `#${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
}

const special = /[\\()\r\n]/;

/** Literal if that is shorter and readable, otherwise hexadecimal. */
function string(bytes: string): string {
  if (unreadableIn(bytes) * 3 > bytes.length)
    return `<${Buffer.from(bytes, 'latin1').toString('hex').toUpperCase()}>`;
  if (!special.test(bytes)) return `(${bytes})`;
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
