/** Renders the rows of a batch: with a template folder in this process, or with a template on a server. */

import type { Browser } from '#browser/browser';
import type { JsonObject } from '#contract/json';
import type { UsageSummary } from '#contract/usage';
import type { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import type { PdfContent } from '#pdf/large-pdf/large-pdf';
import type { RenderedTemplate } from '../../../rendering/result.ts';

export interface RowRenderer {
  /** Address of the server; undefined for local renders. */
  readonly server?: string | undefined;
  /** Set for a render on a server. */
  readonly template?: RenderedTemplate | undefined;
  /**
   * Hash of everything but the data that a document depends on, so that a batch is not resumed with another template.
   */
  readonly fingerprint: string;
  /** Rows that may currently be processed concurrently. */
  readonly concurrency: number;
  /** Milliseconds that the next row must wait for the server's rate limit. */
  readonly wait: number;
  /** Set for rows that are merged: the data of their large pictures, which the PDFs have no place for. */
  readonly deferred?: DeferredStreams | undefined;
  /** Set for a local render that has one. */
  readonly browser?: Browser | undefined;
  /** `cancel` aborts the render, which throws the signal's reason. */
  render(row: RowToRender, cancel: AbortSignal): Promise<RenderedRow>;
}

export interface RowToRender {
  readonly data: JsonObject;
  /** Data for the template if it is more precise than `data`. */
  readonly exact: JsonObject;
  readonly idempotencyKey: string | undefined;
}

interface RenderedRow extends RenderedFacts {
  /** The caller closes it if it is a `LargePdf`. */
  readonly pdf: PdfContent;
}

export interface RenderedFacts {
  /** Undefined if only its own server can parse the PDF. */
  readonly pages: number | undefined;
  readonly warnings: readonly string[];
  readonly usage?: UsageSummary;
}
