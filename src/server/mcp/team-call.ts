/** One use of a tool over HTTP, and the way from it to the routes of the API. */
import type { Authenticated } from '#store/tokens';
import type { RouteCall } from '../api/route.ts';
import type { ServerContext } from '../context.ts';
import type { TemplateChecker } from '../template-check/template-checker.ts';

/** A request to `/mcp`. */
export interface TeamRequest {
  readonly context: ServerContext;
  readonly checker: TemplateChecker;
  readonly caller: Authenticated;
  readonly requestId: string;
  /** Returns the data at a path of the message as JSON. The arguments of a tool only say whether there is any. */
  readonly dataJson: (path: readonly (string | number)[]) => string;
}

export interface TeamCall extends TeamRequest {
  /** Aborts when the client disconnects or cancels. */
  readonly signal: AbortSignal;
}

/** Returns the call of a route of the API with this body. */
export const routeCall = (
  { context, caller, requestId, signal }: TeamCall,
  body: string,
  parameters: Readonly<Record<string, string>> = {},
): RouteCall => ({
  context,
  caller,
  parameters,
  query: {},
  body,
  keyClaim: undefined,
  requestId,
  signal,
});

export const canWrite = ({ caller }: Pick<TeamCall, 'caller'>): boolean =>
  caller.scopes.includes('templates:write');

/**
 * Returns the JSON of an object with further fields that are JSON already: large data is not parsed only to be written
 * again.
 */
export function jsonWith(value: object, texts: Readonly<Record<string, string | undefined>>): string {
  const parts = Object.entries(texts).flatMap(([name, text]) =>
    text === undefined ? [] : [`${JSON.stringify(name)}:${text}`],
  );
  const own = JSON.stringify(value).slice(1, -1);
  return `{${[own, ...parts].filter((part) => part !== '').join(',')}}`;
}
