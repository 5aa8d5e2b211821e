/** Decides whether a file or folder that carries the pid of its process is a leftover. */
import { statSync } from 'node:fs';

/**
 * Returns whether the process that made this file or folder has ended. Its pid is not enough to know: in a container,
 * where pids are the same at each start, a killed process had the pid of this one.
 */
export function isAbandoned(path: string, pid: number): boolean {
  if (pid !== process.pid) return !isAlive(pid);
  return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < performance.timeOrigin;
}

/** Returns whether a process with this pid is running, regardless of its user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
