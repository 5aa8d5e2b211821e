/** Everything that a reader can see or find in a PDF besides its pixels. */
export interface PdfFacts {
  readonly pages: readonly PageFacts[];
  /** Entries with their depth, each before those below it. */
  readonly outline: readonly string[];
  /** Title, author and other properties, and the declared language. */
  readonly metadata: Readonly<Record<string, string>>;
  /** Labels of PDF/A and PDF/UA, and whether it has tags. */
  readonly conformance: readonly string[];
  /** Names, sizes and checksums. */
  readonly attachments: readonly string[];
  /** Names and values. */
  readonly fields: readonly string[];
}

export interface PageFacts {
  /** Points, and the turn in degrees. */
  readonly size: string;
  /** One for each line. */
  readonly lines: readonly string[];
  /** Without the tag of a subset, each once. */
  readonly fonts: readonly string[];
  /** Targets of links in the order of the page. */
  readonly links: readonly string[];
  /** Descriptions of links for screen readers, with their targets, where they say more than the text of the link. */
  readonly descriptions: readonly string[];
  /** Alternative texts in the order of the tags, each with its tag: `Figure: A map`. */
  readonly alternatives: readonly string[];
}
