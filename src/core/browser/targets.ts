/** Watches what exists in a browser: closes what documents open, and says when a process of a context has died. */
import { Failure } from '../../contract/errors.ts';
import type { CdpSession } from './connection.ts';

export interface Targets {
  /** Aborted with the reason when a renderer of this context ends by itself, that of a frame too. */
  crashed(contextId: string): AbortSignal;
  forget(contextId: string): void;
}

export async function watchTargets(browser: CdpSession): Promise<Targets> {
  const contextOf = new Map<string, string>();
  const withPage = new Set<string>();
  const crashes = new Map<string, AbortController>();

  browser.on('Target.targetCreated', ({ targetInfo: { targetId, type, browserContextId } }) => {
    if (!browserContextId) return;
    contextOf.set(targetId, browserContextId);
    if (type !== 'page') return;
    // A context of ours has one page. Any further one was opened by a document, and is closed unseen.
    if (withPage.has(browserContextId)) browser.send('Target.closeTarget', { targetId }).catch(() => {});
    else withPage.add(browserContextId);
  });
  browser.on('Target.targetDestroyed', ({ targetId }) => void contextOf.delete(targetId));
  browser.on('Target.targetCrashed', ({ targetId }) =>
    crashes.get(contextOf.get(targetId) ?? '')?.abort(crash()),
  );
  await browser.send('Target.setDiscoverTargets', { discover: true });

  return {
    crashed(contextId) {
      const controller = new AbortController();
      crashes.set(contextId, controller);
      return controller.signal;
    },
    forget(contextId) {
      withPage.delete(contextId);
      crashes.delete(contextId);
    },
  };
}

const crash = () =>
  new Failure('page_failed', 'The page crashed: most often it needs more memory than there is.');
