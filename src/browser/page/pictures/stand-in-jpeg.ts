/**
 * Makes a grey JPEG of a given size (ITU-T T.81). Chromium copies a JPEG into the PDF as it is, so that its comment finds
 * the place where another picture belongs. It is small: 12 bits for each square of 16 pixels.
 */

export interface StandInOptions {
  readonly width: number;
  readonly height: number;
  readonly components: 1 | 3;
  /** The segments of the picture that it replaces, which decide how a browser shows it. */
  readonly applicationSegments?: Buffer | undefined;
  readonly comment: string;
}

/** The longest side that the format allows. */
export const maxJpegSide = 65_535;

/** A JFIF 1.1 segment with square pixels, which says nothing of orientation, resolution or colours. */
const plainJfif = segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1'));

const quantizers = segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)]));
/** One code, a single bit: no difference from the block before. All bits are therefore 0. */
const dcCodes = segment(0xc4, huffmanTable(0x00));
/** One code, a single bit: the end of the block. */
const acCodes = segment(0xc4, huffmanTable(0x10));

export function standInJpeg({
  width,
  height,
  components,
  applicationSegments,
  comment,
}: StandInOptions): Buffer {
  const color = components === 3;
  const size = [8, height >> 8, height & 255, width >> 8, width & 255, components];
  // Each component: number, sampling, quantizers.
  const frame = color ? [1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0] : [1, 0x11, 0];
  const scan = color ? [3, 1, 0, 2, 0, 3, 0] : [1, 1, 0];
  const side = color ? 16 : 8;
  const blocks = Math.ceil(width / side) * Math.ceil(height / side) * (color ? 6 : 1);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    applicationSegments?.length ? applicationSegments : plainJfif,
    segment(0xfe, Buffer.from(comment, 'latin1')),
    quantizers,
    segment(0xc0, Buffer.from([...size, ...frame])),
    dcCodes,
    acCodes,
    segment(0xda, Buffer.from([...scan, 0, 63, 0])),
    Buffer.alloc(Math.ceil((blocks * 2) / 8)),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** A table with one code of one bit, for the value 0. */
function huffmanTable(classAndNumber: number): Buffer {
  const counts = Buffer.alloc(16);
  counts[0] = 1;
  return Buffer.concat([Buffer.from([classAndNumber]), counts, Buffer.from([0])]);
}
