/** The messages to and from the thread that renders editor templates. */
import type { Metadata } from '../../contract/documents.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { EditorDocument } from '../template/model/editor-document.ts';
import type { SerializedError } from '../workers/serialize-error.ts';

export interface EditorMessage {
  readonly document: EditorDocument;
  readonly metadata: Metadata;
  readonly partials: Readonly<Record<string, string>>;
  /** The files of the template's `fonts/`. */
  readonly fonts: readonly string[];
  readonly strict: boolean;
  readonly now: Date;
  /** In the form of `packData` if `packed` is set. */
  readonly data: JsonObject;
  readonly packed: boolean;
  /** The data as JSON text, in place of `data`. */
  readonly dataText?: string | undefined;
}

export interface EditorResult {
  readonly pdf: Uint8Array;
  readonly metadata: Metadata;
  readonly missingGlyphs: readonly string[];
  readonly rightToLeft: boolean;
  /** Milliseconds. */
  readonly timings: { readonly fill: number; readonly draw: number };
}

export type ToEditorThread =
  | { readonly order: EditorMessage }
  /** The response to `need`: the files that exist. */
  | { readonly files: readonly (readonly [path: string, bytes: Uint8Array])[] };

export type FromEditorThread =
  | 'ready'
  /** Requests files of the template. */
  | { readonly need: readonly string[] }
  | { readonly result: EditorResult }
  | { readonly error: SerializedError };
