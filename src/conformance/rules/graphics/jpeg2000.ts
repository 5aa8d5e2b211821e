/** The header of JPEG 2000 images (ISO/IEC 15444-1, annex I). */
import { getName, type PdfStream, toList } from '#pdf/object';
import type { CheckedDocument } from '../../model/checked-document.ts';

export interface Jpeg2000 {
  readonly channels: number;
  /** Bits of each channel. 256 if they differ. 0 if the image has no header. */
  readonly bitDepth: number;
  readonly hasChannelDepths: boolean;
  readonly colors: readonly ColorSpecification[];
}

export interface ColorSpecification {
  readonly method: number;
  readonly approximation: number;
  /** Number of an enumerated colour space. */
  readonly enumerated: number | undefined;
}

const signature = Buffer.from('0000000c6a5020200d0a870a', 'hex');
const headerBox = 'jp2h';

/** Undefined for images of other kinds. */
export function readJpeg2000({ file }: CheckedDocument, { dict, data }: PdfStream): Jpeg2000 | undefined {
  const filters = toList(file.get(dict, 'Filter')).map((filter) => getName(file.resolve(filter)));
  if (filters.length !== 1 || filters[0] !== 'JPXDecode') return undefined;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const image = { channels: 0, bitDepth: 0, hasChannelDepths: false, colors: [] as ColorSpecification[] };
  if (!bytes.subarray(0, signature.length).equals(signature)) return image;
  const [header] = [...boxes(bytes)].filter(({ type }) => type === headerBox);
  for (const { type, content } of header ? boxes(header.content) : []) {
    if (type === 'ihdr' && content.length === 14) {
      image.channels = content.readUInt16BE(8);
      // The sign bit is the highest.
      image.bitDepth = content.readInt8(10) + 1;
    } else if (type === 'bpcc') {
      image.hasChannelDepths = true;
    } else if (type === 'colr' && content.length >= 3) {
      const method = content.readUInt8(0);
      const enumerated = method === 1 && content.length >= 7 ? content.readUInt32BE(3) : undefined;
      image.colors.push({ method, approximation: content.readUInt8(2), enumerated });
    }
  }
  return image;
}

interface Box {
  readonly type: string;
  readonly content: Buffer;
}

function* boxes(bytes: Buffer): Generator<Box> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    let length = bytes.readUInt32BE(at);
    let start = at + 8;
    if (length === 1 && at + 16 <= bytes.length) {
      length = Number(bytes.readBigUInt64BE(at + 8));
      start = at + 16;
    }
    const end = length === 0 ? bytes.length : at + length;
    if (end < start || end > bytes.length) return;
    yield { type, content: bytes.subarray(start, end) };
    at = end;
  }
}

/** The specification that viewers use. Undefined if it is not clear which. */
export function chosenColor({ colors }: Jpeg2000): ColorSpecification | undefined {
  return (
    colors.find(({ approximation }) => approximation === 1) ?? (colors.length === 1 ? colors[0] : undefined)
  );
}

const enumeratedCmyk = 12;

/** The device colour space of an image without a colour space in the PDF. */
export function jpegColorSpace(image: Jpeg2000 | undefined): 'DeviceCMYK' | undefined {
  return image && chosenColor(image)?.enumerated === enumeratedCmyk ? 'DeviceCMYK' : undefined;
}
