/**
 * Takes a document with scripts out of its page, with everything that it may have left, so that the next one of the
 * same owner finds a page as new. (That of another owner has another renderer anyway.)
 */
import { documentAddress } from '../../template/model/document-address.ts';
import { evaluate } from '../cdp/evaluate.ts';
import { withTimeout } from '../cdp/with-timeout.ts';
import type { OpenPage } from './open-page.ts';
import { showNothing } from './serve-document.ts';

/** What a script does while its document is taken down can hold it up. */
const limitMs = 2_000;

/** Bytes of the renderer's heap. A page with more is better not kept: its memory is the next document's to answer for. */
const maxHeapBytes = 64 * 1024 * 1024;

/** Resolves to whether the page may be used again. Throws when it is gone. */
export async function clearPage(page: OpenPage): Promise<boolean> {
  // It may hold its opener, which is this page.
  if (page.hasOpened()) return false;
  const isClear = await withTimeout(limitMs, clear(page));
  page.renew();
  return isClear === true && !page.hasOpened() && !page.crashed.aborted;
}

async function clear({ session }: OpenPage): Promise<boolean> {
  session.on('Page.javascriptDialogOpening', () => {
    session.send('Page.handleJavaScriptDialog', { accept: true }).catch(() => {});
  });
  // Before the rest: what is said at the end of a document (`pagehide`) is left by it too.
  await showNothing(session);
  const [{ usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 }] = await Promise.all([
    session.send('Runtime.getHeapUsage'),
    session.send('Page.resetNavigationHistory'),
    session.send('Network.clearBrowserCookies'),
    // Storage of its origin on all ways; that of its tab can only be reached from within.
    session.send('Storage.clearDataForOrigin', {
      origin: new URL(documentAddress).origin,
      storageTypes: 'all',
    }),
    evaluate(session, `window.name = ''; sessionStorage.clear()`),
  ]);
  return usedSize + embedderHeapUsedSize + backingStorageSize < maxHeapBytes;
}
