/** Watches what exists in a browser: closes what documents open, and says when a process of a context has died. */
import { Failure } from '../../contract/errors.ts';
import type { CdpSession } from './connection.ts';

export interface Targets {
  /** Rejects when a renderer of this context ends by itself, that of a frame too; never resolves. */
  crashed(contextId: string): Promise<never>;
  forget(contextId: string): void;
}

export async function watchTargets(browser: CdpSession): Promise<Targets> {
  const contextOf = new Map<string, string>();
  const withPage = new Set<string>();
  const onCrash = new Map<string, () => void>();

  browser.on('Target.targetCreated', ({ targetInfo: { targetId, type, browserContextId } }) => {
    if (!browserContextId) return;
    contextOf.set(targetId, browserContextId);
    if (type !== 'page') return;
    // A context of ours has one page. Any further one was opened by a document, and is closed unseen.
    if (withPage.has(browserContextId)) browser.send('Target.closeTarget', { targetId }).catch(() => {});
    else withPage.add(browserContextId);
  });
  browser.on('Target.targetDestroyed', ({ targetId }) => void contextOf.delete(targetId));
  browser.on('Target.targetCrashed', ({ targetId }) => onCrash.get(contextOf.get(targetId) ?? '')?.());
  await browser.send('Target.setDiscoverTargets', { discover: true });

  return {
    crashed(contextId) {
      const crashed = new Promise<never>((_, reject) => {
        onCrash.set(contextId, () => reject(crash()));
      });
      crashed.catch(() => {});
      return crashed;
    },
    forget(contextId) {
      withPage.delete(contextId);
      onCrash.delete(contextId);
    },
  };
}

const crash = () =>
  new Failure('page_failed', 'The page crashed: most often it needs more memory than there is.');
