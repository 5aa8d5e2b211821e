/** Older versions of Node.js know the time of the whole process only. */
const hasCpuTime = typeof process.threadCpuUsage === 'function';

/** Processor time of this thread in microseconds: other work of the machine does not count. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** Measures the processor time that this thread has used since the stopwatch was made. */
export class Stopwatch {
  readonly #started = performance.now();
  readonly #cpuStarted = hasCpuTime ? cpuTime() : undefined;

  /** Reads the clock on the wall first, which costs less: processor time cannot be longer. */
  isOver(milliseconds: number): boolean {
    if (performance.now() - this.#started <= milliseconds) return false;
    return this.#cpuStarted === undefined || cpuTime() - this.#cpuStarted > milliseconds * 1000;
  }
}
