/** What turns the rows of a batch into PDFs: a template folder in this process, or a template on a server. */
import type { JsonObject } from '../../contract/json.ts';
import type { UsageSummary } from '../../contract/usage.ts';
import type { RenderedTemplate } from '../render-there.ts';

export interface RowRenderer {
  /** `here`, or the server's address. */
  readonly where: string;
  /** On a server. */
  readonly template?: RenderedTemplate | undefined;
  /** All that a document depends on beside its data, so that a batch is not resumed with another template. */
  readonly fingerprint: string;
  /** Rows that may be at work at the same time, now. */
  readonly concurrency: number;
  /** Milliseconds that the next row has to wait for the server's rate limit. */
  readonly wait: number;
  /** `cancel` ends the work; its reason is thrown. */
  render(row: RowToRender, cancel: AbortSignal): Promise<RenderedRow>;
}

export interface RowToRender {
  readonly data: JsonObject;
  /** To fill a template with, where it says more than `data`. */
  readonly exact: JsonObject;
  readonly idempotencyKey: string | undefined;
}

interface RenderedRow extends RenderedFacts {
  readonly pdf: Uint8Array;
}

export interface RenderedFacts {
  /** Undefined where only its own server understands the PDF. */
  readonly pages: number | undefined;
  readonly warnings: readonly string[];
  readonly usage?: UsageSummary;
}
