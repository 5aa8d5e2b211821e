/** Starts threads on demand and keeps them for further work. */

interface ReusableThread {
  /** True once the thread has ended or exceeded one of its limits. */
  readonly isOver: boolean;
  end(): Promise<void>;
}

export interface ThreadReuse<Thread> {
  /** Lends a thread to `work`: a free one, or otherwise a new one. The caller bounds how many work in parallel. */
  run<Result>(work: (thread: Thread) => Promise<Result>): Promise<Result>;
  /** Ends all threads; running work fails with the error that the thread's `end` causes. */
  close(): Promise<void>;
}

export interface ThreadReuseOptions<Thread> {
  start(): Thread;
  /** Milliseconds after which an idle thread ends; if undefined, threads live until `close`. */
  readonly maxIdleMs?: number | undefined;
}

export function startThreadReuse<Thread extends ReusableThread>({
  start,
  maxIdleMs,
}: ThreadReuseOptions<Thread>): ThreadReuse<Thread> {
  const threads = new Set<Thread>();
  const free: Thread[] = [];
  let idle: NodeJS.Timeout | undefined;

  const acquire = (): Thread => {
    clearTimeout(idle);
    // The thread that worked last is reused first, because it has the most loaded and compiled already.
    for (let thread = free.pop(); thread; thread = free.pop()) {
      if (!thread.isOver) return thread;
      threads.delete(thread);
    }
    const thread = start();
    threads.add(thread);
    return thread;
  };

  const release = (thread: Thread): void => {
    if (thread.isOver) threads.delete(thread);
    else free.push(thread);
    if (maxIdleMs !== undefined && free.length === threads.size) {
      clearTimeout(idle);
      idle = setTimeout(close, maxIdleMs).unref();
    }
  };

  const close = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = [...threads];
    threads.clear();
    free.length = 0;
    await Promise.all(ending.map((thread) => thread.end()));
  };

  return {
    async run(work) {
      const thread = acquire();
      try {
        return await work(thread);
      } finally {
        release(thread);
      }
    },
    close,
  };
}
