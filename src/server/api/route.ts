/** The input and output of a route's handler. */
import type { RenderReport } from '#render/render-request';
import type { KeyClaim } from '#store/ledger/idempotency';
import type { Authenticated } from '#store/tokens';
import type { RunningRow } from '../billing/deliver.ts';
import type { Delivery } from '../billing/delivery.ts';
import type { ServerContext } from '../context.ts';
import type { ReadForm } from '../http/body/body-reader.ts';
import type { SentBody } from '../http/body/request-body.ts';
import type { RowsBody } from '../http/rows/rows-body.ts';

export interface RouteCall {
  readonly context: ServerContext;
  readonly caller: Authenticated;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The unparsed body; undefined if there was none. */
  readonly body: SentBody | undefined;
  /** Replaces `body` in a request with files. */
  readonly form?: ReadForm | undefined;
  /** Replaces `body` in a request with rows. */
  readonly rows?: RowsBody | undefined;
  /** The `Prefer` header. */
  readonly prefer?: string | undefined;
  /** The claim on the request's `Idempotency-Key`, if it has one. */
  readonly keyClaim: KeyClaim | undefined;
  /** The row of a job that this call runs. Its document is kept for the job. */
  readonly row?: RunningRow | undefined;
  /** Set for an assistant, which reads more about a document than fits into the headers of a response. */
  readonly inspection?: Inspection | undefined;
  readonly requestId: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

interface Inspection {
  /** The version of the template. Default: the published one. */
  readonly version?: number | undefined;
  /** Gets what was found while the document was rendered, also by the lint. */
  readonly onReport: (report: RenderReport) => void;
}

/** JSON, or a PDF in one of the forms of `output`. Failures are thrown. */
type RouteResponse = { readonly json: unknown } | Delivery;

export type RouteHandler = (call: RouteCall) => Promise<RouteResponse>;

/** Findings of the lint for an assistant go to the assistant, and not to the log of the operator. */
export const withoutLint = (report: RenderReport, inspection: Inspection | undefined): RenderReport =>
  inspection ? { ...report, accessibility: [] } : report;
