/**
 * One time budget from the request to the finished PDF. It is created once, at the edge, and passed through every step,
 * so that no layer has a separate timeout.
 */
import { Failure } from '#contract/errors';
import { explainTimeout, type StepKind, type TimedDocument, type TimeoutAudience } from './timeout-advice.ts';

export const defaultTimeoutMs = 30_000;

/** Facts about a step, for the message of a timeout. */
export interface TimeoutDetail {
  /** Replaces the advice on what helps. */
  readonly hint?: string | undefined;
  /** Decides what is advised. Default: more time. */
  readonly kind?: StepKind | undefined;
  readonly document?: TimedDocument | undefined;
}

export class Deadline {
  /** Aborts when the time is over or the caller cancels. */
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #end: number;
  readonly #timeoutMs: number;
  readonly #audience: TimeoutAudience;

  /**
   * Starts immediately and ends after `timeoutMs` (at `end`), or when `cancel` (the caller's own signal) aborts.
   * `audience` reads the message of the timeout.
   */
  constructor(
    timeoutMs: number = defaultTimeoutMs,
    cancel?: AbortSignal,
    { end = performance.now() + timeoutMs, audience = 'command' }: DeadlineOptions = {},
  ) {
    this.signal = this.#controller.signal;
    this.#timeoutMs = timeoutMs;
    this.#audience = audience;
    this.#end = end;
    const giveUp = () =>
      this.#controller.abort(this.#timedOut('waiting for its turn', { kind: 'waiting', stepMs: timeoutMs }));
    this.#timer = setTimeout(giveUp, this.remainingMs);
    this.#timer.unref();
    const give = () => this.#controller.abort(cancel?.reason ?? new Failure('interrupted', 'Interrupted.'));
    if (cancel?.aborted) give();
    else cancel?.addEventListener('abort', give, { once: true });
  }

  /** Returns a deadline with the same end, which `cancel` may bring forward. It must be closed too. */
  endedBy(cancel: AbortSignal): Deadline {
    return new Deadline(this.#timeoutMs, AbortSignal.any([this.signal, cancel]), this.#options);
  }

  /** Returns a deadline with the same end that the caller cannot bring forward. It must be closed too. */
  uncancelled(): Deadline {
    return new Deadline(this.#timeoutMs, undefined, this.#options);
  }

  get #options(): DeadlineOptions {
    return { end: this.#end, audience: this.#audience };
  }

  get remainingMs(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** Throws `timeout` (or the caller's reason) if no time is left. For synchronous steps. */
  check(step: string, detail: TimeoutDetail = {}): void {
    const { aborted, reason } = this.signal;
    if (aborted && !isTimeout(reason)) throw reason;
    if (aborted || performance.now() >= this.#end) throw this.#timedOut(step, { ...detail, stepMs: 0 });
  }

  /** Resolves like the promise, or throws `timeout` naming the step that was running, and what helps. */
  async race<T>(step: string, promise: Promise<T>, detail: TimeoutDetail = {}): Promise<T> {
    // The promise may still fail after the time is over, when it is no longer awaited.
    promise.catch(() => {});
    this.check(step, detail);
    const started = performance.now();
    let stop: (() => void) | undefined;
    const over = new Promise<never>((_, reject) => {
      stop = () => reject(this.signal.reason);
      this.signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([promise, over]);
    } catch (error) {
      // A step that watches the signal itself fails with the same reason, which names no step.
      const isOver = error === this.signal.reason && isTimeout(error);
      throw isOver ? this.#timedOut(step, { ...detail, stepMs: performance.now() - started }) : error;
    } finally {
      if (stop) this.signal.removeEventListener('abort', stop);
    }
  }

  /** Stops the timer; call it in `finally`. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #timedOut(step: string, { hint, ...detail }: TimeoutDetail & { readonly stepMs: number }): Failure {
    const timeout = { ...detail, timeoutMs: this.#timeoutMs };
    const explained = explainTimeout(this.#audience, timeout);
    const advice = hint ?? explained.advice;
    const sentences = [
      `No PDF within ${this.#timeoutMs / 1000} s: the time ran out while ${step}.`,
      explained.progress,
      // A response of the API has no hint.
      this.#audience === 'api' ? advice : '',
    ];
    return new Failure('timeout', sentences.filter(Boolean).join(' '), { hint: advice });
  }
}

const isTimeout = (reason: unknown): boolean => reason instanceof Failure && reason.code === 'timeout';

interface DeadlineOptions {
  /** On the clock of `performance.now()`. */
  readonly end?: number | undefined;
  readonly audience?: TimeoutAudience | undefined;
}
