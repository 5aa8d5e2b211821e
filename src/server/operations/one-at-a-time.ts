/** Runs work whenever it is asked for, and never twice at the same time. */

export interface OneAtATime {
  /** Starts the work. While it runs, all requests for it together start it once more afterwards. */
  run(): void;
  /** Starts nothing more, and waits for what runs. */
  stop(): Promise<void>;
}

/**
 * `work` must not reject.
 *
 * @example
 * const sending = oneAtATime(() => sendAll().catch((error) => log.error(error)));
 * sending.run();
 */
export function oneAtATime(work: () => Promise<void>): OneAtATime {
  let running: Promise<void> | undefined;
  let isRequested = false;
  let isStopped = false;
  const run = () => {
    if (isStopped) return;
    if (running) {
      isRequested = true;
      return;
    }
    running = work().finally(() => {
      running = undefined;
      if (!isRequested) return;
      isRequested = false;
      run();
    });
  };
  return {
    run,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
