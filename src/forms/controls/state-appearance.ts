/** Draws a check box or radio button in the state in which the page does not show it. */
import { operands } from '../draw/numbers.ts';
import { circle, handleLength } from '../draw/widget-frame.ts';
import type { Colour, StateLook } from './control.ts';

interface StateFrame {
  /** Points. */
  readonly width: number;
  readonly height: number;
  /** Points of a CSS pixel. */
  readonly scale: number;
  readonly isRadio: boolean;
}

/** Corners and line width of the mark of a check box, and diameter of the dot of a radio button, as fractions of the side. */
const marks = {
  /** As Chromium draws them. */
  browser: {
    tick: [
      [0.2, 0.5],
      [0.4, 0.3],
      [0.8, 0.8],
    ],
    tickWidth: 0.15,
    dotSize: 0.46,
    begin: '',
  },
  /** As the icons of editor templates have them, with round ends. */
  icon: {
    tick: [
      [0.3, 0.5],
      [0.425, 0.375],
      [0.7, 0.65],
    ],
    tickWidth: 0.1,
    dotSize: 0.18,
    begin: '1 J 1 j ',
  },
} as const;

/** Returns operators of a drawing whose lower left corner is the origin. */
export function drawState(look: StateLook, outer: StateFrame): string {
  const { background, border, borderWidth, radius, mark, iconMargin } = look;
  const shape = marks[iconMargin === undefined ? 'browser' : 'icon'];
  const { scale, isRadio } = outer;
  const margin = (iconMargin ?? 0) * scale;
  const [width, height] = [outer.width - 2 * margin, outer.height - 2 * margin];
  const frame = { ...outer, width, height };
  const line = borderWidth * scale;
  const side = Math.min(width, height);
  const round = isRadio ? side / 2 : Math.min(radius * scale, side / 2);
  const parts: string[] = [];
  if (margin > 0) parts.push(`1 0 0 1 ${operands(margin, margin)} cm`);
  if (background) parts.push(`${setFill(background)} ${roundedBox(width, height, 0, round)} f`);
  if (border && line > 0) {
    parts.push(`${setStroke(border)} ${operands(line)} w ${roundedBox(width, height, line / 2, round)} S`);
  }
  if (mark) parts.push(isRadio ? drawDot(mark, frame, shape) : drawTick(mark, frame, shape));
  return parts.length === 0 ? '' : `q\n${parts.join('\n')}\nQ\n`;
}

type MarkShape = (typeof marks)[keyof typeof marks];

function drawTick(
  colour: Colour,
  { width, height }: StateFrame,
  { tick, tickWidth, begin }: MarkShape,
): string {
  const side = Math.min(width, height);
  const [left, bottom] = [(width - side) / 2, (height - side) / 2];
  const points = tick.map(
    ([x, y], i) => `${operands(left + x * side, bottom + y * side)} ${i === 0 ? 'm' : 'l'}`,
  );
  return `${begin}${setStroke(colour)} ${operands(tickWidth * side)} w ${points.join(' ')} S`;
}

const drawDot = (colour: Colour, { width, height }: StateFrame, { dotSize }: MarkShape): string =>
  `${setFill(colour)} ${circle(width / 2, height / 2, (Math.min(width, height) * dotSize) / 2)} f`;

const setFill = (colour: Colour): string => `${operands(...colour)} rg`;
const setStroke = (colour: Colour): string => `${operands(...colour)} RG`;

/** A path within a box, at a distance from its edges. */
function roundedBox(width: number, height: number, inset: number, radius: number): string {
  const [right, top] = [width - inset, height - inset];
  const r = Math.max(0, radius - inset);
  if (r === 0) return `${operands(inset, inset, right - inset, top - inset)} re`;
  const k = r * (1 - handleLength);
  const [left, bottom] = [inset, inset];
  return [
    `${operands(left + r, bottom)} m`,
    `${operands(right - r, bottom)} l`,
    `${operands(right - k, bottom, right, bottom + k, right, bottom + r)} c`,
    `${operands(right, top - r)} l`,
    `${operands(right, top - k, right - k, top, right - r, top)} c`,
    `${operands(left + r, top)} l`,
    `${operands(left + k, top, left, top - k, left, top - r)} c`,
    `${operands(left, bottom + r)} l`,
    `${operands(left, bottom + k, left + k, bottom, left + r, bottom)} c h`,
  ].join(' ');
}
