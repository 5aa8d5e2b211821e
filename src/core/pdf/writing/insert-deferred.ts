/** Writes a PDF with the real lengths of its deferred streams, and says where their data belongs. */
import { ObjectCopier } from '../copying/object-copier.ts';
import { type PdfDict, PdfName, PdfStream, PdfString, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { PdfReader } from '../reading/reader.ts';
import { PdfWriter } from './writer.ts';

/** Pixels as a PNG has them: compressed with Flate, each row with its own predictor. */
export interface PixelFormat {
  readonly width: number;
  readonly height: number;
  readonly bitsPerComponent: number;
  readonly components: 1 | 3;
  /** RGB values, for pixels that are indexes. */
  readonly palette?: Uint8Array | undefined;
}

/** A stream whose data is stored elsewhere: see `DeferredStream`. */
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

/** The data of the stream with this index belongs into the bytes at this offset. */
export interface StreamPlace {
  readonly at: number;
  readonly index: number;
}

/** Throws `PdfError`. */
export function insertDeferred(
  pdf: Uint8Array,
  secret: string,
  streams: readonly StreamToInsert[],
): InsertedPdf {
  const file = new PdfReader(pdf);
  const writer = new PdfWriter();
  writer.needVersion(file.version);
  const copier = new ObjectCopier(file, writer);
  const indexes: number[] = [];
  const { crossReference } = file.structure;
  for (const number of crossReference.numbers) {
    const entry = crossReference.find(number);
    if (entry.kind !== 'plain') continue;
    const ref = file.ref(number, entry.generation);
    const value = file.resolve(ref);
    const index = value instanceof PdfStream ? findPlaceholder(value.data, secret) : undefined;
    const stream = index === undefined ? undefined : streams[index];
    if (index === undefined || !stream || !(value instanceof PdfStream)) {
      file.forget(ref);
      continue;
    }
    const target = writer.reserve();
    copier.map(ref, target);
    const dict = stream.pixels ? pixelDict(value.dict, stream.pixels) : value.dict;
    const head = writer.text(new Map(dict).set('Length', stream.length), copier.translation);
    writer.writeStreamLater(target, head, { length: stream.length, fingerprint: stream.fingerprint });
    indexes.push(index);
  }
  const root = copier.fromTrailer('Root');
  if (!root) throw new PdfError('malformed', 'The PDF has no catalog.');
  const info = copier.fromTrailer('Info');
  copier.drain();
  const { bytes, gaps } = writer.finishWithGaps(root, info ?? undefined);
  return { bytes, places: gaps.map((at, i) => ({ at, index: indexes[i] ?? 0 })) };
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
