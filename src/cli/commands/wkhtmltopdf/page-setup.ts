/** Paper and margins of all pages, in millimetres. */
import { minSideMm } from '#contract/api/page-format';
import { millimetresPerUnit } from '#contract/length';
import { type PageMargins, paperSizes } from '#contract/page';
import { type FlagValues, invalidArgument } from './flag-values.ts';
import { WkFailure } from './wk-failure.ts';

export interface PageSetup {
  readonly width: number;
  readonly height: number;
  /** A side that is undefined is as high as its header or footer of HTML, or else 10 mm. */
  readonly margins: Pick<PageMargins, 'left' | 'right'> & {
    readonly top: number | undefined;
    readonly bottom: number | undefined;
  };
}

/** The paper sizes of Qt, in portrait but for Ledger. Those of ISO are rounded to millimetres. */
const sizes: Readonly<Record<string, readonly [width: number, height: number]>> = {
  ...paperSizes,
  A7: [74, 105],
  A8: [52, 74],
  A9: [37, 52],
  B0: [1000, 1414],
  B1: [707, 1000],
  B2: [500, 707],
  B3: [353, 500],
  B4: [250, 353],
  B5: [176, 250],
  B6: [125, 176],
  B7: [88, 125],
  B8: [62, 88],
  B9: [44, 62],
  B10: [31, 44],
  C5E: [163, 229],
  Comm10E: [105, 241],
  DLE: [110, 220],
  Executive: [190.5, 254],
  Folio: [210, 330],
};

const sizeNames = Object.keys(sizes);

const { mm, cm, in: inch, pt, px, pc } = millimetresPerUnit;

/** Millimetres. */
const units: Readonly<Record<string, number>> = {
  mm,
  millimeter: mm,
  cm,
  centimeter: cm,
  m: 1000,
  meter: 1000,
  in: inch,
  inch,
  pt,
  point: pt,
  px,
  pixel: px,
  pica: pc,
  didot: 0.375,
  cicero: 4.5,
};

const defaultMarginMm = 10;

/** Throws `WkFailure` for sizes and lengths that are none. */
export function readPageSetup(flags: FlagValues): PageSetup {
  const length = (name: string) => readLength(flags, name);
  const [width, height] = [length('page-width'), length('page-height')];
  const [named = 'A4', orientation] = [
    flags.oneOf('page-size', [...sizeNames, 'Custom']),
    flags.oneOf('orientation', ['Portrait', 'Landscape'] as const),
  ];
  if (named === 'Custom' && (width === undefined || height === undefined)) {
    throw new WkFailure('--page-size Custom needs --page-width and --page-height');
  }
  const [short, long] =
    width !== undefined && height !== undefined ? [width, height] : (sizes[named] ?? [210, 297]);
  if (Math.min(short, long) < minSideMm) throw new WkFailure(`The paper is smaller than ${minSideMm} mm`);
  const isTurned = orientation === 'Landscape';
  return {
    width: isTurned ? long : short,
    height: isTurned ? short : long,
    margins: {
      top: length('margin-top'),
      bottom: length('margin-bottom'),
      left: length('margin-left') ?? defaultMarginMm,
      right: length('margin-right') ?? defaultMarginMm,
    },
  };
}

function readLength(flags: FlagValues, name: string): number | undefined {
  const text = flags.text(name);
  if (text === undefined) return undefined;
  const [, number = '', unit = 'mm'] = /^\s*(\d+(?:\.\d*)?|\.\d+)\s*([a-z]*)\s*$/i.exec(text) ?? [];
  const factor = units[unit === '' ? 'mm' : unit.toLowerCase()];
  if (number === '' || factor === undefined)
    throw invalidArgument(name, text, 'a length such as 10mm or 1in');
  return Math.round(Number(number) * factor * 1000) / 1000;
}

/** A side without a value gets what its header or footer needs. */
export const withMargins = (
  { margins }: PageSetup,
  needed: { readonly top: number; readonly bottom: number },
): PageMargins => ({
  left: margins.left,
  right: margins.right,
  top: margins.top ?? Math.max(needed.top, 0),
  bottom: margins.bottom ?? Math.max(needed.bottom, 0),
});
