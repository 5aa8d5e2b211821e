/**
 * Runs a page script: a function of `page-scripts`, whose source is sent to the page. Such a function can use only its
 * arguments and what the page defines, so other functions that it needs are passed as arguments.
 */
import type { Protocol } from 'devtools-protocol';
import { Failure } from '#contract/errors';
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
  return await evaluate(page, (sourceOf) => toCall(script, args, sourceOf), contextId);
}

/** Calls a page script as `callInPage` does. */
export type CallPage = <Args extends readonly unknown[], Result>(
  script: (...args: Args) => Result,
  args: Readonly<NoInfer<Args>>,
) => Promise<Awaited<Result>>;

/**
 * Collects calls that travel in one message once `send` is called, because a message of its own costs each of them a third
 * of a millisecond in the browser. They begin in order, and one that fails does not affect the others; but none has a
 * result before all have one, and all results together must stay below `pageLimits.maxAnswerBytes`. Not for a world in
 * which documents run scripts.
 *
 * @example
 * const { call, send } = collectCalls(page, world);
 * const [language, headings] = [findLanguage(call), readHeadings(call)];
 * send();
 */
export function collectCalls(
  page: CdpSession,
  contextId?: Protocol.Runtime.ExecutionContextId,
): { readonly call: CallPage; send(): void } {
  const calls: Call[] = [];
  const answered = Promise.withResolvers<readonly Settled[]>();
  return {
    async call(script, args) {
      const place = calls.push({ script: script as PageFunction, args }) - 1;
      const { value, failure } = (await answered.promise)[place] ?? {};
      if (failure !== undefined) throw new PageScriptFailure(failure);
      // Its type is that of the script: JSON carries no other.
      return value as never;
    },
    send() {
      if (calls.length > 0)
        answered.resolve(evaluate(page, (sourceOf) => toCalls(calls, sourceOf), contextId));
    },
  };
}

interface Settled {
  readonly value?: unknown;
  /** The message of what was thrown. */
  readonly failure?: string;
}

/** Runs in the page. */
function settleCalls(calls: readonly (() => unknown)[]): Promise<Settled[]> {
  return Promise.all(
    calls.map(async (call) => {
      try {
        return { value: await call() };
      } catch (thrown) {
        return { failure: String((thrown as Error).stack).split('\n', 1)[0] ?? '' };
      }
    }),
  );
}

interface Call {
  readonly script: PageFunction;
  readonly args: readonly unknown[];
}

const toCalls = (calls: readonly Call[], sourceOf: SourceOf): string =>
  `${sourceOf(settleCalls)}([${calls.map(({ script, args }) => `()=>${toCall(script, args, sourceOf)}`)}])`;

const toCall = (script: PageFunction, args: readonly unknown[], sourceOf: SourceOf): string =>
  `${sourceOf(script)}(${args.map((each) => toSource(each, sourceOf)).join()})`;

/** Returns an expression for a function. */
type SourceOf = (value: PageFunction) => string;

const inBrackets: SourceOf = (value) => `(${value})`;

async function evaluate<Result>(
  page: CdpSession,
  write: (sourceOf: SourceOf) => string,
  contextId: Protocol.Runtime.ExecutionContextId | undefined,
): Promise<Result> {
  const keeper = keepers.get(page);
  const kept = keeper?.world === contextId ? keeper?.places : undefined;
  const { result, exceptionDetails } = await page.send('Runtime.evaluate', {
    expression: kept ? withKept(kept, write) : write(inBrackets),
    awaitPromise: true,
    returnByValue: true,
    ...(contextId === undefined ? {} : { contextId }),
  });
  if (!exceptionDetails) return result.value;
  if (kept && exceptionDetails.exception?.value === newRealm) {
    kept.clear();
    return await evaluate(page, write, contextId);
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

/** Returns the source of calls that define the functions which the page does not have yet. */
function withKept(kept: Map<PageFunction, number>, write: (sourceOf: SourceOf) => string): string {
  const isNew = kept.size === 0;
  const calls = write((each) => {
    const place = kept.get(each);
    if (place !== undefined) return `f[${place}]`;
    kept.set(each, kept.size);
    return `(f[${kept.size - 1}]=${each})`;
  });
  // A symbol, because elements can have any other name.
  const held = 'globalThis[Symbol.for("pdfapi functions")]';
  return isNew
    ? `(f=>${calls})(${held}=[])`
    : `(f=>{if(!f)throw ${JSON.stringify(newRealm)};return ${calls}})(${held})`;
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
): string => toCall(script, args, inBrackets);

function toSource(value: unknown, sourceOf: SourceOf): string {
  if (typeof value === 'function') return sourceOf(value as PageFunction);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) return String(JSON.stringify(value));
  const entries = Object.entries(value);
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${toSource(each, sourceOf)}`)}}`;
}
