/** The names of page sizes in CSS (`size` of `@page`): those of css-page 3, 7.1, and those that other programs for print know. */
import { paperSizes } from '#contract/page';

/** Portrait, in millimetres: the names that Chromium supports. */
export const supportedSizes: Readonly<Record<string, readonly [width: number, height: number]>> = {
  a3: paperSizes.A3,
  a4: paperSizes.A4,
  a5: paperSizes.A5,
  b4: [250, 353],
  b5: [176, 250],
  'jis-b4': [257, 364],
  'jis-b5': [182, 257],
  letter: paperSizes.Letter,
  legal: paperSizes.Legal,
  ledger: paperSizes.Tabloid,
};

/** Names that it takes for an invalid value. The words of `usesPagedMedia` have them too. */
const otherSizes: typeof supportedSizes = {
  a0: paperSizes.A0,
  a1: paperSizes.A1,
  a2: paperSizes.A2,
  a6: paperSizes.A6,
  a7: [74, 105],
  a8: [52, 74],
  a9: [37, 52],
  a10: [26, 37],
  b0: [1000, 1414],
  b1: [707, 1000],
  b2: [500, 707],
  b3: [353, 500],
  b6: [125, 176],
  b7: [88, 125],
  b8: [62, 88],
  b9: [44, 62],
  b10: [31, 44],
  c4: [229, 324],
  c5: [162, 229],
  c6: [114, 162],
  dl: [110, 220],
  tabloid: paperSizes.Tabloid,
  executive: [184.2, 266.7],
  statement: [139.7, 215.9],
  'half-letter': [139.7, 215.9],
};

export const namedSizes: typeof supportedSizes = { ...supportedSizes, ...otherSizes };

/**
 * Returns a value of `size` with a name that Chromium does not know as lengths, and undefined for any other value.
 *
 * @example
 * lengthsOfSize('A6 landscape'); // '148mm 105mm'
 */
export function lengthsOfSize(value: string): string | undefined {
  const words = value.trim().toLowerCase().split(/\s+/);
  const name = words.find((word) => Object.hasOwn(otherSizes, word));
  const [turn, ...others] = words.filter((word) => word !== name);
  const sides = name === undefined ? undefined : otherSizes[name];
  if (!sides || others.length > 0 || !/^(?:portrait|landscape)?$/.test(turn ?? '')) return undefined;
  const [width, height] = turn === 'landscape' ? sides.toReversed() : sides;
  return `${width}mm ${height}mm`;
}
