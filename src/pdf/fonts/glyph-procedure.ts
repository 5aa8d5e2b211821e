/** Reads the procedures of a Type 3 font (ISO 32000-2, 9.6.4), of glyphs that are nothing but filled outlines. */
import type { GlyphOutline } from './program/charstring.ts';

const plainNumber = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** How many operands an operator of a path has. */
const operandCounts = new Map([
  ['m', 2],
  ['l', 2],
  ['c', 6],
  ['v', 4],
  ['y', 4],
  ['re', 4],
  ['h', 0],
]);

interface Path {
  start: readonly [number, number];
  segments: number[][];
  isClosed: boolean;
}

/**
 * `procedure` in glyph space, whose y points downwards in the fonts of Chromium. Undefined for anything but `d1` and one
 * path that is filled by the non-zero winding rule, the one that fonts know: colours (`d0`), images, strokes, `f*`.
 */
export function readGlyphProcedure(procedure: string): GlyphOutline | undefined {
  const tokens = procedure.match(/[^\0\t\n\f\r ]+/g) ?? [];
  const numbers = tokens.slice(0, 6).map(Number);
  const [width = Number.NaN, height] = numbers;
  if (tokens[6] !== 'd1' || !tokens.slice(0, 6).every((token) => plainNumber.test(token)) || height !== 0)
    return undefined;
  const isFilled = tokens.at(-1) === 'f';
  const contours = readPath(tokens.slice(7, isFilled ? -1 : undefined));
  if (!contours || (contours.length > 0 && !isFilled)) return undefined;
  return { width, contours };
}

function readPath(tokens: readonly string[]): Path[] | undefined {
  const paths: Path[] = [];
  let operands: number[] = [];
  for (const token of tokens) {
    const count = operandCounts.get(token);
    if (count === undefined) {
      if (!plainNumber.test(token) || operands.length === 6) return undefined;
      operands.push(Number(token));
      continue;
    }
    if (operands.length !== count || !draw(paths, token, operands)) return undefined;
    operands = [];
  }
  return operands.length === 0 ? paths : undefined;
}

/** False for a segment without a beginning. */
function draw(paths: Path[], name: string, operands: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0, d = 0] = operands;
  if (name === 'm') {
    paths.push({ start: [a, -b], segments: [], isClosed: false });
    return true;
  }
  if (name === 're') {
    const corners = [
      [a + c, -b],
      [a + c, -b - d],
      [a, -b - d],
    ];
    paths.push({ start: [a, -b], segments: corners, isClosed: true });
    return true;
  }
  const path = paths.at(-1);
  if (!path || path.isClosed) return false;
  if (name === 'h') {
    path.isClosed = true;
    return true;
  }
  const points = operands.map((value, i) => (i % 2 === 0 ? value : -value));
  if (name === 'v') points.unshift(...(path.segments.at(-1)?.slice(-2) ?? path.start));
  if (name === 'y') points.push(...points.slice(-2));
  path.segments.push(points);
  return true;
}
