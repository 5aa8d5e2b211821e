/** The marks of check boxes and radio buttons, as paths: a font would have to be embedded for PDF/A. */
import { operands } from './numbers.ts';
import { circle, type WidgetFrame } from './widget-frame.ts';

/** Corners as fractions of the side of the square in which a mark is. */
type Corners = readonly (readonly [number, number])[];

const check: Corners = [
  [0.06, 0.5],
  [0.2, 0.6],
  [0.38, 0.36],
  [0.82, 0.94],
  [0.94, 0.86],
  [0.4, 0.08],
];
const cross: Corners = [
  [0.1, 0.22],
  [0.22, 0.1],
  [0.5, 0.38],
  [0.78, 0.1],
  [0.9, 0.22],
  [0.62, 0.5],
  [0.9, 0.78],
  [0.78, 0.9],
  [0.5, 0.62],
  [0.22, 0.9],
  [0.1, 0.78],
  [0.38, 0.5],
];
const square: Corners = [
  [0.15, 0.15],
  [0.85, 0.15],
  [0.85, 0.85],
  [0.15, 0.85],
];
const diamond: Corners = [
  [0.5, 0.05],
  [0.95, 0.5],
  [0.5, 0.95],
  [0.05, 0.5],
];
const star: Corners = Array.from({ length: 10 }, (_, i) => {
  const radius = i % 2 === 0 ? 0.5 : 0.2;
  const angle = (i * Math.PI) / 5;
  return [0.5 + radius * Math.sin(angle), 0.5 + radius * Math.cos(angle)];
});

/** The characters of ZapfDingbats by which forms choose the mark (ISO 32000-2, table 192). */
const marks: Readonly<Record<string, Corners | 'circle'>> = {
  '4': check,
  '8': cross,
  H: star,
  l: 'circle',
  n: square,
  u: diamond,
};

/** Sizes as fractions of the smaller side of the button. */
const markSize = 0.75;
const dotSize = 0.5;

/** `mark`: the character that the button names, if any. `colour`: the operator that sets it. */
export function drawMark(
  { width, height, inset }: WidgetFrame,
  mark: string,
  { colour, isRadio }: { readonly colour: string; readonly isRadio: boolean },
): string {
  const named = Object.hasOwn(marks, mark) ? marks[mark] : undefined;
  const shape = named ?? (isRadio ? 'circle' : check);
  const side = Math.max(1, Math.min(width, height) - 2 * inset);
  if (shape === 'circle') {
    return `q ${colour} ${circle(width / 2, height / 2, (side * dotSize) / 2)} f Q\n`;
  }
  const size = side * markSize;
  const [left, bottom] = [(width - size) / 2, (height - size) / 2];
  const path = shape.map(
    ([x, y], i) => `${operands(left + x * size, bottom + y * size)} ${i === 0 ? 'm' : 'l'}`,
  );
  return `q ${colour} ${path.join(' ')} h f Q\n`;
}
