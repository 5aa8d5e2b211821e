/** What must be undone however the process ends: temporary files removed, the browser closed. */
export class Ending {
  readonly #steps = new Set<() => unknown>();
  /** What the first signal does instead of ending the process: see `takeSignals`. */
  stop: (() => Promise<void>) | undefined;

  /** Runs `step` at the end of the process. Returns what takes it off the list again. */
  add(step: () => unknown): () => void {
    this.#steps.add(step);
    return () => this.#steps.delete(step);
  }

  /** From now on the first signal does this, and the process ends as its command does. */
  takeSignals(stop: () => Promise<void>): void {
    this.stop = stop;
  }

  /** Runs all steps once, newest first and without one waiting for another; gives up after `limitMs`. */
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
