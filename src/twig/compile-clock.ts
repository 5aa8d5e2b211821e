import { defaultLimits } from './limits.ts';
import type { Source } from './source.ts';
import { Stopwatch } from './stopwatch.ts';

/** A step is a token or a node of the tree. It takes less than a microsecond, and reading the time costs as much. */
const stepsBetweenChecks = 500;

/**
 * Limits the processor time of compiling: of one template with its partials, or of all parts of a document that share
 * the clock.
 */
export class CompileClock {
  readonly #milliseconds: number;
  readonly #stopwatch: Pick<Stopwatch, 'isOver'>;
  #steps = 0;

  constructor(
    milliseconds: number = defaultLimits.compileMilliseconds,
    stopwatch: Pick<Stopwatch, 'isOver'> = new Stopwatch(),
  ) {
    this.#milliseconds = milliseconds;
    this.#stopwatch = stopwatch;
  }

  /** Counts one step. Throws a `TemplateSyntaxError` at `at`, the compiler's current offset, if the time is over. */
  step(source: Source, at: number): void {
    if (++this.#steps % stepsBetweenChecks !== 0) return;
    if (!this.#stopwatch.isOver(this.#milliseconds)) return;
    source.fail(`The template takes longer than ${this.#milliseconds} milliseconds to compile.`, at);
  }
}
