/** SIGKILL to a process that may have ended by itself meanwhile. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has.
  }
}
