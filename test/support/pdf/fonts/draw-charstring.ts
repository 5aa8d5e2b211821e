/** Draws Type 2 charstrings as their specification says (Adobe Technical Note 5177), apart from hints and subroutines. */

export interface DrawnGlyph {
  readonly width: number;
  /** The points of each contour, a curve as three, without the line that closes it. */
  readonly contours: number[][][];
}

export function drawCharstring(bytes: Buffer): DrawnGlyph {
  const stack: number[] = [];
  const contours: number[][][] = [];
  let [x, y] = [0, 0];
  let width: number | undefined;
  const take = (): number => {
    const value = stack.shift();
    if (value === undefined) throw new Error('The stack is empty.');
    return value;
  };
  const to = (dx: number, dy: number) => {
    x += dx;
    y += dy;
    contours.at(-1)?.push([x, y]);
  };
  const move = (count: number, steps: () => [number, number]) => {
    if (stack.length > count) width ??= take();
    contours.push([]);
    to(...steps());
  };
  const turns = (code: number, isHorizontal: boolean) => {
    let horizontal = isHorizontal;
    while (stack.length > 0) {
      if (code <= 7) to(horizontal ? take() : 0, horizontal ? 0 : take());
      else {
        const first = take();
        to(horizontal ? first : 0, horizontal ? 0 : first);
        to(take(), take());
        const last = take();
        to(horizontal ? 0 : last, horizontal ? last : 0);
      }
      horizontal = !horizontal;
    }
  };
  const operators: Record<number, () => void> = {
    4: () => move(1, () => [0, take()]),
    5: () => {
      while (stack.length > 0) to(take(), take());
    },
    6: () => turns(6, true),
    7: () => turns(7, false),
    8: () => {
      while (stack.length > 0) for (let i = 0; i < 3; i++) to(take(), take());
    },
    14: () => {
      if (stack.length > 0) width ??= take();
    },
    21: () => move(2, () => [take(), take()]),
    22: () => move(1, () => [take(), 0]),
    30: () => turns(30, false),
    31: () => turns(31, true),
  };
  for (let at = 0; at < bytes.length; ) {
    const first = bytes.readUInt8(at++);
    if (first === 28) {
      stack.push(bytes.readInt16BE(at));
      at += 2;
    } else if (first === 255) {
      stack.push(bytes.readInt32BE(at) / 2 ** 16);
      at += 4;
    } else if (first >= 251) stack.push(-(first - 251) * 256 - bytes.readUInt8(at++) - 108);
    else if (first >= 247) stack.push((first - 247) * 256 + bytes.readUInt8(at++) + 108);
    else if (first >= 32) stack.push(first - 139);
    else {
      if (stack.length > 48) throw new Error('The stack overflows.');
      const draw = operators[first];
      if (!draw) throw new Error(`There is no operator ${first}.`);
      draw();
      if (stack.length > 0) throw new Error(`${stack.length} operands are left.`);
      if (first === 14 && at < bytes.length) throw new Error('Something follows the end.');
    }
  }
  return { width: width ?? 0, contours };
}
