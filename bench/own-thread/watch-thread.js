/** Loaded into the server before its own modules: sends the longest block of its thread, in milliseconds, to a pipe. */
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const reportFd = 3;
const everyMs = 5;

if (isMainThread && process.env.REPORT_THREAD === '1') {
  let [last, longest] = [performance.now(), 0];
  let reported = last;
  setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - everyMs);
    last = now;
    if (now - reported < 100) return;
    writeSync(reportFd, `${longest.toFixed(1)}\n`);
    [longest, reported] = [0, now];
  }, everyMs).unref();
}
