/** What a route's handler gets, and what it gives back. */
import type { Authenticated } from '../store/tokens.ts';
import type { ReadForm } from './body/body-reader.ts';
import type { Delivery } from './delivery.ts';
import type { SentBody } from './request-body.ts';
import type { ServerTools } from './tools.ts';

export interface RouteCall {
  readonly tools: ServerTools;
  readonly caller: Authenticated;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** As it came; undefined where there was none. */
  readonly body: SentBody | undefined;
  /** Of a request with files, in the place of `body`. */
  readonly form?: ReadForm | undefined;
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
  /** Aborts when the caller hangs up. */
  readonly signal: AbortSignal;
}

/** JSON, or a PDF in one of its forms. Failures are thrown. */
type RouteAnswer = { readonly json: unknown } | Delivery;

export type RouteHandler = (call: RouteCall) => Promise<RouteAnswer>;
