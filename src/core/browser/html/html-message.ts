/** What goes to a thread that parses HTML, and what comes back. */
import type { CrossingError } from '../../fill/crossing-error.ts';
import type { DocumentFacts } from '../text-facts.ts';
import type { MarginSource, ParsedMargins } from './parse-margins.ts';

export type HtmlMessage =
  | { readonly kind: 'facts'; readonly html: string; readonly styles: string }
  | { readonly kind: 'scripts'; readonly html: string }
  | { readonly kind: 'margins'; readonly source: MarginSource };

export type ParsedHtmlMessage =
  | { readonly facts: DocumentFacts }
  | { readonly scripts: boolean }
  | { readonly margins: ParsedMargins }
  | { readonly error: CrossingError };
