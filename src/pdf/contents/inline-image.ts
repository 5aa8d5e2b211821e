/** Where the data of an inline image ends (ISO 32000-2, 8.9.7). Nothing says so: `EI` may also be a part of the data. */
import { inflateSync } from 'node:zlib';
import { getName, type PdfDict, type PdfValue, toList } from '../object.ts';
import { endsToken, isWhiteSpace } from '../reading/character-class.ts';
import { isWordAt } from '../reading/is-word-at.ts';

/** White space between the data and `EI`. Producers write none, a line end, or a space and a line end. */
const maxSpace = 4;

/** Bytes of a decompressed image. Larger ones do not belong in a content stream. */
const maxInflated = 64 * 2 ** 20;

/**
 * Returns the position after `EI`, or -1 if there is none. `start`: of the data. Filters and sizes say where it ends; where they do
 * not, or say what is not true, the first `EI` does that is followed by text.
 */
export function findInlineImageEnd(content: Buffer, start: number, dict: PdfDict): number {
  const end = dataEnd(content, start, dict);
  return (end === undefined ? undefined : endAfter(content, end)) ?? searchEnd(content, start);
}

/** The end of the first of its filters. Undefined where only a search can find it. */
function dataEnd(content: Buffer, start: number, dict: PdfDict): number | undefined {
  const filter = getName(toList(dict.get('F') ?? dict.get('Filter'))[0]);
  switch (filter) {
    case undefined: {
      const length = plainLength(dict);
      return length === undefined ? undefined : start + length;
    }
    case 'A85':
    case 'ASCII85Decode':
      return found(content.indexOf('~>', start, 'latin1'), 2);
    case 'AHx':
    case 'ASCIIHexDecode':
      return found(content.indexOf('>', start, 'latin1'), 1);
    case 'Fl':
    case 'FlateDecode':
      return inflatedEnd(content, start);
    case 'RL':
    case 'RunLengthDecode':
      return runLengthEnd(content, start);
    default:
      return undefined;
  }
}

const found = (at: number, length: number): number | undefined => (at < 0 ? undefined : at + length);

const components: Readonly<Record<string, number>> = {
  G: 1,
  DeviceGray: 1,
  RGB: 3,
  DeviceRGB: 3,
  CMYK: 4,
  DeviceCMYK: 4,
  I: 1,
  Indexed: 1,
};

/** Bytes of an image without a filter. Undefined if its colour space is one of the page's resources. */
function plainLength(dict: PdfDict): number | undefined {
  const entry = (short: string, long: string): PdfValue => dict.get(short) ?? dict.get(long) ?? null;
  const [width, height] = [entry('W', 'Width'), entry('H', 'Height')];
  const isMask = entry('IM', 'ImageMask') === true;
  const bits = isMask ? 1 : entry('BPC', 'BitsPerComponent');
  const [space] = toList(entry('CS', 'ColorSpace'));
  const count = isMask ? 1 : components[getName(space) ?? ''];
  if (typeof width !== 'number' || typeof height !== 'number' || typeof bits !== 'number') return undefined;
  return count === undefined ? undefined : Math.ceil((width * bits * count) / 8) * height;
}

function inflatedEnd(content: Buffer, start: number): number | undefined {
  try {
    const options = { info: true, maxOutputLength: maxInflated } as const;
    // The types of Node.js do not know what `info` returns.
    const { engine } = inflateSync(content.subarray(start), options) as unknown as {
      readonly engine: { readonly bytesWritten: number };
    };
    return start + engine.bytesWritten;
  } catch {
    return undefined;
  }
}

/** A length byte of 128 ends the data (7.4.5). */
function runLengthEnd(content: Buffer, start: number): number | undefined {
  let at = start;
  for (let length = content[at]; length !== undefined; length = content[at]) {
    if (length === 128) return at + 1;
    at += length < 128 ? length + 2 : 2;
  }
  return undefined;
}

/** The position after an `EI` that follows the data. */
function endAfter(content: Buffer, dataEnd: number): number | undefined {
  let at = dataEnd;
  while (at < dataEnd + maxSpace && isWhiteSpace(content[at])) at++;
  return isWordAt(content, at, 'EI') && endsToken(content[at + 2]) ? at + 2 : undefined;
}

/** More bytes after `EI` than binary data resembles text by chance. */
const textLength = 12;

function searchEnd(content: Buffer, start: number): number {
  for (
    let at = content.indexOf('EI', start, 'latin1');
    at >= 0;
    at = content.indexOf('EI', at + 1, 'latin1')
  ) {
    if (!isWhiteSpace(content[at - 1]) && at !== start) continue;
    const end = at + 2;
    if (end < content.length && !isWhiteSpace(content[end])) continue;
    if (content.subarray(end, end + textLength).every(isTextByte)) return end;
  }
  return -1;
}

function isTextByte(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || isWhiteSpace(byte);
}
