/** The result of a tool, as the assistant gets it. */

export interface ToolResult {
  /** A short object, which becomes JSON, or a text that becomes itself. */
  readonly report: object | string;
  readonly pictures?: readonly PagePicture[] | undefined;
  /** The PDF itself, if it was asked for. */
  readonly pdf?: { readonly uri: string; readonly bytes: Uint8Array } | undefined;
}

export interface PagePicture {
  /** From 1. */
  readonly page: number;
  readonly bytes: Uint8Array;
  readonly type: 'image/png' | 'image/jpeg';
}

/** Bytes of a PDF that `include_pdf` returns. An assistant reads base64 as text. */
export const maxIncludedBytes = 2_000_000;

/** Pictures of one result. */
export const maxPictures = 4;

/** Characters of a file that `show_template` returns. */
export const maxShownCharacters = 100_000;

/** Warnings of one result, and characters of each. */
const maxWarnings = 30;
const maxWarningLength = 400;

/** Returns as many warnings as help, and how many more there are. */
export function shortWarnings(warnings: readonly string[]): string[] {
  const shown = warnings.slice(0, maxWarnings).map((warning) => warning.slice(0, maxWarningLength));
  const more = warnings.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}
