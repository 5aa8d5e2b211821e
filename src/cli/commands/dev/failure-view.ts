/** A failure as the page shows it: the same message, location and excerpt as on the command line. */
import { Failure } from '#contract/errors';
import { withoutCsvRemedy } from '#twig';
import { sourceExcerpt } from '../../io/source-excerpt.ts';
import type { Style } from '../../io/style.ts';

export interface FailureView {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly place: { readonly file: string; readonly line: number; readonly column: number | null } | null;
  /** Lines of the file with a caret; empty if there is no location. */
  readonly excerpt: readonly string[];
  /** Errors by field. */
  readonly fields: readonly { readonly field: string; readonly text: string }[];
  /** The error is in the data. */
  readonly isOfData: boolean;
}

/** `plain` is a style without colours. */
export function failureView(error: unknown, plain: Style): FailureView {
  const failure = error instanceof Failure ? error : new Failure('internal', `Unexpected error: ${error}`);
  const { code, message, hint, location, errors } = failure;
  return {
    code,
    // The page edits JSON.
    message: withoutCsvRemedy(message),
    hint: hint ?? null,
    place: location ? { file: location.file, line: location.line, column: location.column ?? null } : null,
    excerpt: location ? sourceExcerpt(location, plain) : [],
    fields: Object.entries(errors ?? {}).flatMap(([field, texts]) =>
      texts.filter((text) => !message.includes(text)).map((text) => ({ field, text })),
    ),
    isOfData: code === 'invalid_data',
  };
}
