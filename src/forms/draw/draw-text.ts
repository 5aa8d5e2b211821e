/** Draws the text of a field: on one line, on several, or in cells. */

import { charactersOf, lineOf, type TextLine } from '#pdf/fonts/text-line';
import type { FoundFont } from '../fonts/form-fonts.ts';
import type { TextStyle } from './default-appearance.ts';
import { operands } from './numbers.ts';
import type { WidgetFrame } from './widget-frame.ts';
import { wrapText } from './wrap-text.ts';

export interface DrawnText {
  /** Operators between `BT` and `ET`, with what surrounds them. */
  readonly content: string;
  /** Whether a part of the text is outside of the field. */
  readonly isCut: boolean;
}

export interface TextRequest {
  readonly text: string;
  readonly style: TextStyle;
  readonly font: FoundFont;
  readonly frame: WidgetFrame;
  readonly layout: 'line' | 'lines' | { readonly cells: number };
}

/** Returns the width of a text in thousandths of the font size. */
type Widths = (text: string) => number;

interface PlacedText {
  readonly line: TextLine;
  readonly x: number;
  /** The height of the baseline. */
  readonly y: number;
}

/** Text whose size is chosen is not smaller. Points. */
const minSize = 4;
/** Text of several lines whose size is chosen is not larger. Points. */
const maxLinesSize = 12;

/** The height of a line as a multiple of the font size; that of text on one line includes room around it. */
const lineHeight = 1.15;
const singleLineHeight = 1.35;

/** Lengths are sums of rounded numbers. */
const tolerance = 0.05;

export function drawText(request: TextRequest): DrawnText {
  const { layout, style, font, frame } = request;
  const widths = rememberWidths(request);
  const size = style.size > 0 ? style.size : findSize(request, widths);
  const { lines, isCut } =
    layout === 'lines'
      ? placeLines(request, size, widths)
      : layout === 'line'
        ? placeLine(request, size)
        : placeCells(request, size, layout.cells);
  const { inset, width, height } = frame;
  const shown = lines.map(({ line, x, y }) => `1 0 0 1 ${operands(x, y)} Tm ${font.font.encode(line)} Tj`);
  const clip = `${operands(inset, inset, width - 2 * inset, height - 2 * inset)} re W n`;
  const text = [`BT ${style.colour} /${font.name} ${operands(size)} Tf`, ...shown, 'ET'].join('\n');
  return { content: `q ${clip}\n${text}\nQ\n`, isCut };
}

/** Lines between the cells, as thick as the border. */
export function drawCells({ width, height, borderWidth, lineColour }: WidgetFrame, cells: number): string {
  if (borderWidth <= 0) return '';
  const lines = Array.from({ length: cells - 1 }, (_, i) => {
    const x = (width * (i + 1)) / cells;
    return `${operands(x, borderWidth)} m ${operands(x, height - borderWidth)} l`;
  });
  return lines.length === 0 ? '' : `q ${lineColour} ${operands(borderWidth)} w ${lines.join(' ')} S Q\n`;
}

function findSize(request: TextRequest, widths: Widths): number {
  const { text, font, frame, layout } = request;
  const { width, height, inset, padding } = frame;
  const high = (height - 2 * inset) / singleLineHeight;
  if (layout === 'lines') {
    for (let size = maxLinesSize; size > minSize; size -= 0.5) {
      if (!placeLines(request, size, widths).isCut) return size;
    }
    return minSize;
  }
  const perPoint =
    layout === 'line'
      ? font.font.widthOf(lineOf(text)) / 1000 / Math.max(1, width - 2 * padding)
      : Math.max(0, ...charactersOf(lineOf(text)).map((each) => font.font.widthOf(each))) /
        1000 /
        (width / layout.cells);
  return Math.max(minSize, Math.min(high, perPoint > 0 ? 1 / perPoint : high));
}

function placeLine({ text, style, font: { font }, frame }: TextRequest, size: number) {
  const line = lineOf(text);
  const length = (font.widthOf(line) * size) / 1000;
  const x = alignedAt(style, frame, length);
  const room = frame.width - frame.padding - frame.inset;
  return { lines: [{ line, x, y: baseline(font, frame, size) }], isCut: length > room + tolerance };
}

/** Measures each part once, however often it occurs and however many sizes are tried. */
function rememberWidths({ font: { font } }: TextRequest): Widths {
  const known = new Map<string, number>();
  return (text) => {
    const width = known.get(text) ?? font.widthOf(lineOf(text));
    known.set(text, width);
    return width;
  };
}

function placeLines(
  { text, style, font: { font }, frame }: TextRequest,
  size: number,
  widths: Widths,
): { lines: PlacedText[]; isCut: boolean } {
  const { width, height, padding, inset } = frame;
  const measure = (part: string) => (widths(part) * size) / 1000;
  const wrapped = wrapText(text, Math.max(1, width - 2 * padding), measure);
  const step = size * lineHeight;
  const ascent = (Math.min(font.ascent, 1000) * size) / 1000;
  const first = height - padding - ascent;
  const lines = wrapped.map((line, i) => ({
    line,
    x: alignedAt(style, frame, (font.widthOf(line) * size) / 1000),
    y: first - i * step,
  }));
  const isCut = first - (lines.length - 1) * step < inset - tolerance;
  return { lines: lines.filter(({ line }) => line.some(({ text: part }) => part !== '')), isCut };
}

function placeCells({ text, style, font: { font }, frame }: TextRequest, size: number, cells: number) {
  const characters = charactersOf(lineOf(text));
  const free = Math.max(0, cells - characters.length);
  const start = style.align === 'left' ? 0 : style.align === 'right' ? free : Math.floor(free / 2);
  const cell = frame.width / cells;
  const y = baseline(font, frame, size);
  const lines = characters.map((line, i) => {
    const length = (font.widthOf(line) * size) / 1000;
    return { line, x: (start + i) * cell + (cell - length) / 2, y };
  });
  return { lines: lines.filter(({ line }) => line[0]?.text !== ' '), isCut: false };
}

/** In the middle of the height. */
function baseline(font: { ascent: number; descent: number }, { height }: WidgetFrame, size: number): number {
  return (height - ((font.ascent + font.descent) * size) / 1000) / 2 + (font.descent * size) / 1000;
}

/** A text that is too long begins at the edge. */
function alignedAt({ align }: TextStyle, { width, padding }: WidgetFrame, length: number): number {
  if (align === 'left') return padding;
  const x = align === 'right' ? width - padding - length : (width - length) / 2;
  return Math.max(padding, x);
}
