/** Keeps long loops from blocking a thread that has other work. */
import { setImmediate } from 'node:timers/promises';

/** Milliseconds. */
const sliceMs = 5;

/**
 * Gives a function to be awaited within a loop: it lets other work run whenever 5 ms have passed. Undefined in between,
 * which costs no turn of the event loop.
 *
 * @example
 * const slice = startTimeSlices();
 * for (const match of css.matchAll(urls)) {
 *   await slice();
 *   …
 * }
 */
export function startTimeSlices(): () => Promise<void> | undefined {
  let started = performance.now();
  return () => {
    if (performance.now() - started < sliceMs) return undefined;
    return setImmediate().then(() => {
      started = performance.now();
    });
  };
}
