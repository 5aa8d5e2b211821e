/** A difference between an approved PDF and a new one. */

export interface Difference {
  readonly kind:
    | 'pages'
    | 'size'
    | 'text'
    | 'fonts'
    | 'links'
    | 'descriptions'
    | 'alternatives'
    | 'outline'
    | 'metadata'
    | 'conformance'
    | 'attachments'
    | 'fields'
    | 'pixels';
  /** From 1. Undefined if it concerns the whole document. */
  readonly page?: number | undefined;
  /** One line for people, without the page. */
  readonly text: string;
}
