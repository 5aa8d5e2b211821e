/**
 * What of the flow stays on one page: a line, a row of a table, a picture. CSS pixels from the top of the document. Most of a
 * document is lines within texts, of which a page sends no more than is needed.
 */
export interface FlowBand {
  readonly top: number;
  readonly bottom: number;
  /**
   * Where a page begins that begins with it, without margins: negative differences are heads of tables that are repeated. Default:
   * `top`.
   */
  readonly start?: number;
  /** Where it begins after a break that is asked for, which keeps margins. Default: `top`. */
  readonly startAfterBreak?: number;
  /** Whether a page ends before it. Default: it may. */
  readonly before?: 'never' | 'forced';
  /** An index of `breakers`: the element that begins with the band, if a page can end before it. */
  readonly breaker?: number;
  /** Whether the page has to end with a break before it, because what it is in does not flow around the room of the notes. */
  readonly needsBreaker?: true;
  /** Whether no page with it may have such room: a browser would place what it is in beside that. */
  readonly isIsolated?: true;
}

export interface FootnoteAreaBox {
  /** CSS pixels of margin, border and padding. */
  readonly above: number;
  readonly below: number;
  readonly left: number;
  readonly right: number;
  readonly maxHeight: number | undefined;
}

export interface MeasuredFlow {
  readonly bands: readonly FlowBand[];
  /** Where the room of the notes may begin: at the top, and before children of the body; and the first band behind it. */
  readonly anchors: readonly { readonly top: number; readonly band: number }[];
  /** The tops of floats that are beside the text: none is above a float that comes before it in the document. */
  readonly floats: readonly number[];
  readonly notes: readonly {
    /** The index of the band that its call is in. -1 for a call without a place. */
    readonly band: number;
    /** That of the first line of its paragraph. */
    readonly blockBand: number;
    /** The top of the line of the call, and of the link that tells its place. */
    readonly top: number;
    readonly callTop: number;
    /** The same of the marker, from the top of the note. */
    readonly markerTop: number;
    readonly height: number;
    /** Where its lines end, from its top. Empty for a short one. */
    readonly lines: readonly number[];
  }[];
  readonly areas: readonly FootnoteAreaBox[];
  /** The band that each of `ResolvedPaged.sides` begins with. */
  readonly sides: readonly number[];
}
