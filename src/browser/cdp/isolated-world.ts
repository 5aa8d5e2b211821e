/**
 * The isolated world in which pdfapi's scripts inspect a document, so that the document cannot falsify the results. A
 * page can replace the globals that all its scripts share.
 */
import type { Protocol } from 'devtools-protocol';
import { keepFunctions } from './call-in-page.ts';
import type { CdpSession } from './connection.ts';

/** Undefined if the document's scripts are disabled, so that there is only one world. */
export type IsolatedWorldId = Protocol.Runtime.ExecutionContextId | undefined;

/**
 * Creates a world that shares the page's document but none of its scripts' globals. It lives as long as their realm.
 */
export async function createIsolatedWorld(
  page: CdpSession,
  frameId: string,
): Promise<Protocol.Runtime.ExecutionContextId> {
  const { executionContextId } = await page.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'pdfapi',
  });
  keepFunctions(page, executionContextId);
  return executionContextId;
}
