/** The limits of the operating system on files, processes and threads, which an operator raises and no client causes. */
import { Failure } from '../errors.ts';

export type SystemLimit = 'files' | 'files of the machine' | 'processes';

const descriptions: Readonly<Record<SystemLimit, string>> = {
  files: 'this process may open no more files (see ulimit -n, or LimitNOFILE of its unit)',
  'files of the machine': 'this machine may open no more files (see fs.file-max)',
  processes:
    'no more processes or threads may be started (see ulimit -u, TasksMax of the unit, or the pids limit of the container)',
};

/** See errno(3). `EAGAIN` has this meaning only if a process or a thread could not be started. */
const codes: Readonly<Record<string, SystemLimit>> = {
  EMFILE: 'files',
  ENFILE: 'files of the machine',
  ERR_WORKER_INIT_FAILED: 'processes',
};

export const describeSystemLimit = (limit: SystemLimit): string => descriptions[limit];

/** Returns the limit that an error of Node.js, or one that it was caused by, is due to. */
export function findSystemLimit(error: unknown): SystemLimit | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  if (code === 'EAGAIN' && syscall.startsWith('spawn')) return 'processes';
  // A thread that cannot open its files fails with this code too, and names theirs.
  if (code === 'ERR_WORKER_INIT_FAILED' && /EMFILE/.test(error.message)) return 'files';
  return codes[code] ?? findSystemLimit(error.cause);
}

/** Throws an error of a limit again, which must not be taken for a file that is missing. */
export function throwSystemLimit(error: unknown): void {
  if (findSystemLimit(error)) throw error;
}

export const systemLimitFailure = (limit: SystemLimit, cause?: unknown): Failure =>
  new Failure('system_limit', `A limit of the system is reached: ${descriptions[limit]}.`, { cause });
