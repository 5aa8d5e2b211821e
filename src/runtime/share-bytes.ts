/** Gives large files to other threads without copying them in one turn of the event loop, which takes 0.3 s for 100 MB. */
import { startTimeSlices } from './time-slices.ts';

/** Bytes: posting fewer takes some milliseconds. */
const minShared = 4_000_000;
const pieceBytes = 1_000_000;

/**
 * Returns the task with its large byte arrays in memory that threads share: those among its values, and in lists there. They
 * must not change any more. What is returned can be posted as often as needed, and is not copied by that.
 *
 * @example
 * worker.postMessage(await shareLargeBytes({ pdf, password }));
 */
export async function shareLargeBytes<Task extends object>(task: Task): Promise<Task> {
  const entries: [string, unknown][] = [];
  for (const [name, value] of Object.entries(task)) {
    entries.push([name, Array.isArray(value) ? await shareAll(value) : await share(value)]);
  }
  return Object.fromEntries(entries) as Task;
}

async function shareAll(values: readonly unknown[]): Promise<readonly unknown[]> {
  const shared: unknown[] = [];
  for (const value of values) shared.push(await share(value));
  return shared;
}

async function share(value: unknown): Promise<unknown> {
  if (!(value instanceof Uint8Array) || value.length < minShared) return value;
  if (value.buffer instanceof SharedArrayBuffer) return value;
  const shared = new Uint8Array(new SharedArrayBuffer(value.length));
  const slice = startTimeSlices();
  for (let at = 0; at < value.length; at += pieceBytes) {
    shared.set(value.subarray(at, at + pieceBytes), at);
    await slice();
  }
  return shared;
}

/** Returns the buffer of the bytes if it can be moved instead of copied: one of its own, not a part of another one. */
export const movable = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
