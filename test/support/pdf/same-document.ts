/** Compares two PDFs as documents: whatever the numbers and places of their objects, and how their streams are compressed. */
import { isDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from '../../../src/pdf/object.ts';
import { PdfError } from '../../../src/pdf/pdf-error.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';

/** How the data of a stream is stored. */
const keysOfStorage = new Set(['Length', 'Filter', 'DecodeParms']);

/** Returns the path of the first difference below the catalog or the properties, or undefined. */
export function findDifference(one: Uint8Array, other: Uint8Array): string | undefined {
  const [first, second] = [new PdfReader(one), new PdfReader(other)];
  const paired = new Map<PdfRef, PdfRef>();
  const pending: [path: string, a: PdfValue, b: PdfValue][] = ['Root', 'Info'].map((key) => [
    key,
    first.trailer.get(key) ?? null,
    second.trailer.get(key) ?? null,
  ]);
  for (let next = pending.pop(); next; next = pending.pop()) {
    let [path, a, b] = next;
    if (a instanceof PdfRef && b instanceof PdfRef) {
      const known = paired.get(a);
      if (known !== undefined) {
        if (known !== b) return `${path}: another object`;
        continue;
      }
      paired.set(a, b);
    }
    if (a instanceof PdfRef !== b instanceof PdfRef) return `${path}: only one is a reference`;
    [a, b] = [first.resolve(a), second.resolve(b)];
    const kinds = [a, b].map(kindOf);
    if (kinds[0] !== kinds[1]) return `${path}: ${kinds.join(' and ')}`;
    if (a instanceof PdfStream && b instanceof PdfStream) {
      if (!decoded(first, a).equals(decoded(second, b))) return `${path}: other data`;
      [a, b] = [a, b].map(({ dict }) => new Map([...dict].filter(([key]) => !keysOfStorage.has(key)))) as [
        Map<string, PdfValue>,
        Map<string, PdfValue>,
      ];
    }
    if (isDict(a) && isDict(b)) {
      const keys = [...a.keys()].sort();
      if (keys.join() !== [...b.keys()].sort().join()) return `${path}: ${keys} and ${[...b.keys()].sort()}`;
      for (const key of keys) pending.push([`${path}.${key}`, a.get(key) ?? null, b.get(key) ?? null]);
    } else if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return `${path}: ${a.length} and ${b.length} items`;
      for (const [i, item] of a.entries()) pending.push([`${path}.${i}`, item, b[i] ?? null]);
    } else if (textOf(a) !== textOf(b)) return `${path}: ${textOf(a)} and ${textOf(b)}`;
  }
  return undefined;
}

function kindOf(value: PdfValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value === 'object' ? value.constructor.name : typeof value;
}

function textOf(value: PdfValue): string {
  if (value instanceof PdfName) return `/${value.value}`;
  return value instanceof PdfString ? `(${value.bytes})` : String(value);
}

/** As stored, if a filter is none that the reader knows, such as that of a JPEG. */
function decoded(file: PdfReader, stream: PdfStream): Buffer {
  try {
    return Buffer.from(file.decode(stream));
  } catch (error) {
    if (error instanceof PdfError) return Buffer.from(stream.data);
    throw error;
  }
}
