/** Paper formats as text: the one place that reads names and lengths. */
import { parseLength } from '../length.ts';
import { findPaperName, type PaperFormat, paperNames, paperSizes } from '../page.ts';

/** Millimetres. Smaller paper is a mistake; of larger paper, Acrobat opens none (14,400 points). */
export const minSideMm = 5;
export const maxSideMm = 5_080;

/** The end of a sentence about a format that cannot be read. */
export const paperFormatRule = `must be one of: ${paperNames.join(', ')}; or lengths from ${minSideMm} mm to ${maxSideMm} mm: width and height such as 100mmx150mm, or a width such as 80mm for paper as high as its contents`;

/**
 * Case does not matter. Lengths are as in CSS and become millimetres; a width without a unit has that of the height.
 * Returns undefined for anything else.
 *
 * @example
 * parsePaperFormat('letter'); // 'Letter'
 * parsePaperFormat('4in x 6in'); // '101.6mmx152.4mm'
 * parsePaperFormat('8cm'); // '80mm'
 */
export function parsePaperFormat(text: string): PaperFormat | undefined {
  const name = findPaperName(text.trim());
  if (name) return name;
  const [, width = '', unit, height, heightUnit = ''] = lengths.exec(text.trim().toLowerCase()) ?? [];
  const wide = parseSide(width, unit || heightUnit);
  if (wide === undefined) return undefined;
  if (height === undefined) return `${wide}mm`;
  const high = parseSide(height, heightUnit);
  return high === undefined ? undefined : `${wide}mmx${high}mm`;
}

const lengths = /^([\d.]+)([a-z]{0,2}?)(?: ?x ?([\d.]+)([a-z]{1,2}))?$/;

function parseSide(number: string, unit: string): number | undefined {
  const side = unit === '' ? undefined : parseLength(number + unit);
  return side !== undefined && side >= minSideMm && side <= maxSideMm ? side : undefined;
}

/**
 * The size in millimetres, portrait for a name. The height is undefined for paper that is as high as its contents.
 *
 * @example
 * toPaperSize('80mm'); // [80, undefined]
 */
export function toPaperSize(format: PaperFormat): readonly [width: number, height: number | undefined] {
  const name = findPaperName(format);
  if (name) return paperSizes[name];
  const [width = '', height] = format.split('x');
  return [Number.parseFloat(width), height === undefined ? undefined : Number.parseFloat(height)];
}
