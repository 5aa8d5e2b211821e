/** The facts that a server needs about HTML before printing it and that require a parser. */
import type { Deadline } from '#runtime/deadline';
import type { DocumentFacts, TextFacts } from '../print/text-facts.ts';

export interface HtmlParser {
  /** For short texts, each fact is computed when it is first read. */
  facts(
    texts: { readonly html: string; readonly styles?: string | undefined },
    deadline: Deadline,
  ): Promise<DocumentFacts>;
  /** See `hasScripts`. Returns true if parsing would take too long, which only costs time later. */
  hasScripts(html: string, facts: TextFacts, deadline: Deadline): Promise<boolean>;
  /** Ends all threads. The work in progress fails. */
  close(): Promise<void>;
}
