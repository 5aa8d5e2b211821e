/** Encodes the pictures of a PDF as JPEG where that makes them smaller: photos that a program stored without loss. */

import { rewriteFile } from '../copying/rewrite-file.ts';
import { getPages } from '../document/page-tree.ts';
import {
  isDict,
  isNamed,
  type PdfDict,
  PdfName,
  PdfRef,
  PdfStream,
  type PdfValue,
  toList,
} from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { PdfReader } from '../reading/reader.ts';
import { IncrementalUpdate } from '../writing/incremental-update.ts';
import { encodeJpeg, type Picture } from './encode-jpeg.ts';

/** Pixels of one picture: A3 at 600 dpi. */
const maxPixels = 70_000_000;

/** Pixels of a side that JPEG has. */
const maxSide = 65_500;

/** Resources of drawings that are within each other. */
const maxDepth = 20;

/** Filters that lose nothing: the picture was not encoded as one before. */
const lossless = ['FlateDecode', 'LZWDecode', 'RunLengthDecode', 'ASCII85Decode', 'ASCIIHexDecode'];

/**
 * `quality`: from 1 to 100. Masks, pictures with few colours and those in other colours than grey and RGB stay as they are,
 * and so does the file if nothing becomes smaller. Throws `malformed`, `too_large`.
 *
 * @example
 * compressImages(scan, 80);
 */
export function compressImages(pdf: Uint8Array, quality: number): Uint8Array {
  const file = new PdfReader(pdf);
  const update = new IncrementalUpdate(file);
  for (const ref of findImages(file)) {
    const stream = file.resolve(ref);
    const smaller = stream instanceof PdfStream ? compressed(file, stream, quality) : undefined;
    if (smaller) update.replace(ref, smaller);
  }
  if (update.isEmpty) return pdf;
  // What was replaced goes.
  const updated = Buffer.concat([pdf, update.bytes(new Map())]);
  return rewriteFile(new PdfReader(updated), { compact: false });
}

/** The pictures that pages and the drawings within them show. */
function findImages(file: PdfReader): ReadonlySet<PdfRef> {
  const images = new Set<PdfRef>();
  const seen = new Set<PdfDict>();
  const visit = (value: PdfValue | undefined, depth: number): void => {
    const resources = file.resolve(value);
    if (!isDict(resources) || seen.has(resources) || depth > maxDepth) return;
    seen.add(resources);
    for (const kind of ['XObject', 'Pattern']) {
      for (const item of file.dict(resources, kind)?.values() ?? []) {
        const stream = file.resolve(item);
        if (!(stream instanceof PdfStream)) continue;
        if (isNamed(file.get(stream.dict, 'Subtype'), 'Image') && item instanceof PdfRef) images.add(item);
        else visit(stream.dict.get('Resources'), depth + 1);
      }
    }
  };
  for (const { inherited } of getPages(file)) visit(inherited.get('Resources'), 0);
  return images;
}

function compressed(file: PdfReader, stream: PdfStream, quality: number): PdfStream | undefined {
  const picture = readPicture(file, stream);
  if (!picture) return undefined;
  const data = encodeJpeg(picture, quality);
  if (data.length >= stream.data.length) return undefined;
  const dict = new Map(stream.dict).set('Filter', new PdfName('DCTDecode'));
  dict.delete('DecodeParms');
  return new PdfStream(dict, data);
}

/** Undefined for a picture that is none, is encoded with loss already, or has other colours. */
function readPicture(file: PdfReader, stream: PdfStream): Picture | undefined {
  const { dict } = stream;
  const filters = toList(file.get(dict, 'Filter')).map((filter) => file.resolve(filter));
  const isPlain = filters.every((filter) => filter instanceof PdfName && lossless.includes(filter.value));
  const [width, height] = [file.number(dict, 'Width') ?? 0, file.number(dict, 'Height') ?? 0];
  const isUsual =
    isPlain &&
    file.number(dict, 'BitsPerComponent') === 8 &&
    file.get(dict, 'ImageMask') !== true &&
    // The values that a mask of colours names would be others.
    !Array.isArray(file.get(dict, 'Mask'));
  const hasSize = [width, height].every((side) => Number.isInteger(side) && side > 0 && side <= maxSide);
  if (!isUsual || !hasSize || width * height > maxPixels) return undefined;
  const components = componentsOf(file, dict.get('ColorSpace'));
  if (components === undefined) return undefined;
  const samples = decoded(file, stream);
  if (!samples || samples.length < width * height * components) return undefined;
  return { width, height, components, samples };
}

/** Damaged data stays as it is. */
function decoded(file: PdfReader, stream: PdfStream): Uint8Array | undefined {
  try {
    return file.decode(stream);
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_large') return undefined;
    throw error;
  }
}

function componentsOf(file: PdfReader, value: PdfValue | undefined): 1 | 3 | undefined {
  const space = file.resolve(value);
  const [family, profile] = Array.isArray(space) ? space.map((item) => file.resolve(item)) : [space];
  if (!(family instanceof PdfName)) return undefined;
  if (family.value === 'DeviceRGB' || family.value === 'CalRGB') return 3;
  if (family.value === 'DeviceGray' || family.value === 'CalGray') return 1;
  if (family.value !== 'ICCBased' || !(profile instanceof PdfStream)) return undefined;
  const count = file.number(profile.dict, 'N');
  return count === 1 || count === 3 ? count : undefined;
}
