/**
 * Loaded into the server before its own modules: sends the longest block of its thread to a pipe, in milliseconds of
 * processor time and of the clock. On a machine with other work the clock says more than the server is to blame for; of
 * waiting for the disk it alone knows.
 */
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const reportFd = 3;
const everyMs = 5;

if (isMainThread && process.env.REPORT_THREAD === '1') {
  // Between two of its timers a thread that is free has hardly any; one that is blocked has all of the block's.
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
