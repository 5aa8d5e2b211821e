/** Finds the streams of a PDF whose data is stored elsewhere: see `DeferredStream`. */
import { type PdfDict, PdfName, PdfStream, PdfString, type PdfValue } from '../object.ts';

/** Pixels as a PNG has them: compressed with Flate, each row with its own predictor. */
export interface PixelFormat {
  readonly width: number;
  readonly height: number;
  readonly bitsPerComponent: number;
  readonly components: 1 | 3;
  /** RGB values, for pixels that are indexes. */
  readonly palette?: Uint8Array | undefined;
}

export interface StreamToInsert {
  /** In bytes. */
  readonly length: number;
  readonly fingerprint: string;
  readonly pixels?: PixelFormat | undefined;
}

export interface InsertedPdf {
  /** The file without the data. Its offsets count the data in. */
  readonly bytes: Uint8Array;
  readonly places: readonly StreamPlace[];
}

/** Where the data of the stream with this index is to be inserted: an offset in the bytes. */
export interface StreamPlace {
  readonly at: number;
  readonly index: number;
}

export interface FoundStream {
  readonly index: number;
  readonly stream: StreamToInsert;
  /** The dictionary for its data. */
  readonly dict: PdfDict;
}

/** Returns the stream in whose place the value is. */
export function findDeferred(
  value: PdfValue,
  secret: string,
  streams: readonly StreamToInsert[],
): FoundStream | undefined {
  if (!(value instanceof PdfStream)) return undefined;
  const index = findPlaceholder(value.data, secret);
  const stream = index === undefined ? undefined : streams[index];
  if (index === undefined || !stream) return undefined;
  return { index, stream, dict: stream.pixels ? pixelDict(value.dict, stream.pixels) : value.dict };
}

/** Keys that describe the data of the picture in whose place the pixels are. */
const keysOfData = ['BitsPerComponent', 'Filter', 'DecodeParms', 'Decode', 'ColorTransform'];

/** The predictor for rows as a PNG has them (ISO 32000-2, 7.4.4.4). */
const pngPredictor = 15;

function pixelDict(
  dict: PdfDict,
  { width, height, bitsPerComponent, components, palette }: PixelFormat,
): PdfDict {
  const pixels = new Map(dict);
  for (const key of keysOfData) pixels.delete(key);
  // The picture in whose place they are has the colours of the browser: sRGB.
  const color = dict.get('ColorSpace') ?? new PdfName('DeviceRGB');
  const grey = new PdfName('DeviceGray');
  const colorSpace = palette ? indexedSpace(color, palette) : components === 3 ? color : grey;
  const parameters: PdfDict = new Map([
    ['Predictor', pngPredictor],
    ['Colors', components],
    ['BitsPerComponent', bitsPerComponent],
    ['Columns', width],
  ]);
  return pixels
    .set('Width', width)
    .set('Height', height)
    .set('ColorSpace', colorSpace)
    .set('BitsPerComponent', bitsPerComponent)
    .set('Filter', new PdfName('FlateDecode'))
    .set('DecodeParms', parameters);
}

const indexedSpace = (base: PdfValue, palette: Uint8Array): PdfValue => [
  new PdfName('Indexed'),
  base,
  palette.length / 3 - 1,
  new PdfString(Buffer.from(palette.buffer, palette.byteOffset, palette.byteLength).toString('latin1')),
];

/** A placeholder is at the start of its stream, after the markers of a JPEG at most. */
const maxPlaceholderOffset = 512 * 1024;

/** Returns the index of the stream whose placeholder the data is, or undefined. */
function findPlaceholder(data: Uint8Array, secret: string): number | undefined {
  const start = Buffer.from(data.buffer, data.byteOffset, Math.min(data.byteLength, maxPlaceholderOffset));
  const at = start.indexOf(secret, 0, 'latin1');
  if (at < 0) return undefined;
  const digits = /^\d{1,9}(?=;)/.exec(start.toString('latin1', at + secret.length, at + secret.length + 10));
  return digits ? Number(digits[0]) : undefined;
}
