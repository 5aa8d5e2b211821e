/** What goes to a thread that parses HTML, and what comes back. */
import type { SerializedError } from '../../workers/serialize-error.ts';
import type { HeaderFooterText, ParsedHeaderFooter } from '../header-footer/parse-header-footer.ts';
import type { DocumentFacts } from '../print/text-facts.ts';

export type HtmlMessage =
  | { readonly kind: 'facts'; readonly html: string; readonly styles: string }
  | { readonly kind: 'scripts'; readonly html: string }
  | { readonly kind: 'margins'; readonly source: HeaderFooterText };

export type ParsedHtmlMessage =
  | { readonly facts: DocumentFacts }
  | { readonly scripts: boolean }
  | { readonly margins: ParsedHeaderFooter }
  | { readonly error: SerializedError };
