/** Lists the processes below a process, with their own memory and CPU time. Linux only, because it reads /proc. */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';

export interface ProcessInTree {
  readonly pid: number;
  /** Chromium's own term: `renderer`, `utility`, `zygote`, …; `browser` for the main process. */
  readonly kind: string;
  /** Anonymous and shared memory, without mapped files. */
  readonly megabytes: number;
  /** CPU time of all its threads since the process started, in milliseconds. */
  readonly cpuMs: number;
}

/** The unit of CPU times in /proc (`USER_HZ`, 100 on every architecture that Node supports). */
const tickMs = 10;
/** These have no children, and reading the list of children of each of their threads is most of the work. */
const childless = new Set(['renderer', 'utility', 'gpu-process']);

/** Returns the process itself first. Empty if there is no /proc or the process has ended. */
export function processTree(pid: number): ProcessInTree[] {
  const own = readProcess(pid);
  if (!own) return [];
  return childless.has(own.kind) ? [own] : [own, ...getChildren(pid).flatMap(processTree)];
}

/** Returns the CPU time of one process in milliseconds. Zero if there is no /proc or the process has ended. */
export function getCpuTime(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  // The process name may contain spaces and brackets. The fields after it are numbered from 3; see proc_pid_stat(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return stat === '' ? 0 : (Number(fields[14 - 3]) + Number(fields[15 - 3])) * tickMs;
}

function readProcess(pid: number): ProcessInTree | undefined {
  const status = read(`/proc/${pid}/status`);
  // A zombie, which has ended and was not reaped yet, has a name and no memory.
  if (!status || /^State:\s+Z/m.test(status)) return undefined;
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  const kind = getProcessKind(pid) ?? 'browser';
  const megabytes = (kilobytes('RssAnon') + kilobytes('RssShmem')) / 1024;
  return { pid, kind, megabytes, cpuMs: getCpuTime(pid) };
}

/** Returns `--type` of a Chromium process. Undefined for the main process, and for one that has ended. */
export const getProcessKind = (pid: number): string | undefined =>
  /--type=([\w-]+)/.exec(read(`/proc/${pid}/cmdline`))?.[1];

/** Reads the children of each thread, because the kernel lists a child under the thread that created it. */
const getChildren = (pid: number): number[] =>
  getThreads(pid).flatMap((thread) => getChildrenOfThread(pid, thread));

/** A zygote has no other threads. */
export const getChildrenOfMainThread = (pid: number): number[] => getChildrenOfThread(pid, pid);

const getChildrenOfThread = (pid: number, thread: number): number[] =>
  read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number);

/** Returns the thread ids of a process. Empty if there is no /proc or the process has ended. */
export function getThreads(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}

/** Longer than any of these files but for command lines, of which the beginning is enough. */
const buffer = Buffer.alloc(16_384);

/**
 * Returns an empty string if the file no longer exists. Not with `readFileSync`, which allocates two buffers for a file of unknown
 * size: a server reads thousands of them a minute.
 */
function read(path: string): string {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    let length = 0;
    // The kernel returns a long list of children a page at a time.
    for (let more = -1; more !== 0 && length < buffer.length; length += more) {
      more = readSync(file, buffer, length, buffer.length - length, null);
    }
    return buffer.toString('latin1', 0, length);
  } catch {
    return '';
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
