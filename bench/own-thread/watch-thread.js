/**
 * Loaded into the server before its own modules. Writes the longest block of the main thread to a pipe, in milliseconds
 * of processor time and of wall-clock time. Wall-clock time includes other load on the machine, but only it includes
 * waiting for the disk.
 */
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const reportFd = 3;
const everyMs = 5;

if (isMainThread && process.env.REPORT_THREAD === '1') {
  // Between two timer calls, an idle thread uses hardly any processor time. A blocked one uses that of the whole block.
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [lastCpu, lastTime] = [cpuMs(), performance.now()];
  let [longestCpu, longest] = [0, 0];
  let reported = lastTime;
  setInterval(() => {
    const [cpu, now] = [cpuMs(), performance.now()];
    longestCpu = Math.max(longestCpu, cpu - lastCpu);
    longest = Math.max(longest, now - lastTime - everyMs);
    [lastCpu, lastTime] = [cpu, now];
    if (now - reported < 100) return;
    writeSync(reportFd, `${longestCpu.toFixed(1)} ${longest.toFixed(1)}\n`);
    [longestCpu, longest, reported] = [0, 0, now];
  }, everyMs).unref();
}
