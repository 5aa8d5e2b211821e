/**
 * Finds the pixels of a PNG that a PDF can hold as they are (PNG specification, 5; ISO 32000-2, 7.4.4.4): opaque, not
 * interlaced, with at most 8 bits, and in sRGB.
 */
import { crc32 } from 'node:zlib';
import type { DeferredStream } from '#pdf/large-pdf/deferred-streams';

type PixelFormat = NonNullable<DeferredStream['pixels']>;

export interface PngPixels {
  readonly format: PixelFormat;
  /** The offsets of the compressed pixels in the file. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Without them, the pixels mean something else: transparency, other colours, movement, or another orientation. */
const changingChunks = new Set(['tRNS', 'iCCP', 'cICP', 'acTL', 'eXIf']);
/** They change colours, unless the file says that it is in sRGB. */
const colorChunks = new Set(['gAMA', 'cHRM']);

const grey = 0;
const rgb = 2;
const indexed = 3;
/** Bytes of length, type and checksum of a chunk. */
const frameLength = 12;

/** Undefined if it is no PNG, or damaged, or if a browser would show other pixels. */
export function readPng(file: Buffer): PngPixels | undefined {
  if (!file.subarray(0, signature.length).equals(signature)) return undefined;
  const ranges: { start: number; end: number }[] = [];
  const seen = new Set<string>();
  let header: Omit<PixelFormat, 'palette'> & { readonly type: number } = noHeader;
  let palette: Buffer | undefined;
  for (let at = signature.length; at + frameLength <= file.length; ) {
    const start = at + 8;
    const end = start + file.readUInt32BE(at);
    if (end + 4 > file.length) return undefined;
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) return undefined;
    const name = file.toString('latin1', at + 4, start);
    seen.add(name);
    if (changingChunks.has(name)) return undefined;
    if (name === 'IHDR') {
      const read = readHeader(file.subarray(start, end));
      if (!read) return undefined;
      header = read;
    } else if (name === 'PLTE') palette = file.subarray(start, end);
    else if (name === 'IDAT') ranges.push({ start, end });
    else if (name === 'IEND') break;
    at = end + 4;
  }
  if (!seen.has('IHDR') || !seen.has('IEND') || ranges.length === 0) return undefined;
  if (!seen.has('sRGB') && [...colorChunks].some((name) => seen.has(name))) return undefined;
  const { type, ...format } = header;
  if (type !== indexed) return { format, ranges };
  if (!palette || palette.length === 0 || palette.length % 3 !== 0) return undefined;
  return { format: { ...format, palette: Uint8Array.from(palette) }, ranges };
}

const noHeader = { width: 0, height: 0, bitsPerComponent: 8, components: 1, type: grey } as const;

function readHeader(header: Buffer): (Omit<PixelFormat, 'palette'> & { readonly type: number }) | undefined {
  if (header.length !== 13) return undefined;
  const [bits = 0, type = 0, , , interlace] = header.subarray(8);
  if (interlace !== 0 || bits > 8 || ![grey, rgb, indexed].includes(type)) return undefined;
  return {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    bitsPerComponent: bits,
    components: type === rgb ? 3 : 1,
    type,
  };
}
