/**
 * One time budget from the request to the finished PDF. It is created once, at the edge, and passed through every step,
 * so that no layer has a separate timeout.
 */
import { Failure } from '../contract/errors.ts';

export const defaultTimeoutMs = 30_000;

export class Deadline {
  /** Aborts when the time is over or the caller cancels. */
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #end: number;
  readonly #timeoutMs: number;

  /** Starts immediately and ends after `timeoutMs` (at `end`), or when `cancel` (the caller's own signal) aborts. */
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

  /** Returns a deadline with the same end, which `cancel` may bring forward. It must be closed too. */
  endedBy(cancel: AbortSignal): Deadline {
    return new Deadline(this.#timeoutMs, AbortSignal.any([this.signal, cancel]), this.#end);
  }

  /** Returns a deadline with the same end that the caller cannot bring forward. It must be closed too. */
  uncancelled(): Deadline {
    return new Deadline(this.#timeoutMs, undefined, this.#end);
  }

  get remainingMs(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** Throws `timeout` (or the caller's reason) if no time is left. For synchronous steps. */
  check(step: string, hint?: string): void {
    if (this.signal.aborted) throw this.signal.reason;
    if (performance.now() >= this.#end) throw this.#timedOut(step, hint);
  }

  /** Resolves like the promise, or throws `timeout` naming the step that was running, with a hint. */
  async race<T>(step: string, promise: Promise<T>, hint?: string): Promise<T> {
    // The promise may still fail after the time is over, when it is no longer awaited.
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

  /** Stops the timer; call it in `finally`. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #timedOut(step: string, hint?: string): Failure {
    const message = `No PDF within ${this.#timeoutMs / 1000} s: the time ran out while ${step}.`;
    return new Failure('timeout', message, { hint });
  }
}
