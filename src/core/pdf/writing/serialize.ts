/** Values → the bytes of a file, as text with one character a byte. */
import { type PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from '../object.ts';

/** How what stands in a value reads in the file that is written. */
export interface Wording {
  /** `12 0 R`, or `null` for a reference that leads nowhere. */
  reference(ref: PdfRef): string;
  /** The dictionary to write instead; the value itself is left as it is. */
  rewrite?: ((dict: PdfDict) => PdfDict) | undefined;
}

/** Streams cannot stand inside values; a whole stream object is the writers' business. */
export function serialize(value: PdfValue, wording: Wording): string {
  if (typeof value === 'number') return number(value);
  if (value instanceof PdfRef) return wording.reference(value);
  if (value instanceof PdfName) return name(value.value);
  if (value instanceof PdfString) return string(value.bytes);
  if (value instanceof PdfStream) throw new Error('A stream must be an object of its own.');
  if (Array.isArray(value)) {
    let text = '[';
    for (let i = 0; i < value.length; i++) text += separated(serialize(value[i] ?? null, wording), i > 0);
    return `${text}]`;
  }
  if (value instanceof Map) {
    let text = '<<';
    const dict = wording.rewrite ? wording.rewrite(value) : value;
    for (const [key, item] of dict) text += name(key) + separated(serialize(item, wording), true);
    return `${text}>>`;
  }
  return String(value);
}

/** A token that starts with a delimiter needs no space before it. */
function separated(token: string, needed: boolean): string {
  const first = token.charCodeAt(0);
  const delimits = first === 0x2f || first === 0x3c || first === 0x28 || first === 0x5b;
  return needed && !delimits ? ` ${token}` : token;
}

/** PDF knows no exponents. */
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

/** Literal where that is shorter and readable, else hexadecimal. */
function string(bytes: string): string {
  const unreadable = bytes.match(/[^\t\n\r -~]/g)?.length ?? 0;
  if (unreadable * 3 > bytes.length) return `<${Buffer.from(bytes, 'latin1').toString('hex').toUpperCase()}>`;
  return `(${bytes.replace(/[\\()\r\n]/g, (c) => (c === '\r' ? '\\r' : c === '\n' ? '\\n' : `\\${c}`))})`;
}
