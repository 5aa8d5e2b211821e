/** Values → the bytes of a file, as text with one character a byte. */
import { PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from '../object.ts';

/**
 * `reference` says how a reference reads in the file that is written: `12 0 R`, or `null` for one that leads
 * nowhere. Streams cannot stand inside values; a whole stream object is the writers' business.
 */
export function serialize(value: PdfValue, reference: (ref: PdfRef) => string): string {
  if (typeof value === 'number') return number(value);
  if (value instanceof PdfRef) return reference(value);
  if (value instanceof PdfName) return name(value.value);
  if (value instanceof PdfString) return string(value.bytes);
  if (value instanceof PdfStream) throw new Error('A stream must be an object of its own.');
  if (Array.isArray(value)) {
    let text = '[';
    for (const [i, item] of value.entries()) text += separated(serialize(item, reference), i > 0);
    return `${text}]`;
  }
  if (value instanceof Map) {
    let text = '<<';
    for (const [key, item] of value) text += name(key) + separated(serialize(item, reference), true);
    return `${text}>>`;
  }
  return String(value);
}

/** A token that starts with a delimiter needs no space before it. */
function separated(token: string, needed: boolean): string {
  return needed && !/^[/<([]/.test(token) ? ` ${token}` : token;
}

/** PDF knows no exponents. */
function number(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1
    ? value.toFixed(20).replace(/0+$/, '').replace(/\.$/, '')
    : BigInt(value).toString();
}

function name(value: string): string {
  if (/^[!-~]*$/.test(value) && !/[#()<>[\]{}/%]/.test(value)) return `/${value}`;
  return `/${value.replace(/[^!-~]|[#()<>[\]{}/%]/g, (c) => `#${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
}

/** Literal where that is shorter and readable, else hexadecimal. */
function string(bytes: string): string {
  const unreadable = bytes.match(/[^\t\n\r -~]/g)?.length ?? 0;
  if (unreadable * 3 > bytes.length) return `<${Buffer.from(bytes, 'latin1').toString('hex').toUpperCase()}>`;
  return `(${bytes.replace(/[\\()\r\n]/g, (c) => (c === '\r' ? '\\r' : c === '\n' ? '\\n' : `\\${c}`))})`;
}
