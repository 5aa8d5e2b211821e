/** Runs in each thread of a fill pool. */
import { workerData } from 'node:worker_threads';
import { deserializeData, type SerializedData } from '#runtime/serialize-data';
import { serveTasks } from '#runtime/serve-tasks';
import type { ThreadData } from '#runtime/worker-pool';
import { cachedFill } from './cached.ts';
import { convertMarkdown } from './convert-markdown.ts';
import type { Filled, FillJob } from './fill.ts';

/** A `FillJob` that can be sent to a thread. */
export type FillTask = Omit<FillJob, 'data'> & { readonly data: SerializedData };

const { memoryMb } = workerData as ThreadData;
// A small part of the heap, so that the cache does not displace the memory of the running job.
const fill = cachedFill({ count: 1_000, size: (memoryMb / 16) * 1_000_000 });

serveTasks((task: FillTask): Filled | Promise<Filled> =>
  convertMarkdown(fill({ ...task, data: deserializeData(task.data) }), task),
);
