/**
 * One time budget from the request to the finished PDF. It is made once, at the edge, and handed through
 * every step, so that no layer has a timeout of its own that the others do not know.
 */
import { Failure } from '../contract/errors.ts';

export const defaultTimeoutMs = 30_000;

export class Deadline {
  /** Aborted when the time is over or the caller gave up. */
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #end: number;
  readonly #timeoutMs: number;

  /** Starts now and ends after `timeoutMs` (at `end`), or when `cancel` (the caller's own signal) aborts. */
  constructor(
    timeoutMs: number = defaultTimeoutMs,
    cancel?: AbortSignal,
    end: number = performance.now() + timeoutMs,
  ) {
    this.signal = this.#controller.signal;
    this.#timeoutMs = timeoutMs;
    this.#end = end;
    this.#timer = setTimeout(() => this.#controller.abort(this.#timedOut('the document')), this.remainingMs);
    this.#timer.unref();
    const give = () => this.#controller.abort(cancel?.reason ?? new Failure('interrupted', 'Interrupted.'));
    if (cancel?.aborted) give();
    else cancel?.addEventListener('abort', give, { once: true });
  }

  /** The same time, which `cancel` may end sooner. It has to be closed too. */
  endedBy(cancel: AbortSignal): Deadline {
    return new Deadline(this.#timeoutMs, AbortSignal.any([this.signal, cancel]), this.#end);
  }

  get remainingMs(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** Throws `timeout` (or the caller's reason) when there is no time left. For synchronous steps. */
  check(step: string, hint?: string): void {
    if (this.signal.aborted) throw this.signal.reason;
    if (performance.now() >= this.#end) throw this.#timedOut(step, hint);
  }

  /** The promise, or `timeout` naming the step that was under way when the time was over, with what to do then. */
  async race<T>(step: string, promise: Promise<T>, hint?: string): Promise<T> {
    // Nobody waits for it any more once the time is over, and it may fail later.
    promise.catch(() => {});
    this.check(step, hint);
    let stop: (() => void) | undefined;
    const over = new Promise<never>((_, reject) => {
      stop = () => {
        const { reason } = this.signal;
        reject(reason instanceof Failure && reason.code === 'timeout' ? this.#timedOut(step, hint) : reason);
      };
      this.signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([promise, over]);
    } finally {
      if (stop) this.signal.removeEventListener('abort', stop);
    }
  }

  /** Ends the timer; call it in `finally`. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #timedOut(step: string, hint?: string): Failure {
    const message = `No PDF within ${this.#timeoutMs / 1000} s: the time ran out at ${step}.`;
    return new Failure('timeout', message, hint === undefined ? {} : { hint });
  }
}
