/** Runs an expression of ours in the page, also where the page's own scripts are off. Timers do not run there. */
import type { Protocol } from 'devtools-protocol';
import { Failure } from '../../../contract/errors.ts';
import type { CdpSession } from './connection.ts';

export async function evaluate<T>(
  page: CdpSession,
  expression: string,
  /** That of the main frame by default. */
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
