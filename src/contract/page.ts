/** Page settings of a document: paper, orientation, margins, header and footer. */
import type { RegionSettings } from './language/region.ts';

/** Paper sizes in millimetres, portrait: [width, height]. Ledger is Tabloid in landscape, as is customary. */
export const paperSizes = {
  A0: [841, 1189],
  A1: [594, 841],
  A2: [420, 594],
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  A6: [105, 148],
  Letter: [215.9, 279.4],
  Legal: [215.9, 355.6],
  Tabloid: [279.4, 431.8],
  Ledger: [431.8, 279.4],
} as const satisfies Record<string, readonly [number, number]>;

export type PaperName = keyof typeof paperSizes;
export const paperNames = Object.keys(paperSizes) as PaperName[];

const byLowerCase = new Map(paperNames.map((name) => [name.toLowerCase(), name]));

/** Finds a paper size by its name in any case. Returns undefined if there is none. */
export const findPaperName = (name: string): PaperName | undefined => byLowerCase.get(name.toLowerCase());

type LengthUnit = 'mm' | 'cm' | 'in' | 'pt' | 'pc' | 'px' | 'q';

/**
 * A name, or lengths: width and height (`100mmx150mm`), or the width of paper that is as high as its contents (`80mm`). See
 * `parsePaperFormat`.
 */
export type PaperFormat =
  | PaperName
  | `${number}${LengthUnit}`
  | `${number}${LengthUnit | ''}x${number}${LengthUnit}`;

export const orientations = ['portrait', 'landscape'] as const;

/** Millimetres on each side without a setting. */
export const defaultMargin = 10;

/** In millimetres. Larger values can only be mistakes: this is above half the length of every format but A0. */
export const maxMarginMm = 500;

/** In millimetres. */
export interface Margins {
  readonly top?: number | undefined;
  readonly right?: number | undefined;
  readonly bottom?: number | undefined;
  readonly left?: number | undefined;
}

/** The margins of a page in millimetres, all of them known. */
export type PageMargins = Readonly<Record<keyof Margins, number>>;

/** A margin as high as its header or footer needs, but not less than without a setting. */
export const autoMargin = 'auto';

/** In millimetres. */
export interface MarginSettings extends Omit<Margins, 'top' | 'bottom'> {
  readonly top?: number | typeof autoMargin | undefined;
  readonly bottom?: number | typeof autoMargin | undefined;
}

/** The kinds of pages that can have a header or footer of their own. */
export const pageVariants = ['default', 'first', 'last', 'left', 'right'] as const;
export type PageVariant = (typeof pageVariants)[number];

/** Headers or footers by kind of page. HTML with Twig; an empty text is none. The most special one wins. */
export interface PageVariants extends Partial<Readonly<Record<PageVariant, string | undefined>>> {
  /** By the name of the page: `@page chapter` is `chapter`. */
  readonly named?: Readonly<Record<string, string>> | undefined;
}

/** A header or footer: one HTML text with Twig for all pages, or several. */
export type HeaderFooterSetting = string | PageVariants;

/** Page settings of a request or a template. */
export interface PageSettings extends RegionSettings {
  readonly format?: PaperFormat | undefined;
  readonly orientation?: (typeof orientations)[number] | undefined;
  readonly margins?: MarginSettings | undefined;
  /** The language (BCP 47) of a document that does not name its own. */
  readonly lang?: string | undefined;
  readonly header?: HeaderFooterSetting | undefined;
  readonly footer?: HeaderFooterSetting | undefined;
}

/** Page settings that apply to all documents of a project. */
export type PageDefaults = Pick<PageSettings, 'format' | 'orientation' | 'lang' | 'locale' | 'timeZone'> & {
  readonly margins?: Margins | undefined;
};
