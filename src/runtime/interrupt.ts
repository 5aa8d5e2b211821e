/** Ends synchronous code that takes too long, even within one regular expression, which a timer cannot. */

/** Runs a function. Throws its errors, and `InterruptedError` after `limitMs` milliseconds. */
export type RunInterruptibly = <T>(limitMs: number, run: () => T) => T;

/** Synchronous code took longer than its limit. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/**
 * Returns a function for any number of runs, which do not overlap. The first one takes 2 ms, every further one a tenth.
 *
 * @example
 * const runInterruptibly = createInterruptibleRunner();
 * const isMatch = runInterruptibly(1_000, () => pattern.test(text));
 */
export function createInterruptibleRunner(): RunInterruptibly {
  // V8 interrupts what a script of `node:vm` calls, including functions from outside. Loaded on use, because few
  // templates have a schema.
  const { createContext, Script } = process.getBuiltinModule('node:vm');
  const place: { run?: () => unknown } = Object.create(null);
  const context = createContext(place);
  const script = new Script('run()');
  return <T>(limitMs: number, run: () => T): T => {
    place.run = run;
    try {
      return script.runInContext(context, { timeout: Math.max(1, Math.ceil(limitMs)) }) as T;
    } catch (error) {
      const isTimeout = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      throw isTimeout
        ? new InterruptedError(`The code ran longer than ${limitMs} ms.`, { cause: error })
        : error;
    }
  };
}
