/**
 * Removes a document with scripts from its page, with everything it may have left behind, so that the next document of
 * the same owner gets a clean page. (Documents of other owners use other renderers anyway.)
 */
import { documentAddress } from '#template/model/document-address';
import { callInPage } from '../cdp/call-in-page.ts';
import { withTimeout } from '../cdp/with-timeout.ts';
import { clearPageState } from '../page-scripts/page-state.ts';
import type { OpenPage } from './open-page.ts';
import { showNothing } from './serve-document.ts';

/** Scripts that run while their document unloads can delay the clearing. */
const limitMs = 2_000;

/** Bytes of the renderer's heap. A page with more is not kept: its memory would be charged to the next document. */
const maxHeapBytes = 64 * 1024 * 1024;

/** Resolves to whether the page may be reused. Throws if the page is gone. */
export async function clearPage(page: OpenPage): Promise<boolean> {
  // The opened window may hold a reference to its opener, which is this page.
  if (page.hasOpened()) return false;
  const isClear = await withTimeout(limitMs, clear(page));
  page.renew();
  return isClear === true && !page.hasOpened() && !page.crashed.aborted;
}

async function clear({ session }: OpenPage): Promise<boolean> {
  session.on('Page.javascriptDialogOpening', () => {
    session.send('Page.handleJavaScriptDialog', { accept: true }).catch(() => {});
  });
  // This comes first, because handlers such as `pagehide` may leave data behind while the document unloads.
  await showNothing(session);
  const [{ usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 }] = await Promise.all([
    session.send('Runtime.getHeapUsage'),
    session.send('Page.resetNavigationHistory'),
    session.send('Network.clearBrowserCookies'),
    // This clears the origin's storage of every type. Session storage can only be cleared from within the page.
    session.send('Storage.clearDataForOrigin', {
      origin: new URL(documentAddress).origin,
      storageTypes: 'all',
    }),
    callInPage(session, clearPageState, []),
  ]);
  return usedSize + embedderHeapUsedSize + backingStorageSize < maxHeapBytes;
}
