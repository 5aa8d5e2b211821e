/** Older versions of Node.js report processor time only for the whole process. */
const hasCpuTime = typeof process.threadCpuUsage === 'function';

/** Returns the processor time of this thread in microseconds, which other work on the machine does not affect. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/**
 * Measures the processor time that this thread has used since the stopwatch was created, or the elapsed time if Node.js
 * does not report processor time per thread.
 */
export class Stopwatch {
  readonly #started = performance.now();
  readonly #cpuStarted = hasCpuTime ? cpuTime() : undefined;

  /** Reads the elapsed time first, which costs less: processor time cannot exceed it. */
  isOver(milliseconds: number): boolean {
    if (performance.now() - this.#started <= milliseconds) return false;
    return this.#cpuStarted === undefined || cpuTime() - this.#cpuStarted > milliseconds * 1000;
  }
}
