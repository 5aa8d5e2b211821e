/** What the handler of a management route gets, and what it gives back. */
import type { Team } from '../../store/teams.ts';
import type { SentBody } from '../request-body.ts';
import type { ServerTools } from '../tools.ts';
import type { TemplateChecker } from './template-checker.ts';

export interface ManageCall {
  readonly tools: ServerTools;
  readonly checker: TemplateChecker;
  /** The token's. */
  readonly team: Team;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** As it came; undefined where there was none. */
  readonly body: SentBody | undefined;
  /** Aborts when the caller hangs up. */
  readonly signal: AbortSignal;
}

/** The `data` of the answer. Failures are thrown. */
export type ManageHandler = (call: ManageCall) => Promise<object>;
