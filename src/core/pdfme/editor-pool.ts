/**
 * Threads that render editor templates. The layout of a hostile text can take minutes, and only terminating its
 * thread stops it. Threads start with the first such document, because most servers never render one.
 */
import { DataText, type TemplateData } from '../data-text.ts';
import type { Deadline } from '../deadline.ts';
import type { Assets } from '../template/model/template.ts';
import { packData, TemplateRuntimeError } from '../twig/index.ts';
import type { EditorMessage, EditorResult } from './editor-message.ts';
import { type EditorThread, startEditorThread } from './editor-thread.ts';

export interface EditorPoolOptions {
  /** Concurrent documents. Default: 1. */
  readonly workers?: number;
  /** Heap of each thread in MB. Default: 512. An invoice of a hundred pages takes some 200. */
  readonly memoryMb?: number;
}

type EditorJob = Omit<EditorMessage, 'data' | 'packed' | 'dataText'> & {
  readonly assets: Assets;
  readonly data: TemplateData;
};

export interface EditorPool {
  /**
   * Throws the errors of `core/twig`, `invalid_data`, `memory_limit`, `interrupted`, and what the deadline throws.
   */
  generate(job: EditorJob, deadline: Deadline): Promise<EditorResult>;
  /** Ends all threads. Running and waiting documents fail. */
  close(): Promise<void>;
}

/** Milliseconds without work after which a thread ends, because it holds some hundred megabytes. */
const idleLimit = 60_000;

const step = 'laying the document out';

export function startEditorPool({ workers = 1, memoryMb = 512 }: EditorPoolOptions = {}): EditorPool {
  const free: { readonly thread: EditorThread; readonly idle: NodeJS.Timeout }[] = [];
  const threads = new Set<EditorThread>();
  const waiting: (() => void)[] = [];
  let busy = 0;

  const take = (): EditorThread => {
    for (let each = free.pop(); each; each = free.pop()) {
      clearTimeout(each.idle);
      if (!each.thread.isOver) return each.thread;
      threads.delete(each.thread);
    }
    const thread = startEditorThread(memoryMb);
    threads.add(thread);
    return thread;
  };
  const giveBack = (thread: EditorThread) => {
    if (thread.isOver) return threads.delete(thread);
    const end = () => {
      threads.delete(thread);
      void thread.end();
    };
    return free.push({ thread, idle: setTimeout(end, idleLimit).unref() });
  };

  return {
    async generate({ assets, ...job }, deadline) {
      deadline.check(step);
      const order = { ...job, ...packed(job.data, memoryMb / 4) };
      if (busy >= workers) await deadline.race(step, turn(waiting, deadline.signal));
      busy += 1;
      const thread = take();
      try {
        // At the deadline this ends first and the thread with it, because both listen to the same signal.
        return await deadline.race(step, thread.run(order, assets, deadline.signal));
      } finally {
        busy -= 1;
        giveBack(thread);
        waiting.shift()?.();
      }
    },
    async close() {
      for (const { idle } of free.splice(0)) clearTimeout(idle);
      await Promise.all([...threads].map((thread) => thread.end()));
      threads.clear();
    },
  };
}

/** Resolves when it is the caller's turn, and skips callers that gave up. */
async function turn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  signal.addEventListener(
    'abort',
    () => {
      const index = waiting.indexOf(resolve);
      if (index >= 0) waiting.splice(index, 1);
    },
    { once: true },
  );
  await promise;
}

/** A thread that runs out of memory while it reads a message takes the process with it. */
function packed(
  value: EditorJob['data'],
  mostMb: number,
): Pick<EditorMessage, 'data' | 'packed' | 'dataText'> {
  if (value instanceof DataText) return { data: {}, packed: false, dataText: value.text };
  const { data, changed, size } = packData(value);
  if (size > mostMb * 1_000_000) {
    const place = { part: 'template', template: null, line: 1, column: 1 };
    throw new TemplateRuntimeError(place, `The data takes more than ${mostMb} MB of memory (memory bound).`);
  }
  return { data: data as EditorMessage['data'], packed: changed };
}
