/** Times of the workloads. */

/** Returns the milliseconds that it takes. */
export function timed(run: () => unknown): number {
  const started = performance.now();
  run();
  return performance.now() - started;
}
