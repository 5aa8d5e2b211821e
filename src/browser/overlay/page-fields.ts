/** The fields that `fillPageFields` fills in. A file of its own keeps browsers out of the types of the library. */
export interface PageFields {
  /** Selects the boxes. */
  readonly boxes: string;
  /** Class → text in every box. */
  readonly texts: Readonly<Record<string, string>>;
  /** Class → name of the attribute of a box that holds the text. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** How high what a box contains is. */
export interface ContentHeight {
  /** With its margins and paddings. */
  readonly full: number;
  /** Down to the last of it that is seen, without what is placed absolutely. Only for content higher than its box. */
  readonly seen: number;
}
