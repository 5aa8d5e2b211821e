/** What runs below a process, and how much memory it has for itself. Linux only: elsewhere there is no /proc. */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessInTree {
  readonly pid: number;
  /** Chromium's own word: `renderer`, `utility`, `zygote`, …; `browser` for the first process. */
  readonly kind: string;
  /** What it alone uses and what it shares, without files that are only mapped. */
  readonly megabytes: number;
}

/** The process itself first. Empty where there is no /proc, or the process has ended. */
export function processTree(pid: number): ProcessInTree[] {
  const own = readProcess(pid);
  return own ? [own, ...childrenOf(pid).flatMap(processTree)] : [];
}

function readProcess(pid: number): ProcessInTree | undefined {
  const status = read(`/proc/${pid}/status`);
  // One that has ended and was not yet waited for has a name and no memory.
  if (!status || /^State:\s+Z/m.test(status)) return undefined;
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  const kind = /--type=([\w-]+)/.exec(read(`/proc/${pid}/cmdline`))?.[1] ?? 'browser';
  return { pid, kind, megabytes: (kilobytes('RssAnon') + kilobytes('RssShmem')) / 1024 };
}

/** Of each thread, because the kernel files a child under the thread that made it. */
function childrenOf(pid: number): number[] {
  let threads: string[];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
  return threads.flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/** Empty for what is gone already. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
