/** The settings of a Markdown document: its title block, table of contents, style sheets and page numbers. */

import { toPaperSize } from '#contract/api/page-format';
import { type Margins, type PaperFormat, paperSizes } from '#contract/page';

/** How Markdown becomes HTML. It can be sent to a thread. */
export interface MarkdownSettings {
  /** Printed above the text. Each value is Twig without escaping. */
  readonly titleBlock: TitleBlock;
  /** If given, a table of contents with this many levels of headings follows the title. */
  readonly toc?: number | undefined;
  /** Addresses of style sheets in place of the standard one. */
  readonly css?: readonly string[] | undefined;
  /** The template has a `styles.css`, which replaces the standard style sheet. */
  readonly hasStyles?: boolean | undefined;
  /** If false, the standard style sheet prints no page numbers. */
  readonly pageNumbers?: boolean | undefined;
  /** Where notes are printed. By default at the end. */
  readonly footnotes?: FootnotePlace | undefined;
}

/** At the end of the text, or at the foot of the page that refers to the note. */
export const footnotePlaces = ['end', 'page'] as const;

export type FootnotePlace = (typeof footnotePlaces)[number];

export const titleBlockKeys = ['title', 'subtitle', 'author', 'date'] as const;

export type TitleBlock = { readonly [key in (typeof titleBlockKeys)[number]]?: string | undefined };

/** Whether a document gets the standard style sheet. */
export const hasStandardStyles = ({ css, hasStyles }: MarkdownSettings): boolean =>
  css === undefined && hasStyles !== true;

/** Millimetres on A4, where a line then has some 80 characters. */
const marginsOnA4 = { top: 24, right: 28, bottom: 26, left: 28 } as const;

/** The margins of the standard style sheet in whole millimetres; on smaller paper they are smaller. */
export function markdownMargins(format: PaperFormat = 'A4'): Required<Margins> {
  const scale = Math.min(1, toPaperSize(format)[0] / paperSizes.A4[0]);
  const { top, right, bottom, left } = marginsOnA4;
  const [a, b, c, d] = [top, right, bottom, left].map((side) => Math.round(side * scale));
  return { top: a, right: b, bottom: c, left: d };
}
