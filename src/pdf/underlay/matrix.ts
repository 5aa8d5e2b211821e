/** Affine transformations in PDF notation: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`. */
import type { Box, PageView } from '../document/page-view.ts';

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export type Point = readonly [x: number, y: number];

export function applied([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** Applies `first`, then `then`. */
export function combined(first: Matrix, then: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [ta, tb, tc, td, te, tf] = then;
  return [
    a * ta + b * tc,
    a * tb + b * td,
    c * ta + d * tc,
    c * tb + d * td,
    e * ta + f * tc + te,
    e * tb + f * td + tf,
  ];
}

/** Undefined for a singular matrix. */
export function inverted([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c;
  if (!Number.isFinite(determinant) || determinant === 0) return undefined;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

/** The smallest axis-aligned box around the transformed box. */
export function mappedBox(matrix: Matrix, [left, bottom, right, top]: Box): Box {
  const corners = [
    applied(matrix, [left, bottom]),
    applied(matrix, [right, bottom]),
    applied(matrix, [left, top]),
    applied(matrix, [right, top]),
  ];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Maps page units to view coordinates: points from the lower left corner of the upright page. */
export function toView({ box, rotation, unit }: PageView): Matrix {
  const [left, bottom, right, top] = box;
  const turned: Record<PageView['rotation'], Matrix> = {
    0: [1, 0, 0, 1, -left, -bottom],
    90: [0, -1, 1, 0, -bottom, right],
    180: [-1, 0, 0, -1, right, top],
    270: [0, 1, -1, 0, top, -left],
  };
  return combined(turned[rotation], [unit, 0, 0, unit, 0, 0]);
}

/** Turns counterclockwise around a point, which stays where it is. */
export function turnedBy(degrees: PageView['rotation'], [x, y]: Point): Matrix {
  const turns: Record<PageView['rotation'], Matrix> = {
    0: [1, 0, 0, 1, 0, 0],
    90: [0, 1, -1, 0, 0, 0],
    180: [-1, 0, 0, -1, 0, 0],
    270: [0, -1, 1, 0, 0, 0],
  };
  return combined(combined([1, 0, 0, 1, -x, -y], turns[degrees]), [1, 0, 0, 1, x, y]);
}

/** Operands of `cm`, or a form's `/Matrix`: to a millionth, without exponents. */
export function matrixText(matrix: Matrix): string {
  return matrix.map((number) => String(Number(number.toFixed(6)))).join(' ');
}
