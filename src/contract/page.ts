/** Page settings of a document: paper, orientation, margins, header and footer. */

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

export type PaperFormat = keyof typeof paperSizes;
export const paperFormats = Object.keys(paperSizes) as PaperFormat[];

const byLowerCase = new Map(paperFormats.map((name) => [name.toLowerCase(), name]));

/** Finds a paper format by its name in any case. Returns undefined if there is none. */
export const findPaperFormat = (name: string): PaperFormat | undefined => byLowerCase.get(name.toLowerCase());

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

/** Page settings of a request or a template. Header and footer are HTML with Twig. */
export interface PageSettings {
  readonly format?: PaperFormat | undefined;
  readonly orientation?: (typeof orientations)[number] | undefined;
  readonly margins?: Margins | undefined;
  /** Of a document that does not say itself in which language it is (BCP 47). */
  readonly lang?: string | undefined;
  readonly header?: string | undefined;
  readonly footer?: string | undefined;
}

/** Page settings that apply to all documents of a project. */
export type PageDefaults = Pick<PageSettings, 'format' | 'orientation' | 'margins' | 'lang'>;
