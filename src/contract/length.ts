/** CSS lengths, for the size and margins of a page. */
import { type Margins, maxMarginMm } from './page.ts';

/** CSS pixels and points (CSS Values 4, "Absolute Lengths"). */
export const pixelsPerMillimetre = 96 / 25.4;
export const millimetresPerPixel = 25.4 / 96;
export const millimetresPerPoint = 25.4 / 72;

/** Millimetres per unit (CSS Values 4, "Absolute Lengths"). */
export const millimetresPerUnit = {
  mm: 1,
  cm: 10,
  in: 25.4,
  pt: millimetresPerPoint,
  pc: 25.4 / 6,
  px: millimetresPerPixel,
  q: 0.25,
} as const;

const units: Readonly<Record<string, number>> = millimetresPerUnit;

const pattern = /^(\d+(?:\.\d+)?|\.\d+)(mm|cm|in|pt|pc|px|q)?$/i;

/**
 * Returns millimetres from 0 on, or undefined for anything but a number and an absolute unit. A number without a unit is
 * millimetres.
 *
 * @example
 * parseLength('0.5in'); // 12.7
 */
export function parseLength(text: string): number | undefined {
  const [, number, unit = 'mm'] = pattern.exec(text.trim()) ?? [];
  if (number === undefined) return undefined;
  // Rounds off floating-point noise. A tenth of a micrometre is finer than any printer.
  return Math.round(Number(number) * (units[unit.toLowerCase()] ?? 1) * 10_000) / 10_000;
}

/** Returns millimetres from 0 to `maxMarginMm`, or undefined for anything else: see `parseLength`. */
export function parseMargin(text: string): number | undefined {
  const millimetres = parseLength(text);
  return millimetres !== undefined && millimetres <= maxMarginMm ? millimetres : undefined;
}

/**
 * Parses the four margins of a CSS shorthand: all; vertical and horizontal; top, horizontal and bottom; or each side
 * clockwise from the top. Returns millimetres, or undefined if it is invalid.
 *
 * @example
 * parseMargins('1in 2cm'); // { top: 25.4, right: 20, bottom: 25.4, left: 20 }
 */
export function parseMargins(text: string): Required<Margins> | undefined {
  const parts = text.trim().split(/\s+/);
  const lengths = parts.map(parseMargin);
  if (parts.length > 4 || lengths.includes(undefined)) return undefined;
  const [top, right = top, bottom = top, left = right] = lengths;
  return { top, right, bottom, left };
}

/** Examples of valid margins for errors and help. */
export const marginExamples = '12.5 (millimetres), 12.5mm, 2cm, 1in, 36pt or 48px';
