/** Which margins pages have: those that were asked for, else those of the document's CSS, else the usual ones. */
import { defaultMargin, type Margins, type PageMargins } from '#contract/page';

/** In millimetres. */
export interface GivenMargins {
  /** The margins that were asked for. */
  readonly margins: Margins;
  /** The margins of sides that neither the caller nor the document sets. Default: 10 mm. */
  readonly defaultMargins?: Margins | undefined;
}

/** CSS lengths. */
export type MarginLengths = Readonly<Record<keyof Margins, string>>;

/**
 * Returns the margins of a document whose CSS sets none, in millimetres.
 *
 * @example
 * usualMargins({ margins: { top: 0 }, defaultMargins: { left: 25 } }); // { top: 0, right: 10, bottom: 10, left: 25 }
 */
export function usualMargins({ margins, defaultMargins = {} }: GivenMargins): PageMargins {
  const side = (name: keyof Margins) => margins[name] ?? defaultMargins[name] ?? defaultMargin;
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}

/** Returns the margins of a document. `css`: the lengths that its own `@page` rules set. */
export function marginLengths(given: GivenMargins, css: Partial<MarginLengths>): MarginLengths {
  const usual = usualMargins(given);
  const side = (name: keyof Margins) =>
    (given.margins[name] === undefined ? css[name] : undefined) ?? `${usual[name]}mm`;
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}
