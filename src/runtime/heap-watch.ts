/**
 * Ends a thread whose heap has grown too large, before V8's own limit does. V8 ends a thread in time only if its heap
 * grows in small steps: a single allocation beyond the limit, such as that of a long array, ends the whole process.
 */
import type { Worker } from 'node:worker_threads';

/** Milliseconds. A heap grows by at most 100 MB meanwhile. */
const intervalMs = 25;

/** In MB. Beyond 2 GB, V8 collects garbage so late that a heap has three times more of it than of anything else. */
const largestHeapMb = 2_040;
/** In MB, for one allocation and for what a thread allocates until it is ended. */
const headroomMb = 640;

/** MB of heap in use at which a thread is ended: of so much, at least `memoryMb` is not garbage. */
const maxUsedMb = (memoryMb: number): number => 1.5 * memoryMb + 128;

/** The limit of the heap for V8 itself, in MB. */
export const heapLimitMb = (memoryMb: number): number =>
  Math.min(largestHeapMb, maxUsedMb(memoryMb) + headroomMb);

/**
 * Calls `onExceeded` when the thread uses too much memory. Returns a function that ends the watch. Needs no cooperation
 * of the thread, which may be in an endless loop.
 */
export function watchHeap(worker: Worker, memoryMb: number, onExceeded: () => void): () => void {
  const maxUsedBytes = maxUsedMb(memoryMb) * 1024 * 1024;
  let isAsking = false;
  let isOver = false;
  const check = async () => {
    // A thread in a long native call responds after it.
    if (isAsking) return;
    isAsking = true;
    try {
      const { used_heap_size: used } = await worker.getHeapStatistics();
      if (used > maxUsedBytes && !isOver) onExceeded();
    } catch {
      // The thread has ended.
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(() => void check(), intervalMs).unref();
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
