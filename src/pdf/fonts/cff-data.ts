/** The two containers that CFF is made of: INDEX and DICT (Adobe Technical Note 5176, 4 and 5). */

/** Items are found when they are asked for, because a hostile font may have thousands of indexes. */
export interface CffItems {
  readonly length: number;
  /** A view of the bytes. Throws `RangeError` if the index is cut off. */
  at(i: number): Buffer | undefined;
}

export interface CffIndex extends CffItems {
  /** The position after the index. */
  readonly end: number;
}

/** Throws `RangeError` if it is cut off. */
export function readCffIndex(bytes: Buffer, start: number): CffIndex {
  const length = bytes.readUInt16BE(start);
  if (length === 0) return { length, end: start + 2, at: () => undefined };
  const size = bytes.readUInt8(start + 2);
  const offset = (i: number) => bytes.readUIntBE(start + 3 + i * size, size);
  // Offsets count from the byte before the data.
  const base = start + 2 + (length + 1) * size;
  return {
    length,
    end: base + offset(length),
    at: (i) => (i >= 0 && i < length ? bytes.subarray(base + offset(i), base + offset(i + 1)) : undefined),
  };
}

/** Operands by operator. */
export type CffDict = ReadonlyMap<number, readonly number[]>;

/** Throws `RangeError` if it is cut off. */
export function readCffDict(bytes: Buffer): CffDict {
  const dict = new Map<number, number[]>();
  let operands: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes.readUInt8(at++);
    if (first <= 21) {
      dict.set(first === 12 ? 0x0c00 + bytes.readUInt8(at++) : first, operands);
      operands = [];
    } else if (first === 28) {
      operands.push(bytes.readInt16BE(at));
      at += 2;
    } else if (first === 29) {
      operands.push(bytes.readInt32BE(at));
      at += 4;
    } else if (first === 30) {
      const { value, end } = readReal(bytes, at);
      operands.push(value);
      at = end;
    } else if (first <= 246) operands.push(first - 139);
    else if (first <= 250) operands.push((first - 247) * 256 + bytes.readUInt8(at++) + 108);
    else operands.push(-(first - 251) * 256 - bytes.readUInt8(at++) - 108);
  }
  return dict;
}

const realDigits = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'E', 'E-', '', '-'];
const realEnd = 15;

/** Two digits a byte. */
function readReal(bytes: Buffer, start: number): { value: number; end: number } {
  let text = '';
  for (let at = start; ; at++) {
    const byte = bytes.readUInt8(at);
    for (const digit of [byte >> 4, byte & 15]) {
      if (digit === realEnd) return { value: Number(text) || 0, end: at + 1 };
      text += realDigits[digit] ?? '';
    }
  }
}
