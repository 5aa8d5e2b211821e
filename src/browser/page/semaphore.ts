/** A counting semaphore that serves waiting callers in the order of their arrival. */
import type { Deadline } from '#runtime/deadline';

export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves with a function that releases the slot. Throws the deadline's reason without holding a slot. */
  async take(step: string, deadline: Deadline): Promise<() => void> {
    deadline.check(step, detail);
    if (this.#free > 0) this.#free--;
    else await this.#turn(step, deadline);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#next();
    };
  }

  async #turn(step: string, deadline: Deadline): Promise<void> {
    const { promise: turn, resolve: come } = Promise.withResolvers<void>();
    this.#waiting.push(come);
    try {
      await deadline.race(step, turn, detail);
    } catch (error) {
      const place = this.#waiting.indexOf(come);
      // The slot was granted at the moment the caller gave up, so it goes to the next one.
      if (place < 0) this.#next();
      else this.#waiting.splice(place, 1);
      throw error;
    }
  }

  #next(): void {
    const first = this.#waiting.shift();
    if (first) first();
    else this.#free++;
  }
}

const detail = { kind: 'waiting' } as const;
