/** What a server needs to know of HTML before it prints it, and that takes a parser to find out. */
import type { Deadline } from '../../deadline.ts';
import type { HeaderFooterText, ParsedHeaderFooter } from '../header-footer/parse-header-footer.ts';
import type { DocumentFacts, TextFacts } from '../print/text-facts.ts';

export interface HtmlParser {
  /** Short texts are read when a fact is asked for. */
  facts(
    texts: { readonly html: string; readonly styles?: string },
    deadline: Deadline,
  ): Promise<DocumentFacts>;
  /** See `hasScripts`. Says yes where it would take too long to tell: that only costs time. */
  hasScripts(html: string, facts: TextFacts, deadline: Deadline): Promise<boolean>;
  /** See `parseMargins`. Throws `page_failed` where it takes too long or too much memory. */
  margins(source: HeaderFooterText, deadline: Deadline): Promise<ParsedHeaderFooter>;
  /** Ends all threads; what runs in them fails. */
  close(): Promise<void>;
}
