/** Threads that are started when they are needed and kept for the next piece of work. */

interface ReusableThread {
  /** True once the thread has ended or broken one of its limits. */
  readonly isOver: boolean;
  end(): Promise<void>;
}

export interface ThreadReuse<Thread> {
  /** Lends a thread to `work`: one that is free, else a new one. The caller bounds how many work in parallel. */
  run<Result>(work: (thread: Thread) => Promise<Result>): Promise<Result>;
  /** Ends all threads; work under way fails with what the thread's `end` makes of it. */
  close(): Promise<void>;
}

export interface ThreadReuseOptions<Thread> {
  start(): Thread;
  /** Milliseconds after which a thread without work ends; without it, a thread stays until `close`. */
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
    // The thread that worked last comes first: what it has loaded and compiled is still there.
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
