/**
 * Processes several rows concurrently, emits their results in order, and keeps only as many in memory as that needs.
 */

export interface RunRowsOptions {
  /** Rows processed concurrently; may change during the run. */
  readonly concurrency: () => number;
  /** Rows that may be finished ahead of a slow one. */
  readonly ahead: number;
}

/** Rows that arrive, or are all there. */
export type Rows<Row> = AsyncIterable<Row> | Iterable<Row>;

/**
 * `work` is called for each row, and `emit` with each result, one after the other in the order of the rows. The first
 * error of either, or of the reading, stops taking rows. Rows under way are awaited and their results emitted (unless
 * `emit` failed), and then the error is thrown.
 */
export async function runRows<Row, Result>(
  rows: Rows<Row>,
  { concurrency, ahead }: RunRowsOptions,
  work: (row: Row) => Promise<Result>,
  emit: (result: Result) => Promise<void>,
): Promise<void> {
  const iterator = (Symbol.asyncIterator in rows ? rows : inOrder(rows))[Symbol.asyncIterator]();
  let stopped: { readonly error: unknown } | undefined;
  let running = 0;
  let waiting = 0;
  let wake = () => {};
  const stop = (error: unknown) => {
    stopped ??= { error };
    wake();
  };

  let emitted: Promise<void> = Promise.resolve();
  let emitFailed = false;
  const start = (row: Row) => {
    running++;
    waiting++;
    const result = work(row).then(
      (value) => ({ value }),
      (error) => {
        stop(error);
        return undefined;
      },
    );
    void result.then(() => {
      running--;
      wake();
    });
    emitted = emitted.then(async () => {
      const settled = await result;
      try {
        if (settled && !emitFailed) await emit(settled.value);
      } catch (error) {
        emitFailed = true;
        stop(error);
      }
      waiting--;
      wake();
    });
  };

  while (!stopped) {
    if (running >= Math.max(1, Math.floor(concurrency())) || waiting >= ahead) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      continue;
    }
    // An error that stops the batch does not wait for a row that may be slow to arrive.
    const next = await new Promise<IteratorResult<Row> | undefined>((resolve) => {
      wake = () => stopped && resolve(undefined);
      iterator.next().then(resolve, (error) => {
        stop(error);
        resolve(undefined);
      });
    });
    if (!next || next.done || stopped) break;
    start(next.value);
  }
  await emitted;
  if (stopped) {
    // The iterator may itself be waiting for input, so its return is not awaited.
    void iterator.return?.()?.catch(() => {});
    throw (stopped as { readonly error: unknown }).error;
  }
}

async function* inOrder<Row>(rows: Iterable<Row>): AsyncGenerator<Row> {
  yield* rows;
}

/**
 * The results of `work` for each row, in the order of the rows. A consumer that stops early stops the reading, and rows
 * under way are awaited. At most twice `concurrency` rows are read ahead of the consumer.
 */
export async function* orderedResults<Row, Result>(
  rows: Rows<Row>,
  concurrency: number,
  work: (row: Row) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const left = new Error('The consumer has stopped.');
  let hand = Promise.withResolvers<Result>();
  let taken = Promise.withResolvers<void>();
  // The consumer may stop before it awaits either.
  const handle = () => {
    hand.promise.catch(() => {});
    taken.promise.catch(() => {});
  };
  handle();
  const run = runRows(
    rows,
    { concurrency: () => concurrency, ahead: 2 * concurrency },
    work,
    async (result) => {
      hand.resolve(result);
      await taken.promise;
    },
  );
  const done = run.then(
    () => undefined,
    (error) => {
      if (error !== left) throw error;
    },
  );
  done.catch(() => {});
  try {
    while (true) {
      const next = await Promise.race([hand.promise.then((result) => ({ result })), done]);
      if (!next) return;
      yield next.result;
      const before = taken;
      hand = Promise.withResolvers<Result>();
      taken = Promise.withResolvers<void>();
      handle();
      before.resolve();
    }
  } finally {
    taken.reject(left);
    await done.catch(() => {});
  }
}
