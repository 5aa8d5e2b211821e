import { millimetresPerPixel } from '#contract/length';

/** A length of CSS pixels as warnings name it, at least `1 mm`. */
export const toMillimetres = (pixels: number): string =>
  `${Math.max(1, Math.round(pixels * millimetresPerPixel))} mm`;
