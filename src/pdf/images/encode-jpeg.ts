/** Encodes pictures as baseline JPEG (ITU-T T.81), with the quantization and Huffman tables of its annex K. */

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Grey, or red, green and blue. */
  readonly components: 1 | 3;
  /** A byte for each component of each pixel, row by row. */
  readonly samples: Uint8Array;
}

/** The places of an 8×8 block in the order of a zigzag. */
const zigzag: readonly number[] = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
];

/** Tables K.1 and K.2, for quality 50. */
const brightness: readonly number[] = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
  29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
  121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
];
const colour: readonly number[] = [
  17,
  18,
  24,
  47,
  99,
  99,
  99,
  99,
  18,
  21,
  26,
  66,
  99,
  99,
  99,
  99,
  24,
  26,
  56,
  99,
  99,
  99,
  99,
  99,
  47,
  66,
  ...Array.from({ length: 38 }, () => 99),
];

interface Huffman {
  /** How many codes have 1, 2, … 16 bits. */
  readonly counts: readonly number[];
  readonly values: readonly number[];
}

const hex = (text: string): readonly number[] => [...Buffer.from(text.replace(/\s/g, ''), 'hex')];

/** Tables K.3 to K.6: differences and coefficients, of brightness and of colour. */
const huffman: Readonly<Record<'dc0' | 'ac0' | 'dc1' | 'ac1', Huffman>> = {
  dc0: { counts: hex('00010501010101010100000000000000'), values: hex('000102030405060708090a0b') },
  dc1: { counts: hex('00030101010101010101010000000000'), values: hex('000102030405060708090a0b') },
  ac0: {
    counts: hex('0002010303020403050504040000017d'),
    values: hex(`01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25
      262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a929394
      95969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3
      f4f5f6f7f8f9fa`),
  },
  ac1: {
    counts: hex('00020102040403040705040400010277'),
    values:
      hex(`0001020311040521310612415107617113223281081442 91a1b1c109233352f0156272d10a162434e125f11718191a
      262728292a35363738393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a929394
      95969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5
      f6f7f8f9fa`),
  },
};

/** Value → its code and how many bits that has. */
type Codes = readonly (readonly [code: number, length: number] | undefined)[];

function codesOf({ counts, values }: Huffman): Codes {
  const codes: (readonly [number, number] | undefined)[] = [];
  let [code, next] = [0, 0];
  for (const [index, count] of counts.entries()) {
    for (let i = 0; i < count; i++) codes[values[next++] ?? 0] = [code++, index + 1];
    code <<= 1;
  }
  return codes;
}

/** The cosine of each frequency at each place, scaled so that the transform keeps lengths. */
const cosines = Float32Array.from({ length: 64 }, (_, i) => {
  const [frequency, place] = [i >> 3, i & 7];
  return (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * place + 1) * frequency * Math.PI) / 16);
});

/** From 90 on, colours are as fine as brightness; below, they have half of its resolution. */
const fineColour = 90;

/**
 * Takes about 0.1 s for a million pixels.
 *
 * @example
 * encodeJpeg({ width: 2, height: 1, components: 1, samples: Uint8Array.of(0, 255) }, 80);
 */
export function encodeJpeg({ width, height, components, samples }: Picture, quality: number): Buffer {
  const scale = quality < 50 ? 5000 / quality : 200 - quality * 2;
  const scaled = (table: readonly number[]) =>
    table.map((value) => Math.min(255, Math.max(1, Math.floor((value * scale + 50) / 100))));
  const tables = components === 1 ? [scaled(brightness)] : [scaled(brightness), scaled(colour)];
  const step = components === 3 && quality < fineColour ? 2 : 1;
  const planes = toPlanes({ width, height, components, samples });
  const bits = new BitWriter();
  const coders = [0, 1].map(
    (table) =>
      new BlockCoder(
        bits,
        tables[Math.min(table, tables.length - 1)] ?? [],
        codesOf(table === 0 ? huffman.dc0 : huffman.dc1),
        codesOf(table === 0 ? huffman.ac0 : huffman.ac1),
      ),
  );
  const before = planes.map(() => 0);
  const size = 8 * step;
  for (let top = 0; top < height; top += size) {
    for (let left = 0; left < width; left += size) {
      for (const [index, plane] of planes.entries()) {
        const coder = coders[index === 0 ? 0 : 1];
        const fine = index === 0 ? step : 1;
        for (let block = 0; block < fine * fine; block++) {
          const place = { left: left + (block % fine) * 8, top: top + Math.floor(block / fine) * 8 };
          const read = { plane, width, height, step: index === 0 ? 1 : step, ...place };
          before[index] = coder?.write(read, before[index] ?? 0) ?? 0;
        }
      }
    }
  }
  return Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    ...tables.map((table, i) => segment(0xdb, [i, ...zigzag.map((place) => table[place] ?? 1)])),
    frame({ width, height, components, step }),
    ...(['dc', 'ac'] as const).flatMap((kind, type) =>
      tables.map((_, i) => {
        const { counts, values } = huffman[`${kind}${i === 0 ? 0 : 1}`];
        return segment(0xc4, [(type << 4) | i, ...counts, ...values]);
      }),
    ),
    segment(0xda, [components, ...planes.flatMap((_, i) => [i + 1, i === 0 ? 0 : 0x11]), 0, 63, 0]),
    bits.finish(),
    Buffer.from('ffd9', 'hex'),
  ]);
}

function segment(marker: number, bytes: readonly number[]): Buffer {
  const length = bytes.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...bytes]);
}

function frame({
  width,
  height,
  components,
  step,
}: Pick<Picture, 'width' | 'height' | 'components'> & { readonly step: number }): Buffer {
  const parts = Array.from({ length: components }, (_, i) => [
    i + 1,
    i === 0 ? step * 0x11 : 0x11,
    i === 0 ? 0 : 1,
  ]);
  return segment(0xc0, [
    8,
    height >> 8,
    height & 0xff,
    width >> 8,
    width & 0xff,
    components,
    ...parts.flat(),
  ]);
}

/** Brightness, and two differences of colour (JFIF 1.02), all around zero. */
function toPlanes({ width, height, components, samples }: Picture): readonly Float32Array[] {
  const count = width * height;
  const planes = Array.from({ length: components }, () => new Float32Array(count));
  const [bright, blue, red] = planes;
  if (!bright) return planes;
  if (!blue || !red) {
    for (let i = 0; i < count; i++) bright[i] = (samples[i] ?? 0) - 128;
    return planes;
  }
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    const [r = 0, g = 0, b = 0] = [samples[at], samples[at + 1], samples[at + 2]];
    bright[i] = 0.299 * r + 0.587 * g + 0.114 * b - 128;
    blue[i] = -0.168736 * r - 0.331264 * g + 0.5 * b;
    red[i] = 0.5 * r - 0.418688 * g - 0.081312 * b;
  }
  return planes;
}

interface BlockPlace {
  readonly plane: Float32Array;
  readonly width: number;
  readonly height: number;
  /** How many pixels in a row are one sample. */
  readonly step: number;
  readonly left: number;
  readonly top: number;
}

class BlockCoder {
  readonly #bits: BitWriter;
  readonly #table: readonly number[];
  readonly #differences: Codes;
  readonly #coefficients: Codes;
  readonly #block = new Float32Array(64);
  readonly #rows = new Float32Array(64);

  constructor(bits: BitWriter, table: readonly number[], differences: Codes, coefficients: Codes) {
    this.#bits = bits;
    this.#table = table;
    this.#differences = differences;
    this.#coefficients = coefficients;
  }

  /** Returns the mean of the block, from which that of the next one is counted. */
  write(place: BlockPlace, before: number): number {
    this.#read(place);
    transform(this.#block, this.#rows);
    transform(this.#rows, this.#block);
    const coefficient = (i: number) => Math.round((this.#block[i] ?? 0) / (this.#table[i] ?? 1));
    const mean = coefficient(0);
    this.#number(this.#differences, 0, mean - before);
    let zeros = 0;
    for (let i = 1; i < 64; i++) {
      const value = coefficient(zigzag[i] ?? 0);
      if (value === 0) {
        zeros++;
        continue;
      }
      for (; zeros > 15; zeros -= 16) this.#code(this.#coefficients, 0xf0);
      this.#number(this.#coefficients, zeros, value);
      zeros = 0;
    }
    if (zeros > 0) this.#code(this.#coefficients, 0);
    return mean;
  }

  /** Beyond the edges, the last pixels are repeated. */
  #read({ plane, width, height, step, left, top }: BlockPlace): void {
    for (let i = 0; i < 64; i++) {
      let sum = 0;
      for (let dy = 0; dy < step; dy++) {
        const y = Math.min(height - 1, top + (i >> 3) * step + dy);
        for (let dx = 0; dx < step; dx++) {
          sum += plane[y * width + Math.min(width - 1, left + (i & 7) * step + dx)] ?? 0;
        }
      }
      this.#block[i] = sum / (step * step);
    }
  }

  /** The number of bits of a value with the zeros before it as a code, and then the bits. */
  #number(codes: Codes, zeros: number, value: number): void {
    const length = 32 - Math.clz32(Math.abs(value));
    this.#code(codes, (zeros << 4) | length);
    if (length > 0) this.#bits.add(value < 0 ? value + (1 << length) - 1 : value, length);
  }

  #code(codes: Codes, value: number): void {
    const [code, length] = codes[value] ?? [0, 0];
    this.#bits.add(code, length);
  }
}

/** The cosine transform of each row, written as a column: twice, it is that of a block. */
function transform(from: Float32Array, to: Float32Array): void {
  for (let row = 0; row < 8; row++) {
    for (let frequency = 0; frequency < 8; frequency++) {
      let sum = 0;
      for (let i = 0; i < 8; i++) sum += (from[row * 8 + i] ?? 0) * (cosines[frequency * 8 + i] ?? 0);
      to[frequency * 8 + row] = sum;
    }
  }
}

class BitWriter {
  #bytes = Buffer.alloc(65_536);
  #length = 0;
  #pending = 0;
  #count = 0;

  add(value: number, length: number): void {
    this.#pending = (this.#pending << length) | value;
    this.#count += length;
    while (this.#count >= 8) {
      this.#count -= 8;
      this.#byte((this.#pending >> this.#count) & 0xff);
    }
    this.#pending &= (1 << this.#count) - 1;
  }

  /** The last byte is filled with ones. */
  finish(): Buffer {
    if (this.#count > 0) this.add((1 << (8 - this.#count)) - 1, 8 - this.#count);
    return this.#bytes.subarray(0, this.#length);
  }

  /** A zero follows a byte of ones, which would begin a marker. */
  #byte(byte: number): void {
    if (this.#length + 2 > this.#bytes.length) {
      this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length)]);
    }
    this.#bytes[this.#length++] = byte;
    if (byte === 0xff) this.#bytes[this.#length++] = 0;
  }
}
