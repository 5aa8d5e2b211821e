/**
 * Runs a page script: a function of `page-scripts`, whose source is sent to the page. Such a function can use only its
 * arguments and what the page defines, so other functions that it needs are passed as arguments.
 */
import type { Protocol } from 'devtools-protocol';
import { Failure } from '../../../contract/errors.ts';
import type { CdpSession } from './connection.ts';

/** A page script has thrown. What only checks a document can do without its result. */
export class PageScriptFailure extends Failure {
  /** The message of what was thrown. */
  readonly detail: string;

  constructor(detail: string) {
    super('page_failed', `The page failed before it could be printed: ${detail}`);
    this.detail = detail;
  }
}

/**
 * Calls a function in the page, even if the page's own scripts are disabled. Timers do not run in that case. Arguments
 * and the result are JSON values; arguments may also be functions, and objects of functions. Throws `PageScriptFailure`
 * (`page_failed`) if the function throws.
 *
 * @example
 * const size = await callInPage(page, documentSize, [unclobberedDocument], world);
 */
export async function callInPage<Args extends readonly unknown[], Result>(
  page: CdpSession,
  script: (...args: Args) => Result,
  args: Readonly<NoInfer<Args>>,
  /** Defaults to the main world of the main frame. */
  contextId?: Protocol.Runtime.ExecutionContextId,
): Promise<Awaited<Result>> {
  const keeper = keepers.get(page);
  const kept = keeper?.world === contextId ? keeper?.places : undefined;
  const { result, exceptionDetails } = await page.send('Runtime.evaluate', {
    expression: kept ? keptCall(kept, script, args) : callExpression(script, ...args),
    awaitPromise: true,
    returnByValue: true,
    ...(contextId === undefined ? {} : { contextId }),
  });
  if (!exceptionDetails) return result.value;
  if (kept && exceptionDetails.exception?.value === newRealm) {
    kept.clear();
    return await callInPage(page, script, args, contextId);
  }
  const detail = exceptionDetails.exception?.description ?? exceptionDetails.text;
  throw new PageScriptFailure(detail.split('\n')[0] ?? '');
}

type PageFunction = (...args: never) => unknown;

/** A world that keeps functions. A page has one at a time: those before it were lost with their documents. */
interface Keeper {
  /** Undefined for the main world of the main frame. */
  readonly world: Protocol.Runtime.ExecutionContextId | undefined;
  /** The functions that it has, and their places in its list. */
  readonly places: Map<PageFunction, number>;
}

const keepers = new WeakMap<CdpSession, Keeper>();

/** Thrown by a page that does not have the functions any more. */
const newRealm = 'new realm';

/**
 * Makes a world of a page keep all functions that `callInPage` sends to it, so that a later call only names them: to send
 * and compile the source of those that prepare a document takes as long as to run them. They must be constants of their
 * modules. Not for a world in which documents run scripts, because these could replace them.
 */
export function keepFunctions(page: CdpSession, world?: Keeper['world']): void {
  keepers.set(page, { world, places: new Map() });
}

/** Returns the source of a call that defines the functions which the page does not have yet. */
function keptCall(
  kept: Map<PageFunction, number>,
  script: (...args: never) => unknown,
  args: readonly unknown[],
): string {
  const sourceOf = (each: PageFunction): string => {
    const place = kept.get(each);
    if (place !== undefined) return `f[${place}]`;
    kept.set(each, kept.size);
    return `(f[${kept.size - 1}]=${each})`;
  };
  const isNew = kept.size === 0;
  const call = `${sourceOf(script)}(${args.map((each) => toSource(each, sourceOf)).join()})`;
  // A symbol, because elements can have any other name.
  const held = 'globalThis[Symbol.for("pdfapi functions")]';
  return isNew
    ? `(f=>${call})(${held}=[])`
    : `(f=>{if(!f)throw ${JSON.stringify(newRealm)};return ${call}})(${held})`;
}

/** Runs a function in every document of the page, before the document's own scripts. */
export async function callInNewDocuments<Args extends readonly unknown[]>(
  page: CdpSession,
  script: (...args: Args) => void,
  args: Readonly<NoInfer<Args>>,
): Promise<void> {
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: callExpression(script, ...args) });
}

/** Returns the source of a call. */
export const callExpression = <Args extends readonly unknown[]>(
  script: (...args: Args) => unknown,
  ...args: Readonly<Args>
): string => `(${script})(${args.map((each) => toSource(each)).join()})`;

function toSource(value: unknown, sourceOf: (value: PageFunction) => string = (each) => `(${each})`): string {
  if (typeof value === 'function') return sourceOf(value as PageFunction);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) return String(JSON.stringify(value));
  const entries = Object.entries(value);
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${toSource(each, sourceOf)}`)}}`;
}
