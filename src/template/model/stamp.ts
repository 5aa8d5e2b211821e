/** A stamp over or under the pages of a document, as it is asked for. */
import type { Assets } from './template.ts';

export interface Stamp {
  /** Names it in errors: `stamp`, `under`. Different for each stamp of a document. */
  readonly name: string;
  /** HTML with Twig, printed for each page in its size, or a PDF. */
  readonly content:
    | { readonly html: string /** Files beside the HTML. */; readonly assets?: Assets | undefined }
    | {
        readonly pdf: Uint8Array;
        /**
         * Where the upper left corner of each of its pages is, in millimetres from that of the page that it is on. Default: it
         * is in the middle.
         */
        readonly corners?: readonly { readonly x: number; readonly y: number }[] | undefined;
      };
  readonly isUnder: boolean;
  /** `2-`: pages of the finished document. Default: all. */
  readonly pages?: string | undefined;
  /** The option that `pages` comes from, for errors. */
  readonly pagesField: string;
}
