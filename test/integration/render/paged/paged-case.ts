/** A document with what a specification says about its pages, and how it becomes a template. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The margin boxes of CSS, which name where on a page a text is. */
type MarginBox =
  | `${'top' | 'bottom'}-${'left-corner' | 'left' | 'center' | 'right' | 'right-corner'}`
  | `${'left' | 'right'}-${'top' | 'middle' | 'bottom'}`;

export interface ExpectedPage {
  /** The text of each margin box. Boxes that are not named are empty. Not given: they are not looked at. */
  readonly margins?: Readonly<Partial<Record<MarginBox, string>>>;
  /** Lines that the page has between its margins, complete, with single spaces. */
  readonly lines?: readonly string[];
  /** Texts that are nowhere on the page. */
  readonly absent?: readonly string[];
  readonly leaders?: readonly Leader[];
  readonly places?: readonly Place[];
}

/** A line that a leader fills: what is before it, what is after it, and where that ends. */
interface Leader {
  readonly before: string;
  readonly after: string;
  /** One repetition of the pattern, without its spaces. Empty for a leader of spaces. */
  readonly pattern: string;
  /** Millimetres from the left edge of the page to the end of the line. */
  readonly right: number;
}

/** Where a text is, in millimetres from the left and top edges of the page. */
interface Place {
  readonly text: string;
  readonly left?: number;
  readonly center?: number;
  readonly right?: number;
  /** The middle between the top and the bottom of its letters. */
  readonly middle?: number;
}

export interface Expected {
  /** All pages of the document. */
  readonly pages: readonly ExpectedPage[];
  /** `Title @page` of each entry, indented by two spaces for each level, ` closed` behind those that are. */
  readonly outline?: readonly string[];
  /** The labels that a viewer shows for the pages. */
  readonly labels?: readonly string[];
  /** Width and height of each page in whole millimetres. */
  readonly sizes?: readonly (readonly [number, number])[];
  /** `page → page of the target` of each link within the document, without repetition. */
  readonly links?: readonly string[];
}

export interface PagedCase {
  readonly name: string;
  /** The section of the specification, or the documentation that has it as a sample. */
  readonly source: string;
  readonly css: string;
  /** What `<body>` holds. */
  readonly body: string;
  /** What `<head>` holds beside the title. */
  readonly head?: string;
  /** Further files of the template. */
  readonly files?: Readonly<Record<string, string>>;
  /** Page margins in millimetres: top, right, bottom, left. Default: 20 each. */
  readonly margin?: readonly [number, number, number, number];
  readonly expect: Expected;
}

/** Pages of 120 × 100 mm with margins of 20 mm, which hold 14 lines of 12 points. */
const commonStyles = `@font-face { font-family: Work; src: url("fonts/work.woff2") format("woff2"); }
@page { size: 120mm 100mm; margin: 20mm; }
html { font: 10pt/12pt Work, sans-serif; }
body, h1, h2, h3, h4, p, ol, ul, li, nav, section, table, td { margin: 0; padding: 0; font: inherit; }
ol, ul { list-style: none; }
table { border-spacing: 0; }
a { color: inherit; text-decoration: none; }
section { break-before: page; }
section:first-child { break-before: auto; }
`;

const font = readFileSync(
  resolve(import.meta.dirname, '../../../../templates-examples/invoice/fonts/work-sans-latin-400.woff2'),
);

/** Returns the files of a template that prints the document. */
export const templateOf = ({
  name,
  css,
  body,
  head = '',
  files,
}: PagedCase): Record<string, string | Uint8Array> => ({
  'template.html': `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>${head}</head><body>${body}</body></html>`,
  'styles.css': commonStyles + css,
  'fonts/work.woff2': font,
  ...files,
});

/** Paragraphs of one line each: `text 1`, `text 2`, … */
export const lines = (count: number, text = 'line'): string =>
  Array.from({ length: count }, (_, i) => `<p>${text} ${i + 1}</p>`).join('');
