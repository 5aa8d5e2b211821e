/** The view that a check has of content streams: operators with their position, graphics state and marked content. */
import type { PdfDict, PdfStream, PdfValue } from '#pdf/object';
import type { CheckedPage } from '../model/checked-document.ts';

export type ContentKind = 'page' | 'form' | 'pattern' | 'glyph' | 'appearance';

/** A content stream that is being interpreted. */
export interface ContentStream {
  readonly kind: ContentKind;
  /** The page dictionary, or the dictionary of the form, pattern or glyph procedure. */
  readonly dict: PdfDict;
  /** Undefined for a page, whose content may be several streams. */
  readonly stream: PdfStream | undefined;
  /** Whether a glyph procedure is that of a code that is shown. Others are interpreted too. */
  readonly isShown: boolean;
  /** The number of the object above. Undefined for a direct object. */
  readonly object: number | undefined;
  readonly page: CheckedPage | undefined;
  /** The resources of the stream itself. Undefined if it has none. */
  readonly ownResources: PdfDict | undefined;
  /** Resources to look in after the stream's own ones: of the page or, for a page, of the page tree. */
  readonly inheritedResources: PdfDict | undefined;
  /** The stream that uses this one. Undefined for pages and appearances. */
  readonly parent: ContentStream | undefined;
}

/** Marked content (BMC, BDC) that is open, innermost first. Continues in the stream that uses this one. */
export interface ContentMark {
  readonly tag: string;
  /** The property list, also that of the resources. */
  readonly properties: PdfDict | undefined;
  readonly mcid: number | undefined;
  readonly stream: ContentStream;
  readonly outer: ContentMark | undefined;
}

export interface ContentColor {
  /** Resolved, with defaults of the resources applied: a name such as DeviceGray or an array. */
  readonly space: PdfValue;
  /** The pattern that `scn` selected. */
  readonly pattern: PdfValue;
}

export interface GraphicsState {
  fill: ContentColor;
  stroke: ContentColor;
  font: PdfDict | undefined;
  /** Text rendering mode; 3 is invisible. */
  textMode: number;
  overprintFill: boolean;
  overprintStroke: boolean;
  overprintMode: number;
  /** 1 is opaque. */
  alphaFill: number;
  alphaStroke: number;
  /** Whether the blend mode is another than Normal. */
  isBlended: boolean;
  /** Whether there is a soft mask. */
  isMasked: boolean;
  /** In glyph procedures after `d1`, which are stencils. */
  ignoresColors: boolean;
  /** Levels of `q` in this stream. */
  depth: number;
}

/** The resources that defaults of colour spaces come from. */
export function defaultResources(stream: ContentStream): PdfDict | undefined {
  return stream.ownResources ?? (stream.kind === 'page' ? stream.inheritedResources : undefined);
}

/** Where an operator is. Changes with the next operator: copy what you keep. */
export interface ContentPosition {
  readonly stream: ContentStream;
  readonly state: Readonly<GraphicsState>;
  readonly mark: ContentMark | undefined;
  /** Looks up a resource, such as `resource('Font', 'F1')`. Null if there is none. */
  readonly resource: (category: string, name: string) => PdfValue;
}

/** Called after the operator changed the graphics state; `Do`, `BMC` and `BDC` before they enter what they begin. */
export type OperatorHandler = (operands: readonly PdfValue[], at: ContentPosition) => void;

/** The kinds of things that operators paint. */
export type PaintKind = 'path' | 'text' | 'image' | 'form' | 'shading' | 'inline image';

export interface PaintMode {
  readonly fills: boolean;
  readonly strokes: boolean;
}

export interface ContentVisitor {
  /** By operator. An inline image is `EI`, with its dictionary as the operand. */
  readonly operators?: Readonly<Record<string, OperatorHandler>>;
  /** Every operator, also unknown ones. Text that is shown in pieces comes as one. */
  readonly everyOperator?: (operator: string, operands: readonly PdfValue[], at: ContentPosition) => void;
  /**
   * The bytes of each operator and its operands, except where these are only short numbers. Of an inline image those
   * before its data, and of text that is shown in pieces those of the first.
   */
  readonly source?: (content: Buffer, start: number, end: number, at: ContentPosition) => void;
  /** Shown text, one character a byte; the font is in the state. A TJ gives its strings one by one. */
  readonly text?: (shown: string, at: ContentPosition) => void;
  /** Anything that paints, once for each painting operator. */
  readonly paint?: (kind: PaintKind, at: ContentPosition, how: PaintMode) => void;
  /** A name that the stream's own resources lack and those of the page or the page tree have. */
  readonly inheritedResource?: (category: string, name: string, stream: ContentStream) => void;
  /** A name that no resources define. */
  readonly missingResource?: (category: string, name: string, stream: ContentStream) => void;
  /** Content that cannot be read to its end, such as a string without one. */
  readonly damaged?: (reason: string, stream: ContentStream) => void;
  readonly enter?: (stream: ContentStream, mark: ContentMark | undefined) => void;
  readonly leave?: (stream: ContentStream) => void;
  /** After the last content. */
  readonly finish?: () => void;
}
