/** Watches what exists in a browser: closes what documents open, and says when one is over before its time. */
import type { Protocol } from 'devtools-protocol';
import { Failure } from '../../../contract/errors.ts';
import { PageCrash } from '../page/page-crash.ts';
import { pageLimits, tooMuch } from '../page/page-limits.ts';
import type { CdpSession } from './connection.ts';

export interface Targets {
  /**
   * Aborted with the reason when a renderer of this context ends by itself, that of a frame too, when its document
   * closes its page, and when it opens windows or starts workers without an end.
   */
  crashed(contextId: string): AbortSignal;
  /** Whether its document has opened a window, which may still be there. */
  hasOpened(contextId: string): boolean;
  /** Whether frames of it have renderer processes of their own. */
  hasFrames(contextId: string): boolean;
  /** Counts from the beginning again what the next document of this context starts. */
  renew(contextId: string): void;
  forget(contextId: string): void;
  /** The page that the browser has opened at its start, if it has told of it. */
  readonly first: Protocol.Target.TargetInfo | undefined;
}

/** Call it before anything is opened. */
export function watchTargets(browser: CdpSession): Targets {
  let first: Protocol.Target.TargetInfo | undefined;
  const contextOf = new Map<string, string>();
  /** Windows that the document of a context has opened. */
  const windows = new Map<string, number>();
  /** The page of a context. */
  const pages = new Map<string, string>();
  const crashes = new Map<string, AbortController>();
  /** Frames with a process of their own, by context. */
  const frames = new Map<string, Set<string>>();
  /** Workers that run, by context: those of frames and of other workers too. The browser reports each, however it was made. */
  const workers = new Map<string, Set<string>>();
  const started = new Map<string, number>();

  const add = (some: Map<string, Set<string>>, context: string, targetId: string): number => {
    const targets = some.get(context) ?? new Set();
    some.set(context, targets.add(targetId));
    return targets.size;
  };

  function countWorker(context: string, targetId: string): void {
    const running = add(workers, context, targetId);
    const total = (started.get(context) ?? 0) + 1;
    started.set(context, total);
    const { maxWorkers, maxWorkersStarted } = pageLimits;
    const end = () => crashes.get(context)?.abort(tooManyWorkers());
    const endIfTooMany = () => {
      if ((workers.get(context)?.size ?? 0) > maxWorkers) end();
    };
    if (running > 2 * maxWorkers || total > maxWorkersStarted) end();
    // The end of a worker may be reported after the start of the one that takes its place.
    else if (running > maxWorkers) setTimeout(endIfTooMany, workerEndMs).unref();
  }

  browser.on('Target.targetCreated', ({ targetInfo }) => {
    const { targetId, type, browserContextId } = targetInfo;
    if (!browserContextId) return;
    if (type === 'page') first ??= targetInfo;
    contextOf.set(targetId, browserContextId);
    if (type === 'iframe') add(frames, browserContextId, targetId);
    if (/worker/.test(type)) countWorker(browserContextId, targetId);
    if (type !== 'page') return;
    // A context of ours has one page. Any further one was opened by a document, and is closed unseen.
    const opened = windows.get(browserContextId);
    windows.set(browserContextId, (opened ?? -1) + 1);
    if (opened === undefined) {
      pages.set(browserContextId, targetId);
      return;
    }
    browser.send('Target.closeTarget', { targetId }).catch(() => {});
    if (opened === pageLimits.windows) crashes.get(browserContextId)?.abort(tooManyWindows());
  });
  browser.on('Target.targetDestroyed', ({ targetId }) => {
    const context = contextOf.get(targetId) ?? '';
    contextOf.delete(targetId);
    frames.get(context)?.delete(targetId);
    workers.get(context)?.delete(targetId);
    if (pages.get(context) === targetId) crashes.get(context)?.abort(closedItself());
  });
  browser.on('Target.targetCrashed', ({ targetId }) =>
    crashes.get(contextOf.get(targetId) ?? '')?.abort(new PageCrash()),
  );
  // It fails only with the connection, and so does all that comes after it.
  browser.send('Target.setDiscoverTargets', { discover: true }).catch(() => {});

  return {
    get first() {
      return first;
    },
    crashed(contextId) {
      const controller = new AbortController();
      crashes.set(contextId, controller);
      return controller.signal;
    },
    hasOpened: (contextId) => (windows.get(contextId) ?? 0) > 0,
    hasFrames: (contextId) => (frames.get(contextId)?.size ?? 0) > 0,
    renew: (contextId) => void started.delete(contextId),
    forget(contextId) {
      for (const some of [frames, workers, started]) some.delete(contextId);
      windows.delete(contextId);
      pages.delete(contextId);
      crashes.delete(contextId);
    },
  };
}

const closedItself = () => new Failure('page_failed', 'The document has closed its own window.');

const tooManyWindows = () =>
  tooMuch(`opens windows without an end: window.open may be called ${pageLimits.windows} times`);

/** From the end of a worker to its report, on a busy machine. */
const workerEndMs = 250;

const tooManyWorkers = () =>
  tooMuch(
    `starts workers without an end: ${pageLimits.maxWorkers} may run at the same time, and ${pageLimits.maxWorkersStarted} one after the other`,
  );
