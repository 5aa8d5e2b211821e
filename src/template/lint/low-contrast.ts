/** Text of a page that is hard to read, as it was measured before printing. */
export interface LowContrast {
  /** The start of the text. */
  readonly text: string;
  /** The element around it: its tag in lower case, its id and its classes as written. */
  readonly tag: string;
  readonly id: string;
  readonly classes: string;
  /** As `#rrggbb`, with transparency applied. */
  readonly color: string;
  readonly background: string;
  /** The contrast ratio of WCAG, from 1 to 21. */
  readonly ratio: number;
  /** The ratio that WCAG AA requires for text of this size. */
  readonly required: number;
  /** How many texts have these colours and this element. */
  readonly count: number;
}
