/** The messages to and from the thread that reads and fills forms. */
import type { JsonObject } from '#contract/json';
import type { FormFieldInfo } from './list-form.ts';

/** How a PDF is opened. */
export interface OpenOptions {
  /** User or owner password of an encrypted file. */
  readonly password?: string | undefined;
}

export interface ListTask extends OpenOptions {
  readonly kind: 'list';
  readonly pdf: Uint8Array;
}

export interface ListResult {
  readonly fields: readonly FormFieldInfo[];
}

export interface FormFillOptions extends OpenOptions {
  /** Draws the fields into their pages and removes the form. */
  readonly flatten?: boolean | undefined;
}

/**
 * Which fields are drawn. `all`: every one whose value no appearance shows, and viewers draw none of them any more. `needed`:
 * the same, if the form leaves it to viewers (`NeedAppearances`); it says so afterwards too.
 */
export type DrawFields = 'all' | 'needed';

export interface DrawTask {
  readonly kind: 'draw';
  /** Complete and not encrypted, as `cleanPdf` returns it. */
  readonly pdf: Uint8Array;
  readonly which: DrawFields;
}

/** Draws the values that viewers would draw, and makes all annotations that draw something a part of their pages. */
export interface FlattenTask {
  readonly kind: 'flatten';
  /** Complete and not encrypted, as `cleanPdf` returns it. */
  readonly pdf: Uint8Array;
}

export interface DrawResult {
  readonly pdf: Uint8Array<ArrayBuffer>;
  /** The fields that no font can draw. */
  readonly undrawn: readonly string[];
}

export interface FormFillTask extends FormFillOptions {
  readonly kind: 'fill';
  readonly pdf: Uint8Array;
  readonly data: JsonObject;
}

export type FillResult =
  | {
      readonly pdf: Uint8Array<ArrayBuffer>;
      readonly pages: number;
      /** Findings that a reader of the form may object to, one sentence each. */
      readonly warnings: readonly string[];
    }
  /** The problems of the data by field, worded to read on after the name of the field. */
  | { readonly problems: Readonly<Record<string, readonly string[]>> };
