/** What runs below a process, how much memory it has for itself, and its CPU time. Linux only: elsewhere there is no /proc. */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessInTree {
  readonly pid: number;
  /** Chromium's own word: `renderer`, `utility`, `zygote`, …; `browser` for the first process. */
  readonly kind: string;
  /** What it alone uses and what it shares, without files that are only mapped. */
  readonly megabytes: number;
  /** CPU time of all its threads since it was started, in milliseconds. */
  readonly cpuMs: number;
}

/** The unit of CPU times in /proc (`USER_HZ`, 100 on every architecture of Node). */
const tickMs = 10;
/** They have no children, and reading the list of children of each of their threads is most of the work. */
const childless = new Set(['renderer', 'utility', 'gpu-process']);

/** The process itself first. Empty where there is no /proc, or the process has ended. */
export function processTree(pid: number): ProcessInTree[] {
  const own = readProcess(pid);
  if (!own) return [];
  return childless.has(own.kind) ? [own] : [own, ...childrenOf(pid).flatMap(processTree)];
}

/** CPU time of one process in milliseconds. Zero where there is no /proc, or the process has ended. */
export function cpuTimeOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  // The name before it may hold spaces and brackets. Fields are numbered from 3 here: proc_pid_stat(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return stat === '' ? 0 : (Number(fields[14 - 3]) + Number(fields[15 - 3])) * tickMs;
}

function readProcess(pid: number): ProcessInTree | undefined {
  const status = read(`/proc/${pid}/status`);
  // One that has ended and was not yet waited for has a name and no memory.
  if (!status || /^State:\s+Z/m.test(status)) return undefined;
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  const kind = /--type=([\w-]+)/.exec(read(`/proc/${pid}/cmdline`))?.[1] ?? 'browser';
  const megabytes = (kilobytes('RssAnon') + kilobytes('RssShmem')) / 1024;
  return { pid, kind, megabytes, cpuMs: cpuTimeOf(pid) };
}

/** Of each thread, because the kernel files a child under the thread that made it. */
function childrenOf(pid: number): number[] {
  return threadsOf(pid).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/** Thread ids of a process. Empty where there is no /proc, or the process has ended. */
export function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}

/** Empty for what is gone already. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
