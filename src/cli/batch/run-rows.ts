/** Several rows at once, their results in the order of the rows, and no more of them in memory than that takes. */

export interface RunRowsOptions {
  /** Rows at work at the same time; may change while they are. */
  readonly concurrency: () => number;
  /** Rows that may be finished before a slow one that stands before them. */
  readonly ahead: number;
}

/**
 * `work` is called for each row, and `emit` with each result, one after the other in the order of the rows. The first
 * error of either, or of the reading, ends the taking of rows; those at work are waited for, their results emitted
 * (unless it was `emit` that failed), and then the error is thrown.
 */
export async function runRows<Row, Result>(
  rows: AsyncIterable<Row>,
  { concurrency, ahead }: RunRowsOptions,
  work: (row: Row) => Promise<Result>,
  emit: (result: Result) => Promise<void>,
): Promise<void> {
  const iterator = rows[Symbol.asyncIterator]();
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
    // What stops the batch does not wait for a row that may be long in coming.
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
    // It may be waiting for more itself, so nobody waits for it.
    void iterator.return?.()?.catch(() => {});
    throw (stopped as { readonly error: unknown }).error;
  }
}
