/** Cleanup that must run however the process ends: remove temporary files, close the browser. */
import type { Failure } from '#contract/errors';

export class ShutdownHooks {
  readonly #steps = new Set<() => unknown>();
  /** Runs at the first signal instead of ending the process; see `takeSignals`. */
  stop: ((signal: Failure) => Promise<void>) | undefined;

  /** Runs `step` at the end of the process. Returns a function that removes it from the list. */
  add(step: () => unknown): () => void {
    this.#steps.add(step);
    return () => this.#steps.delete(step);
  }

  /**
   * From now on the first signal calls `stop`, and the process ends when its command does. A command that gives up for it
   * throws the failure, `interrupted` or `terminated`.
   */
  takeSignals(stop: (signal: Failure) => Promise<void>): void {
    this.stop = stop;
  }

  /** Runs all steps once, newest first and concurrently. Gives up after `limitMs`. */
  async run(limitMs = 3000): Promise<void> {
    const steps = [...this.#steps].reverse();
    this.#steps.clear();
    const runs = steps.map(async (step) => step());
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => {
      timer = setTimeout(resolve, limitMs);
    });
    await Promise.race([Promise.allSettled(runs), limit]);
    clearTimeout(timer);
  }
}
