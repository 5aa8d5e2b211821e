/**
 * Runs a pdfapi expression in the page, even if the page's own scripts are disabled. Timers do not run in that case.
 */
import type { Protocol } from 'devtools-protocol';
import { Failure } from '../../../contract/errors.ts';
import type { CdpSession } from './connection.ts';

export async function evaluate<T>(
  page: CdpSession,
  expression: string,
  /** Defaults to the main world of the main frame. */
  contextId?: Protocol.Runtime.ExecutionContextId,
): Promise<T> {
  const { result, exceptionDetails } = await page.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
    ...(contextId === undefined ? {} : { contextId }),
  });
  if (!exceptionDetails) return result.value as T;
  const detail = exceptionDetails.exception?.description ?? exceptionDetails.text;
  throw new Failure('page_failed', `The page failed before it could be printed: ${detail.split('\n')[0]}`);
}
