/** The size, border and background of a widget (ISO 32000-2, tables 168 and 192). */
import type { PdfDict } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import type { Matrix } from '#pdf/underlay/matrix';
import type { FieldWidget } from '../model/read-fields.ts';
import { numbersOf, operands } from './numbers.ts';

type FrameShape = 'rectangle' | 'ellipse';

export interface WidgetFrame {
  /** Points, before the rotation. */
  readonly width: number;
  readonly height: number;
  /** Turns the appearance into the place on the page. */
  readonly matrix: Matrix;
  /** Width that the border takes at each side. */
  readonly inset: number;
  /** Between the edge and the text. */
  readonly padding: number;
  readonly borderWidth: number;
  /** The operator that sets the colour of lines; empty if there is no border. */
  readonly lineColour: string;
  readonly style: string;
  /** Draws background and border. */
  draw(shape?: FrameShape): string;
}

/** Undefined for a widget without a size. */
export function readFrame(file: PdfReader, widget: FieldWidget): WidgetFrame | undefined {
  if (!widget.box) return undefined;
  const [left, bottom, right, top] = widget.box;
  const [across, up] = [right - left, top - bottom];
  if (!(across > 0 && up > 0)) return undefined;
  const traits = file.dict(widget.dict, 'MK') ?? new Map();
  const quarters = (((Math.round((file.number(traits, 'R') ?? 0) / 90) % 4) + 4) % 4) as 0 | 1 | 2 | 3;
  const matrices: readonly [Matrix, Matrix, Matrix, Matrix] = [
    [1, 0, 0, 1, 0, 0],
    [0, 1, -1, 0, across, 0],
    [-1, 0, 0, -1, across, up],
    [0, -1, 1, 0, 0, up],
  ];
  const [width, height] = quarters % 2 === 1 ? [up, across] : [across, up];
  const lineColour = colourOperator(numbersOf(file, traits, 'BC'), true);
  const background = colourOperator(numbersOf(file, traits, 'BG'), false);
  const { style, borderWidth, dashes } = readBorder(file, widget.dict, lineColour !== '');
  const isRaised = style === 'B' || style === 'I';
  const inset = Math.min(isRaised ? 2 * borderWidth : borderWidth, width / 2, height / 2);
  const frame = { width, height, borderWidth, style, lineColour, background, dashes };
  return {
    width,
    height,
    matrix: matrices[quarters],
    inset,
    padding: Math.max(2, 2 * inset),
    borderWidth,
    lineColour,
    style,
    draw: (shape = 'rectangle') => drawFrame(frame, shape),
  };
}

/** `S`, `D`, `B`, `I` or `U`: solid, dashed, beveled, inset, underlined. */
function readBorder(file: PdfReader, dict: PdfDict, hasColour: boolean) {
  const style = file.dict(dict, 'BS');
  const [, , oldWidth] = numbersOf(file, dict, 'Border');
  const width = (style && file.number(style, 'W')) ?? (style ? 1 : oldWidth) ?? 1;
  return {
    style: (style && file.name(style, 'S')) ?? 'S',
    borderWidth: hasColour ? Math.max(0, width) : 0,
    dashes: style ? numbersOf(file, style, 'D') : [],
  };
}

interface FrameParts {
  readonly width: number;
  readonly height: number;
  readonly borderWidth: number;
  readonly style: string;
  readonly lineColour: string;
  readonly background: string;
  readonly dashes: readonly number[];
}

function drawFrame(frame: FrameParts, shape: FrameShape): string {
  const { borderWidth, style, lineColour, background, dashes } = frame;
  const parts: string[] = [];
  if (background !== '') parts.push(`${background} ${outline(frame, shape, 0)} f`);
  if (borderWidth > 0) {
    if (shape === 'rectangle' && (style === 'B' || style === 'I')) parts.push(edges(frame));
    const dashed = style === 'D' ? ` [${operands(...(dashes.length > 0 ? dashes : [3]))}] 0 d` : '';
    const line =
      style === 'U' && shape === 'rectangle'
        ? `${operands(0, borderWidth / 2)} m ${operands(frame.width, borderWidth / 2)} l`
        : outline(frame, shape, borderWidth / 2);
    parts.push(`${lineColour} ${operands(borderWidth)} w${dashed} ${line} S`);
  }
  return parts.length === 0 ? '' : `q\n${parts.join('\n')}\nQ\n`;
}

/** The two edges of a border that looks raised or sunken. */
function edges({ width, height, borderWidth: b, style }: FrameParts): string {
  const [light, dark] = style === 'B' ? ['1 g', '0.5 g'] : ['0.5 g', '0.75 g'];
  const [right, top] = [width - b, height - b];
  const polygon = (points: readonly (readonly [number, number])[]) =>
    points.map(([x, y], i) => `${operands(x, y)} ${i === 0 ? 'm' : 'l'}`).join(' ');
  const inner = [b + b, b + b, right - b, top - b] as const;
  return [
    `${light} ${polygon([
      [b, b],
      [b, top],
      [right, top],
      [inner[2], inner[3]],
      [inner[0], inner[3]],
      [inner[0], inner[1]],
    ])} f`,
    `${dark} ${polygon([
      [right, top],
      [right, b],
      [b, b],
      [inner[0], inner[1]],
      [inner[2], inner[1]],
      [inner[2], inner[3]],
    ])} f`,
  ].join('\n');
}

function outline({ width, height }: FrameParts, shape: FrameShape, inset: number): string {
  if (shape === 'rectangle') return `${operands(inset, inset, width - 2 * inset, height - 2 * inset)} re`;
  return circle(width / 2, height / 2, Math.max(0, Math.min(width, height) / 2 - inset));
}

/** Handle length of a Bézier arc, as a fraction of the radius. Four arcs make a circle. */
export const handleLength = 0.5523;

export function circle(x: number, y: number, radius: number): string {
  const handle = radius * handleLength;
  return [
    `${operands(x + radius, y)} m`,
    `${operands(x + radius, y + handle, x + handle, y + radius, x, y + radius)} c`,
    `${operands(x - handle, y + radius, x - radius, y + handle, x - radius, y)} c`,
    `${operands(x - radius, y - handle, x - handle, y - radius, x, y - radius)} c`,
    `${operands(x + handle, y - radius, x + radius, y - handle, x + radius, y)} c`,
  ].join(' ');
}

/** Empty for no colour. */
function colourOperator(numbers: readonly number[], isStroke: boolean): string {
  const operator = ({ 1: 'g', 3: 'rg', 4: 'k' } as Readonly<Record<number, string>>)[numbers.length];
  if (operator === undefined) return '';
  return `${operands(...numbers)} ${isStroke ? operator.toUpperCase() : operator}`;
}
