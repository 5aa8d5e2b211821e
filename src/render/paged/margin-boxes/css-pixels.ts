export const pixelsPerPoint = 96 / 72;

/** CSS pixels of each unit of length. */
const pixels: Readonly<Record<string, number>> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: pixelsPerPoint,
  pc: 16,
  em: 16,
  rem: 16,
};

/**
 * A length in CSS pixels. 0 for what is none.
 *
 * @example
 * cssPixels('1in'); // 96
 */
export function cssPixels(length: string): number {
  const [, number = '', unit = ''] = /^([-+.\d]+)([a-z]*)$/i.exec(length) ?? [];
  return Number(number) * (pixels[unit.toLowerCase()] ?? 0);
}
