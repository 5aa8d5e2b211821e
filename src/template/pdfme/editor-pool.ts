/**
 * Threads that render editor templates. The layout of a hostile text can take minutes, and only terminating its
 * thread stops it. Threads start with the first such document, because most servers never render one.
 */
import { Failure } from '#contract/errors';
import type { TemplateData } from '#runtime/data-text';
import type { Deadline } from '#runtime/deadline';
import { serializeData } from '#runtime/serialize-data';
import { threadLimits } from '#runtime/thread-limits';
import { startWorkerPool, threadBeside, WorkerLimitError } from '#runtime/worker-pool';
import type { Assets } from '../model/template.ts';
import type { EditorQuestion, EditorReply, EditorResult, EditorTask } from './editor-message.ts';

export interface EditorPoolOptions {
  /** Concurrent documents. Default: 1. */
  readonly workers?: number;
  /** Heap of each thread in MB. */
  readonly memoryMb?: number;
}

type EditorJob = Omit<EditorTask, 'data'> & {
  readonly assets: Assets;
  readonly data: TemplateData;
};

export interface EditorPool {
  /**
   * Throws the errors of `twig`, `invalid_data`, `memory_limit`, `interrupted`, and what the deadline throws.
   */
  generate(job: EditorJob, deadline: Deadline): Promise<EditorResult>;
  /** Ends all threads. Running and waiting documents fail. */
  close(): Promise<void>;
}

const step = 'laying the document out';

export function startEditorPool({
  workers = 1,
  memoryMb = threadLimits.editor.memoryMb,
}: EditorPoolOptions = {}): EditorPool {
  const pool = startWorkerPool<EditorTask, EditorResult, EditorQuestion, EditorReply>({
    ...threadBeside(import.meta.url, 'editor'),
    memoryMb,
    maxWorkers: workers,
    closedError: () =>
      new Failure('interrupted', 'Editor templates are not rendered any more: this process is ending.'),
  });
  return {
    async generate({ assets, ...job }, deadline) {
      deadline.check(step);
      const task = { ...job, data: serializeData(job.data, memoryMb / 4) };
      const onQuestion = (paths: EditorQuestion) => readAssets(assets, paths);
      try {
        // The deadline rejects first and the thread ends with it, because both listen to the same signal.
        return await deadline.race(step, pool.run(task, { signal: deadline.signal, onQuestion }));
      } catch (error) {
        if (!(error instanceof WorkerLimitError)) throw error;
        throw new Failure('memory_limit', `The document takes ${error.amount}.`, { cause: error });
      }
    },
    close: () => pool.close(),
  };
}

async function readAssets({ read }: Assets, paths: EditorQuestion): Promise<EditorReply> {
  const files = await Promise.all(
    paths.map(async (path) => {
      const asset = await read(path).catch(() => undefined);
      return asset ? ([[path, asset.bytes]] as const) : [];
    }),
  );
  return files.flat();
}
