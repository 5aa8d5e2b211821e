/** Counts what is under way, so that a stop can wait for its end. */

export interface WorkInProgress {
  /** Returns what ends this piece of work. */
  begin(): () => void;
  /** When nothing is under way. */
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
