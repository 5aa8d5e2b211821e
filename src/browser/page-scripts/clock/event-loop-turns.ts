import type { finishAnimations } from '../finish-animations.ts';
import type { ClockContext } from './clock-context.ts';

/**
 * Waits for what only the browser's event loop can do between the calls of the page's clock: frames, in which observers
 * are notified and animations end, and tasks that the page has deferred.
 */
export function eventLoopTurns({ clock, like, apply }: ClockContext, finish: typeof finishAnimations) {
  const { setTimeout, clearTimeout, requestAnimationFrame, MessageChannel, Promise, scheduler } =
    window as unknown as Window & typeof globalThis & { readonly scheduler?: PostTaskScheduler };
  const { getAnimations } = Document.prototype;
  const postTask = scheduler?.postTask;

  // Observers are notified only in the browser's own frames. If there are any, two frames are waited for, before all
  // timers and after the last one.
  for (const { prototype } of [ResizeObserver, IntersectionObserver]) {
    const { observe } = prototype;
    prototype.observe = like(observe, (args, self) => {
      clock.observers = true;
      clock.isFramePending = true;
      return apply(observe, self, args);
    });
  }
  const finishNow = (): boolean => finish(apply(getAnimations, document, []));
  const twoFrames = (): Promise<unknown> =>
    new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

  return {
    /** Resolves when observers have been notified of what changed. */
    async observed(): Promise<void> {
      if (!clock.isFramePending) return;
      clock.isFramePending = false;
      await twoFrames();
    },

    /** Returns whether any animation was finished, without waiting for what this causes. */
    finishNow,

    /** Resolves to whether any animation was finished, after the events that this causes. */
    async finishAnimations(): Promise<boolean> {
      const some = finishNow();
      if (some) await twoFrames();
      return some;
    },

    /** Runs a call in a task of its own. Resolves before the call, because the page's errors are reported as such. */
    runInTask: createTaskRunner(),

    /**
     * Resolves when the page has done all that it can do now, in pieces or as a whole. A page that never becomes idle
     * is waited for once. Resolves to whether it never becomes idle.
     */
    idle(): Promise<boolean> {
      return new Promise((done) => {
        const timer = setTimeout(() => {
          clock.idleBudgetMs = 0;
          done(true);
        }, clock.idleBudgetMs);
        const whenIdle = (): void => {
          clearTimeout(timer);
          done(false);
        };
        if (postTask) apply(postTask, scheduler, [whenIdle, { priority: 'background' }]);
      });
    },
  };

  function createTaskRunner() {
    const { port1, port2 } = new MessageChannel();
    const post = port2.postMessage.bind(port2);
    let current: () => void = () => {};
    port1.onmessage = () => current();
    return (run: () => void): Promise<void> =>
      new Promise((done) => {
        current = () => {
          done();
          run();
        };
        post(0);
      });
  }

  interface PostTaskScheduler {
    postTask(callback: () => void, options?: { readonly priority?: string }): Promise<unknown>;
  }
}
