/** What the page of `pdfapi dev` shows, as it is sent to it. */
import type { FailureView } from './failure-view.ts';

export interface PreviewState {
  /** Of this process: after a restart nothing that the page knows holds. */
  readonly instance: string;
  /** The template's name. */
  readonly name: string;
  readonly strict: boolean;
  readonly isRendering: boolean;
  /** The last one that could be rendered. */
  readonly document: PreviewDocument | null;
  /** Why the last render has none. */
  readonly failure: FailureView | null;
  readonly warnings: readonly string[];
  readonly console: readonly { readonly level: string; readonly text: string }[];
  readonly data: DataState;
  /** Null for a template of type html. */
  readonly design: DesignState | null;
}

export interface PreviewDocument {
  /** Never used again, also by a later process on the same port. */
  readonly id: string;
  readonly filename: string;
  readonly pages: number;
  readonly bytes: number;
  /** Milliseconds from the reading of the files to the finished PDF. */
  readonly ms: number;
}

export interface DataState {
  /** Where `data.json` is, as the command line writes it. */
  readonly file: string;
  /** Another number: the text is another one, and the page fetches it. */
  readonly revision: number;
  /** The text differs from the file's. */
  readonly isUnsaved: boolean;
  /** The file is another one than the text was made from. */
  readonly hasConflict: boolean;
}

export interface DesignState {
  /** Where `editor.json` is. */
  readonly file: string;
  /** Another number: the design is another one. */
  readonly revision: number;
  /** The hash of the file that it was made from. */
  readonly base: string;
  readonly isUnsaved: boolean;
  /** The file is another one than the design was made from. */
  readonly hasConflict: boolean;
}
