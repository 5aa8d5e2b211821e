/** Page settings of a document: paper, orientation, margins, header and footer. */

/** Paper sizes in millimetres, portrait: [width, height]. Ledger is Tabloid turned, as in the trade. */
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

/** The paper format meant by a name in any case, or undefined. */
export const paperFormatOf = (name: string): PaperFormat | undefined => byLowerCase.get(name.toLowerCase());

export const orientations = ['portrait', 'landscape'] as const;

/** Millimetres, on each side where nothing is said. */
export const defaultMargin = 10;

/** Millimetres: above half of the longest paper, so that larger values can only be mistakes. */
export const largestMargin = 500;

/** Millimetres. */
export interface Margins {
  readonly top?: number | undefined;
  readonly right?: number | undefined;
  readonly bottom?: number | undefined;
  readonly left?: number | undefined;
}

/** What a caller or a template may say of the page. Header and footer are HTML, with Twig. */
export interface PageSettings {
  readonly format?: PaperFormat | undefined;
  readonly orientation?: (typeof orientations)[number] | undefined;
  readonly margins?: Margins | undefined;
  /** Of a document that does not say itself in which language it is (BCP 47). */
  readonly lang?: string | undefined;
  readonly header?: string | undefined;
  readonly footer?: string | undefined;
}

/** Page settings that a project has for all of its documents. */
export type PageDefaults = Pick<PageSettings, 'format' | 'orientation' | 'margins' | 'lang'>;
