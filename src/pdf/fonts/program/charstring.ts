/** Writes outlines as Type 2 charstrings, the glyphs of CFF fonts (Adobe Technical Note 5177). */

export interface GlyphOutline {
  /** Font units, as all coordinates, with y upwards. */
  readonly width: number;
  readonly contours: readonly Contour[];
}

/** A closed line around an area; where contours overlap, the non-zero winding rule applies. */
export interface Contour {
  readonly start: readonly [x: number, y: number];
  /** Absolute coordinates: two of a line's end, or six of a cubic curve's control points and end. */
  readonly segments: readonly (readonly number[])[];
}

const operator = {
  rlineto: 5,
  hlineto: 6,
  vlineto: 7,
  rrcurveto: 8,
  endchar: 14,
  rmoveto: 21,
  hmoveto: 22,
  vmoveto: 4,
  vhcurveto: 30,
  hvcurveto: 31,
} as const;

/** The most operands of one operator. */
const maxOperands = 48;

/** The bits before the point of the greatest number, apart from its sign. */
const greatest = 2 ** 15;

/** Operators that go in two directions by turns, and with which one of them they begin. */
const turning: ReadonlyMap<number, number> = new Map([
  [operator.hlineto, operator.vlineto],
  [operator.vlineto, operator.hlineto],
  [operator.hvcurveto, operator.vhcurveto],
  [operator.vhcurveto, operator.hvcurveto],
]);

/**
 * Rounds coordinates to multiples of 2 to the power of minus `fractionBits`, which is at most 16. Undefined if they are
 * too large.
 */
export function writeCharstring({ width, contours }: GlyphOutline, fractionBits: number): Buffer | undefined {
  const round = (value = 0) => Math.round(value * 2 ** fractionBits);
  const program = new Program(fractionBits);
  // Before the first operator, whatever it is.
  let first = [round(width)];
  // The end of a contour stays the current point after the line that closes it.
  let [x, y] = [0, 0];
  for (const { start, segments } of contours) {
    const [startX, startY] = [round(start[0]), round(start[1])];
    const drawn = endsAt(segments, startX, startY, round) ? segments.length - 1 : segments.length;
    if (drawn === 0) continue;
    program.move(first, startX - x, startY - y);
    first = [];
    x = startX;
    y = startY;
    for (const points of segments.slice(0, drawn)) {
      const steps: number[] = [];
      for (let i = 0; i + 1 < points.length; i += 2) {
        const toX = round(points[i]);
        const toY = round(points[i + 1]);
        steps.push(toX - x, toY - y);
        x = toX;
        y = toY;
      }
      if (steps.length > 2) program.curve(steps);
      else program.line(steps);
    }
  }
  return program.end(first);
}

/** Whether a contour ends with a line to its start, which it gets anyway. */
function endsAt(
  segments: Contour['segments'],
  x: number,
  y: number,
  round: (value?: number) => number,
): boolean {
  const end = segments.at(-1);
  return end?.length === 2 && round(end[0]) === x && round(end[1]) === y;
}

/** Joins operators where one can do the work of several. */
class Program {
  readonly #fractionBits: number;
  readonly #bytes: number[] = [];
  #operator: number | undefined;
  #operands: number[] = [];
  #isTooLarge = false;

  constructor(fractionBits: number) {
    this.#fractionBits = fractionBits;
  }

  move(first: readonly number[], dx: number, dy: number): void {
    if (dy === 0) this.#add(operator.hmoveto, [...first, dx]);
    else if (dx === 0) this.#add(operator.vmoveto, [...first, dy]);
    else this.#add(operator.rmoveto, [...first, dx, dy]);
  }

  line(steps: readonly number[]): void {
    const [dx = 0, dy = 0] = steps;
    if (dy === 0) this.#turn(operator.hlineto, [dx]);
    else if (dx === 0) this.#turn(operator.vlineto, [dy]);
    else this.#repeat(operator.rlineto, steps);
  }

  curve(steps: readonly number[]): void {
    const [dx1 = 0, dy1 = 0, dx2 = 0, dy2 = 0, dx3 = 0, dy3 = 0] = steps;
    if (dy1 === 0 && dx3 === 0) this.#turn(operator.hvcurveto, [dx1, dx2, dy2, dy3]);
    else if (dx1 === 0 && dy3 === 0) this.#turn(operator.vhcurveto, [dy1, dx2, dy2, dx3]);
    else this.#repeat(operator.rrcurveto, steps);
  }

  end(first: readonly number[]): Buffer | undefined {
    this.#add(operator.endchar, first);
    this.#flush();
    return this.#isTooLarge ? undefined : Buffer.from(this.#bytes);
  }

  #repeat(code: number, operands: readonly number[]): void {
    const isSame = this.#operator === code && this.#operands.length + operands.length <= maxOperands;
    if (isSame) this.#operands.push(...operands);
    else this.#add(code, operands);
  }

  #turn(code: number, operands: readonly number[]): void {
    const steps = this.#operands.length / operands.length;
    const continued = steps % 2 === 0 ? code : turning.get(code);
    const fits = this.#operands.length + operands.length <= maxOperands;
    if (this.#operator === continued && fits) this.#operands.push(...operands);
    else this.#add(code, operands);
  }

  #add(code: number, operands: readonly number[]): void {
    this.#flush();
    this.#operator = code;
    this.#operands = [...operands];
  }

  #flush(): void {
    if (this.#operator === undefined) return;
    for (const operand of this.#operands) this.#number(operand);
    this.#bytes.push(this.#operator);
  }

  #number(scaled: number): void {
    const value = scaled / 2 ** this.#fractionBits;
    if (Math.abs(value) >= greatest) this.#isTooLarge = true;
    else if (!Number.isInteger(value)) {
      const fixed = Math.round(value * 2 ** 16);
      this.#bytes.push(255, (fixed >> 24) & 0xff, (fixed >> 16) & 0xff, (fixed >> 8) & 0xff, fixed & 0xff);
    } else if (Math.abs(value) <= 107) this.#bytes.push(value + 139);
    else if (Math.abs(value) <= 1131) {
      const rest = Math.abs(value) - 108;
      this.#bytes.push((value > 0 ? 247 : 251) + (rest >> 8), rest & 0xff);
    } else this.#bytes.push(28, (value >> 8) & 0xff, value & 0xff);
  }
}
