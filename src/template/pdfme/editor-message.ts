/** The messages to and from the thread that renders editor templates. */
import type { Metadata } from '#contract/documents';
import type { NumberedControls } from '#forms';
import type { SerializedData } from '#runtime/serialize-data';
import type { DataUse, Translations, TwigNotices } from '#twig';
import type { EditorDocument } from '../model/editor-document.ts';
import type { DesignFinding } from './lint-design.ts';

export interface EditorTask {
  readonly document: EditorDocument;
  readonly metadata: Metadata;
  readonly partials: Readonly<Record<string, string>>;
  readonly translations: Translations | undefined;
  /** The files of the template's `fonts/`. */
  readonly fonts: readonly string[];
  readonly strict: boolean;
  readonly now: Date;
  readonly data: SerializedData;
  /** Whether the PDF gets accessibility tags. */
  readonly tags: boolean;
  /** A tag of BCP 47. By default it is found out from the text. */
  readonly lang: string | undefined;
  /** The language of filters that name no locale. */
  readonly language: string | undefined;
  /** The time zone of dates: see `FillJob`. */
  readonly timeZone: string | undefined;
  /** Whether the lint of designs runs too. */
  readonly lint: boolean;
}

export interface EditorResult {
  readonly pdf: Uint8Array;
  /** The elements that become form fields, where their markers are. */
  readonly controls: NumberedControls;
  readonly metadata: Metadata;
  /** The text of the first heading. */
  readonly heading: string | undefined;
  /** The findings of the lint, if it ran. */
  readonly linted: readonly DesignFinding[] | undefined;
  /** Characters that no font has, and the element that has the first of each. */
  readonly missingGlyphs: readonly (readonly [character: string, label: string])[];
  readonly rightToLeft: boolean;
  /** The faults that would be errors of a strict render. */
  readonly notices: TwigNotices | undefined;
  readonly dataUse: DataUse;
  /** Milliseconds. */
  readonly timings: { readonly fill: number; readonly draw: number };
}

/** Paths of template files that the thread needs. */
export type EditorQuestion = readonly string[];

/** The files among them that exist. */
export type EditorReply = readonly (readonly [path: string, bytes: Uint8Array])[];
