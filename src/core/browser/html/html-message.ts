/** What goes to a thread that parses HTML, and what comes back. */
import type { CrossingError } from '../../fill/crossing-error.ts';
import type { MarginSource, ParsedMargins } from './parse-margins.ts';

export type HtmlMessage =
  | { readonly kind: 'scripts'; readonly html: string }
  | { readonly kind: 'margins'; readonly source: MarginSource };

export type ParsedHtmlMessage =
  | { readonly scripts: boolean }
  | { readonly margins: ParsedMargins }
  | { readonly error: CrossingError };
