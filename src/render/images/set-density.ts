/**
 * Writes the resolution into an image, so that programs show and place it in the size of the page. Chromium writes none.
 * WebP has no field for it.
 */
import { crc32 } from 'node:zlib';
import type { ImageFormat } from './image-format.ts';

const metresPerInch = 0.0254;

/**
 * Returns the image with its resolution.
 *
 * Sources: PNG (third edition) 11.3.4.3 `pHYs`, which comes before the data of the image, here behind `IHDR`; JFIF 1.02,
 * the `APP0` segment that begins a file.
 */
export function setDensity(image: Buffer, format: ImageFormat, dpi: number): Buffer {
  if (format === 'png') return insertPhysicalSize(image, Math.round(dpi / metresPerInch));
  if (format === 'jpeg' && image.toString('latin1', 6, 11) === 'JFIF\0') {
    const copy = Buffer.from(image);
    // The unit (1: per inch), and the two densities.
    copy.writeUInt8(1, 13);
    copy.writeUInt16BE(Math.round(dpi), 14);
    copy.writeUInt16BE(Math.round(dpi), 16);
    return copy;
  }
  return image;
}

/** The signature, and `IHDR`: length, type, 13 bytes, checksum. */
const headLength = 8 + 4 + 4 + 13 + 4;

function insertPhysicalSize(png: Buffer, perMetre: number): Buffer {
  const chunk = Buffer.alloc(4 + 4 + 9 + 4);
  chunk.writeUInt32BE(9, 0);
  chunk.write('pHYs', 4, 'latin1');
  chunk.writeUInt32BE(perMetre, 8);
  chunk.writeUInt32BE(perMetre, 12);
  chunk.writeUInt8(1, 16);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 17)), 17);
  return Buffer.concat([png.subarray(0, headLength), chunk, png.subarray(headLength)]);
}
