/** The parts of generated content in the flow (css-content 3), as they were read from CSS. */

export type FlowPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Content that Chromium supports, such as `url(icon.svg)` or `open-quote`, as written. */
  | { readonly kind: 'css'; readonly css: string }
  /** The fallback is for elements without the attribute. */
  | { readonly kind: 'attr'; readonly name: string; readonly fallback?: string | undefined }
  /** The pattern that fills the line. */
  | { readonly kind: 'leader'; readonly pattern: string }
  | {
      readonly kind: 'counter';
      readonly name: string;
      readonly style: string;
      /** Set for all counters of the name, from the outermost one. */
      readonly separator?: string | undefined;
      /** Where its value is read. Default: the element itself. */
      readonly target?: FlowTarget | undefined;
    }
  | { readonly kind: 'content'; readonly part: ContentKeyword; readonly target?: FlowTarget | undefined };

/** An element of the document, by an attribute that holds its address or by the address itself. */
export type FlowTarget = { readonly attr: string } | { readonly url: string };

export type ContentKeyword = 'text' | 'before' | 'after' | 'first-letter' | 'marker';
