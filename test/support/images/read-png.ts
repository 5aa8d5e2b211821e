/** Reads a PNG as Chromium writes it: 8 bits for each of red, green, blue and maybe alpha, which is opaque; not interlaced. */
import { inflateSync } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel, row by row. */
  readonly data: Uint8Array;
  /** Pixels per metre, from `pHYs`. */
  readonly density: number | undefined;
}

export function readPng(png: Uint8Array): Pixels {
  const bytes = Buffer.from(png);
  if (bytes.toString('latin1', 1, 4) !== 'PNG') throw new Error('not a PNG');
  const parts: Buffer[] = [];
  let [width, height, kind] = [0, 0, ''];
  let density: number | undefined;
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
      kind = body.subarray(8).join();
    }
    if (type === 'pHYs') density = body.readUInt32BE(0);
    if (type === 'IDAT') parts.push(body);
    at += length + 12;
  }
  const channels = { '8,6,0,0,0': 4, '8,2,0,0,0': 3 }[kind];
  if (channels === undefined) throw new Error(`another kind of PNG: ${kind}`);
  const rows = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const all = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : (all[y * stride + x - channels] ?? 0);
      const up = y === 0 ? 0 : (all[(y - 1) * stride + x] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (all[(y - 1) * stride + x - channels] ?? 0);
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      all[y * stride + x] = (rows[y * (stride + 1) + 1 + x] ?? 0) + predicted;
    }
  }
  if (channels === 3) return { width, height, data: all, density };
  const data = all.filter((value, index) => {
    if (index % 4 === 3 && value !== 255) throw new Error('a pixel is not opaque');
    return index % 4 < 3;
  });
  return { width, height, data, density };
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(left + up - corner - value)) as [
    number,
    number,
    number,
  ];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
