/**
 * Whether a PDF of Chromium has a plain grey image. A stand-in is one: where Chromium drew it pixel by pixel, such as a part
 * of it, the picture itself has to be drawn instead.
 */
import { constants, inflateSync } from 'node:zlib';

/** Images with fewer pixels are no parts of pictures. */
const minPixels = 64;
/** A plain image compresses by a factor of about 1,000. Chromium stores up to four bytes for a pixel. */
const minPixelsPerByte = 50;
/** The value of each colour component of a stand-in, from 0 to 255. */
const grey = 128;
/** Bytes that are decompressed, and that are compared. */
const maxCompressed = 1024;
const maxCompared = 12_288;

/** `secret`: what the data of pictures that are stored elsewhere begins with. They are too large to be plain. */
export function hasGreyImage(pdf: Buffer, secret: string): boolean {
  for (let at = pdf.indexOf('/Subtype /Image'); at >= 0; at = pdf.indexOf('/Subtype /Image', at + 1)) {
    const text = pdf.toString('latin1', at, at + 600);
    const start = text.indexOf('stream\n');
    const dict = start < 0 ? text : text.slice(0, start);
    if (!dict.includes('/FlateDecode') || start < 0) continue;
    const [width, height, length] = ['Width', 'Height', 'Length'].map((key) =>
      Number(new RegExp(`/${key} (\\d+)`).exec(dict)?.[1] ?? 0),
    ) as [number, number, number];
    if (width * height < minPixels || length * minPixelsPerByte > width * height) continue;
    const data = at + start + 'stream\n'.length;
    const content = pdf.subarray(data, data + length);
    if (!content.includes(secret, 0, 'latin1') && isGrey(content)) return true;
  }
  return false;
}

/** Whether the first pixels are all the same medium grey. Colour profiles change it a little. */
function isGrey(compressed: Buffer): boolean {
  try {
    const first = compressed.subarray(0, maxCompressed);
    const values = inflateSync(first, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, maxCompared);
    const [value = 0] = values;
    return Math.abs(value - grey) <= 8 && values.every((each) => Math.abs(each - value) <= 1);
  } catch {
    return true;
  }
}
