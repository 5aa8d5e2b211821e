/** What `fillPageFields` fills in. Apart from it, so that the types of the library need none of browsers. */
export interface PageFields {
  /** Selects the boxes. */
  readonly boxes: string;
  /** Class → text in every box. */
  readonly texts: Readonly<Record<string, string>>;
  /** Class → name of the attribute of a box that holds the text. */
  readonly attributes: Readonly<Record<string, string>>;
}
