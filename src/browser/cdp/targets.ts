/** Watches a browser's targets: closes windows that documents open, and reports a context whose page ended early. */
import type { Protocol } from 'devtools-protocol';
import { Failure } from '#contract/errors';
import { PageCrash } from '../page/page-crash.ts';
import { pageLimits, tooMuch } from '../page/page-limits.ts';
import type { CdpSession } from './connection.ts';

export interface Targets {
  /**
   * Returns a signal that aborts with the reason when a renderer of this context ends by itself (a frame's renderer
   * included), when its document closes its own page, or when it opens windows or starts workers without end.
   */
  crashed(contextId: string): AbortSignal;
  /** Returns whether the context's document has opened a window, which may still be open. */
  hasOpened(contextId: string): boolean;
  /** Returns whether frames of the context have renderer processes of their own. */
  hasFrames(contextId: string): boolean;
  /** Resets the count of started workers for the context's next document. */
  renew(contextId: string): void;
  forget(contextId: string): void;
  /** The page that the browser opened when it started, once it has been reported. */
  readonly first: Protocol.Target.TargetInfo | undefined;
}

/** Must be called before anything is opened. */
export function watchTargets(browser: CdpSession): Targets {
  let first: Protocol.Target.TargetInfo | undefined;
  const contextOf = new Map<string, string>();
  /** The number of windows that the document of a context has opened. */
  const windows = new Map<string, number>();
  /** The page of each context. */
  const pages = new Map<string, string>();
  const crashes = new Map<string, AbortController>();
  /** Frames with their own process, by context. */
  const frames = new Map<string, Set<string>>();
  /**
   * Running workers by context, including those of frames and of other workers. The browser reports every worker,
   * however it was created.
   */
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
    // The end of a worker may be reported after the start of its successor.
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
    // A context has one page. Any further page was opened by a document, and is closed immediately.
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
  browser.bound({
    bytes: Number.POSITIVE_INFINITY,
    onOver: () => {},
    onCut({ event, tail }) {
      if (event !== 'Target.targetCreated') return;
      const context = /"browserContextId":"([^"]+)"/.exec(tail)?.[1];
      crashes
        .get(context ?? '')
        ?.abort(tooMuch('starts a worker or opens a window with an address that is too long'));
    },
  });
  // This fails only if the connection fails, and then everything after it fails too.
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
  tooMuch(`opens windows endlessly: window.open may be called at most ${pageLimits.windows} times`);

/** The maximum delay between the end of a worker and its report, on a busy machine. */
const workerEndMs = 250;

const tooManyWorkers = () =>
  tooMuch(
    `starts workers endlessly: at most ${pageLimits.maxWorkers} may run at the same time, and ${pageLimits.maxWorkersStarted} in total`,
  );
