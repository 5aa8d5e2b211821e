/** The state that is sent to the page of `pdfapi dev`. */
import type { FailureView } from './failure-view.ts';
import type { GoldenState } from './golden/golden-state.ts';

export interface PreviewState {
  /** Identifies this process: after a restart, nothing that the page knows is valid. */
  readonly instance: string;
  /** The template's name. */
  readonly name: string;
  readonly strict: boolean;
  readonly isRendering: boolean;
  /** The last successful render. */
  readonly document: PreviewDocument | null;
  /** The error of the last render. */
  readonly failure: FailureView | null;
  readonly warnings: readonly string[];
  readonly console: readonly { readonly level: string; readonly text: string }[];
  readonly data: DataState;
  /** Null for a template of type html. */
  readonly design: DesignState | null;
  /** Null for a template without approved documents. */
  readonly golden: GoldenState | null;
}

export interface PreviewDocument {
  /** Never reused, even by a later process on the same port. */
  readonly id: string;
  readonly filename: string;
  readonly pages: number;
  readonly bytes: number;
  /** Milliseconds from the reading of the files to the finished PDF. */
  readonly ms: number;
}

export interface DataState {
  /** The id of the data that is shown: the path of a file. */
  readonly source: string;
  /** What can be chosen. */
  readonly sources: readonly { readonly id: string; readonly name: string }[];
  /** It belongs to no file, and is never saved. */
  readonly isPasted: boolean;
  /** The path of its file, as the command line writes it. */
  readonly file: string;
  /** Changes with the text; the page then fetches it. */
  readonly revision: number;
  /** The text differs from the file's. */
  readonly isUnsaved: boolean;
  /** The file has changed since the text was based on it. */
  readonly hasConflict: boolean;
}

export interface DesignState {
  /** The path of `editor.json`. */
  readonly file: string;
  /** Changes with the design. */
  readonly revision: number;
  /** The hash of the file that the design is based on. */
  readonly base: string;
  readonly isUnsaved: boolean;
  /** The file has changed since the design was based on it. */
  readonly hasConflict: boolean;
}
