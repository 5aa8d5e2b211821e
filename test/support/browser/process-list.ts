/** The processes of this machine, for tests that check what a browser leaves behind. */
import { readdirSync, readFileSync } from 'node:fs';

interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly status: string;
  /** Clock ticks from the start of the machine to its own. */
  readonly started: number;
}

function processes(): ListedProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'latin1');
        const command = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ');
        const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
        // The name of the program, in parentheses, may have spaces.
        const [, fields = ''] = readFileSync(`/proc/${name}/stat`, 'latin1').split(/\) (?!.*\) )/);
        return [{ pid: Number(name), parent, command, status, started: Number(fields.split(' ')[19]) }];
      } catch {
        return [];
      }
    });
}

/** All descendants of a process. */
export function processesBelow(pid: number): ListedProcess[] {
  const all = processes();
  const family = (parent: number): ListedProcess[] =>
    all.filter((entry) => entry.parent === parent).flatMap((entry) => [entry, ...family(entry.pid)]);
  return family(pid);
}

/** The main process of each browser below a process, without the wrapper script that may have started it. */
export const browsersBelow = (pid: number): number[] =>
  processesBelow(pid)
    .filter(({ command }) => /remote-debugging-pipe/.test(command) && !/--type=|^\/bin\/sh /.test(command))
    .map((each) => each.pid);

/** Returns the pids that still run. A zombie has ended. */
export function stillRunning(pids: readonly number[]): number[] {
  return processes()
    .filter(({ pid, status }) => pids.includes(pid) && !/^State:\s+Z/m.test(status))
    .map(({ pid }) => pid);
}
