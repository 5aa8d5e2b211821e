/** The input and output of a management route's handler. */
import type { Team } from '#store/teams';
import type { ServerContext } from '../../context.ts';
import type { SentBody } from '../../http/body/request-body.ts';
import type { TemplateChecker } from '../../template-check/template-checker.ts';

export interface ManageCall {
  readonly context: ServerContext;
  readonly checker: TemplateChecker;
  /** The team of the token. */
  readonly team: Team;
  readonly tokenId: number;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The unparsed body; undefined if there was none. */
  readonly body: SentBody | undefined;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Returns the `data` of the response. Failures are thrown. */
export type ManageHandler = (call: ManageCall) => Promise<object>;
