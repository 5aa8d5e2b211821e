/**
 * Loaded into a process (`--import`), appends to the file TURNS_FILE the processor milliseconds of each turn of the main
 * thread's event loop that took long. A turn is what others wait for, and its processor time does not depend on what else
 * the machine does.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.TURNS_FILE;
delete process.env.TURNS_FILE;
delete process.env.NODE_OPTIONS;

/** Shorter ones are no wait. */
const longMs = 50;

const processorMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

if (isMainThread && file !== undefined) {
  let before = processorMs();
  // Due in every turn.
  setInterval(() => {
    const now = processorMs();
    if (now - before > longMs) appendFileSync(file, `${Math.round(now - before)}\n`);
    before = processorMs();
  }, 1).unref();
}
