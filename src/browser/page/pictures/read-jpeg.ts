/** Finds what a browser learns of a JPEG without decoding it (ITU-T T.81, B.1.1). */

export interface JpegFacts {
  readonly width: number;
  readonly height: number;
  readonly components: 1 | 3;
  /** The application segments, with their markers: orientation, resolution, colour profile. */
  readonly applicationSegments: Buffer;
}

const startOfImage = 0xd8;
const startOfScan = 0xda;
const endOfImage = Buffer.from([0xff, 0xd9]);
/** Baseline, extended and progressive frames with Huffman codes. */
const frames = new Set([0xc0, 0xc1, 0xc2]);
/** Other frames: lossless, hierarchical, arithmetic codes. */
const otherFrames = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
/** Profiles and previews. Longer ones would make the replacement as large as the picture. */
const maxApplicationBytes = 256 * 1024;
/** Bytes at the end in which the end of the image is looked for: some cameras add padding. */
const maxPadding = 64 * 1024;

/** Undefined if it is no JPEG, or cut off, or in a form that a PDF cannot hold as it is. */
export function readJpeg(file: Buffer): JpegFacts | undefined {
  if (file[0] !== 0xff || file[1] !== startOfImage) return undefined;
  if (!file.subarray(-maxPadding).includes(endOfImage)) return undefined;
  const segments: Buffer[] = [];
  let frame: Omit<JpegFacts, 'applicationSegments'> | undefined;
  for (let at = 2; at + 4 <= file.length; ) {
    if (file[at] !== 0xff) return undefined;
    const marker = file[at + 1] ?? 0;
    // Bytes of 255 may fill the space before a marker.
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === startOfScan) {
      const applicationSegments = Buffer.concat(segments);
      return frame && applicationSegments.length <= maxApplicationBytes
        ? { ...frame, applicationSegments }
        : undefined;
    }
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (end > file.length || otherFrames.has(marker)) return undefined;
    if (marker >= 0xe0 && marker <= 0xef) segments.push(file.subarray(at, end));
    else if (frames.has(marker)) {
      frame = readFrame(file.subarray(at + 4, end));
      if (!frame) return undefined;
    }
    at = end;
  }
  return undefined;
}

function readFrame(frame: Buffer): Omit<JpegFacts, 'applicationSegments'> | undefined {
  if (frame.length < 6) return undefined;
  const [precision, , , , , components] = frame;
  if (precision !== 8 || (components !== 1 && components !== 3)) return undefined;
  // Some programs name the components and mean RGB.
  if (components === 3 && frame[6] === 0x52) return undefined;
  const [height, width] = [frame.readUInt16BE(1), frame.readUInt16BE(3)];
  return width > 0 && height > 0 ? { width, height, components } : undefined;
}
