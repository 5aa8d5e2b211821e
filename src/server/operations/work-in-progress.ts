/** Counts running work, so that a shutdown can wait for it. */

export interface WorkInProgress {
  /** Returns the function that ends this piece of work. */
  begin(): () => void;
  /** Resolves when no work is running. */
  idle(): Promise<void>;
}

export function startWorkInProgress(): WorkInProgress {
  let count = 0;
  let waiting: (() => void)[] = [];
  const settle = () => {
    if (count > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  return {
    begin() {
      count++;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        count--;
        settle();
      };
    },
    idle: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        settle();
      }),
  };
}
