/**
 * Gathers what is asked for a team while its last transaction is under way, so that all of it goes into the next one.
 * Transactions of a team wait for each other in any case; a team with many requests then pays the round trips and the
 * sync to disk of one transaction for many PDFs, and never occupies more than one connection.
 */

/** Enough to outweigh the costs of a transaction. */
const mostAtOnce = 20;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

export class Gatherer<Item, Result> {
  readonly #run: (teamId: number, items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>;
  /** Only teams with a transaction under way: what waits for it. */
  readonly #lines = new Map<number, Waiting<Item, Result>[]>();

  /** `run` returns an outcome for each item, in their order. If it rejects, all of them do. */
  constructor(
    run: (teamId: number, items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
  ) {
    this.#run = run;
  }

  /**
   * Runs an item immediately if its team has none running. Otherwise it runs in the next transaction, with all others
   * that are waiting.
   *
   * @example
   * const holds = new Gatherer((teamId, wanted) => Promise.allSettled(wanted.map((each) => hold(teamId, each))));
   * await holds.add(7, { amount: 1 });
   */
  add(teamId: number, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const line = this.#lines.get(teamId);
      if (line) line.push(waiting);
      else {
        this.#lines.set(teamId, []);
        void this.#work(teamId, [waiting]);
      }
    });
  }

  async #work(teamId: number, first: readonly Waiting<Item, Result>[]): Promise<void> {
    for (let batch = first; batch.length > 0; ) {
      await this.#runAll(teamId, batch);
      batch = this.#lines.get(teamId)?.splice(0, mostAtOnce) ?? [];
    }
    this.#lines.delete(teamId);
  }

  async #runAll(teamId: number, batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const outcomes = await this.#run(
        teamId,
        batch.map(({ item }) => item),
      );
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome?.status === 'fulfilled') resolve(outcome.value);
        else reject(outcome?.reason);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
