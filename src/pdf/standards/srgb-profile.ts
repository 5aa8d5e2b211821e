/**
 * The ICC profile of sRGB (ICC.1:2004-10, version 4.2): primaries and a parametric curve, in under 500 bytes. PDF/A
 * needs one, which says what the colours of the document mean.
 */
import { deflateSync } from 'node:zlib';

/** D50, to which all profiles are adapted. */
const white = [0.9642, 1, 0.8249];

/** The primaries of IEC 61966-2-1, adapted from D65 to D50. */
const primaries = {
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
};

/** Adapts D65 to D50 (Bradford). */
const adaptation = [1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168];

/** Exponent and factors of the curve: `((a x + b) ^ g)`, and `c x` below `d`. */
const curve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];

const headerLength = 128;
const tagLength = 12;

let compressed: Uint8Array | undefined;

/** The profile, compressed for a stream with `/FlateDecode`. */
export function compressedSrgbProfile(): Uint8Array {
  compressed ??= deflateSync(makeSrgbProfile(), { level: 9 });
  return compressed;
}

/** The profile. Every call gives the same bytes. */
export function makeSrgbProfile(): Buffer {
  const response = element('para', [number16(3), number16(0), ...curve.map(fixed)]);
  const tags: readonly (readonly [name: string, content: Buffer])[] = [
    ['desc', localized('sRGB')],
    ['cprt', localized('No copyright')],
    ['wtpt', element('XYZ ', white.map(fixed))],
    ['chad', element('sf32', adaptation.map(fixed))],
    ...Object.entries(primaries).map(([name, xyz]) => [name, element('XYZ ', xyz.map(fixed))] as const),
    ['rTRC', response],
    ['gTRC', response],
    ['bTRC', response],
  ];
  const parts: Buffer[] = [];
  const places = new Map<Buffer, number>();
  let end = headerLength + 4 + tags.length * tagLength;
  const table = tags.map(([name, content]) => {
    const at = places.get(content) ?? end;
    if (!places.has(content)) {
      places.set(content, at);
      parts.push(content);
      end += content.length;
    }
    return Buffer.concat([Buffer.from(name, 'latin1'), number32(at), number32(content.length)]);
  });
  return Buffer.concat([makeHeader(end), number32(tags.length), ...table, ...parts]);
}

function makeHeader(size: number): Buffer {
  const header = Buffer.alloc(headerLength);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(0x04_20_00_00, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  // 2004-10-22, the date of the specification.
  for (const [index, part] of [2004, 10, 22, 0, 0, 0].entries()) header.writeUInt16BE(part, 24 + index * 2);
  header.write('acsp', 36, 'latin1');
  Buffer.concat(white.map(fixed)).copy(header, 68);
  return header;
}

/** Text in one language (`multiLocalizedUnicodeType`). */
function localized(text: string): Buffer {
  const units = Buffer.from(text, 'utf16le').swap16();
  const records = [number32(1), number32(12), Buffer.from('enUS', 'latin1'), number32(units.length)];
  return element('mluc', [...records, number32(28), units]);
}

/** A tag's content with its type, padded to whole words. */
function element(type: string, parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), number32(0), ...parts]);
  return Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
}

/** 16 bits before and 16 behind the point. */
function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
}

function number16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
