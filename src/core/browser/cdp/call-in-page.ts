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
  const { result, exceptionDetails } = await page.send('Runtime.evaluate', {
    expression: callExpression(script, ...args),
    awaitPromise: true,
    returnByValue: true,
    ...(contextId === undefined ? {} : { contextId }),
  });
  if (!exceptionDetails) return result.value;
  const detail = exceptionDetails.exception?.description ?? exceptionDetails.text;
  throw new PageScriptFailure(detail.split('\n')[0] ?? '');
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
): string => `(${script})(${args.map(toSource).join()})`;

function toSource(value: unknown): string {
  if (typeof value === 'function') return `(${value})`;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject) return String(JSON.stringify(value));
  return `{${Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${toSource(each)}`)}}`;
}
